// Flows dealt out to workers.

const shareMilliseconds = 250;

/** Deals out flows in shares that take each worker about as long as it takes a reader to want news. */
export class Shares {
  flows = Infinity;

  #workers;
  #abreast = 1;
  #next = 0;
  #sizes = new Map();

  constructor(workers) {
    this.#workers = workers;
  }

  begin({ flows, abreast }) {
    this.flows = flows;
    this.#abreast = abreast;
  }

  /** The range that `worker` is to compute next, or null when none is left. */
  next(worker) {
    const left = this.flows - this.#next;
    if (left === 0) return null;
    const fair = Math.ceil(left / (2 * this.#workers - 1)); // so that the last ones end together
    const size = Math.min(this.#sizes.get(worker) ?? this.#abreast, this.#whole(fair), left);
    const first = this.#next;
    this.#next += size;
    return { first, last: this.#next };
  }

  /** Learns from how long a share took. */
  learn(worker, { first, last, milliseconds }) {
    const size = last - first;
    const wanted = milliseconds > 0 ? size / milliseconds * shareMilliseconds : Infinity;
    this.#sizes.set(worker, this.#whole(Math.min(wanted, 8 * size)));
  }

  /** `size` rounded up to flows that fill the lanes. */
  #whole(size) {
    return Math.max(1, Math.ceil(size / this.#abreast)) * this.#abreast;
  }
}
