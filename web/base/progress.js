// How much of the engine and the view has been loaded.

export class Progress {
  #bar;
  #sources = new Map();

  /** @param {HTMLProgressElement} bar */
  constructor(bar) {
    this.#bar = bar;
  }

  /** `loaded` of `total` bytes of the part called `source`; total 0 where unknown. */
  report(source, loaded, total) {
    this.#sources.set(source, { loaded, total });
    const parts = [...this.#sources.values()];
    if (parts.some((part) => part.total === 0)) return; // the bar stays indeterminate
    const sum = (key) => parts.reduce((value, part) => value + part[key], 0);
    this.#bar.value = sum('loaded') / sum('total');
  }

  /** Loading is over. */
  finish() {
    this.#bar.hidden = true;
  }
}
