// Many runs computed by several workers at once: ensembles and phase maps in shares, claims by one worker. The page hands out
// the shares and hears of the result as it grows.

import { explainScript } from '../engine/compile.mjs';
import { compileStudies } from '../engine/studies.mjs';

const workerAddress = new URL('./study_worker.js', import.meta.url);
const mostWorkers = 8;
const shareMilliseconds = 250;
const firstReports = 60; // milliseconds between reports at first; later ones come less often
const lastReports = 400;

/** How many workers compute here. */
export const workerCount = () => Math.min(navigator.hardwareConcurrency || 1, mostWorkers);

const compiled = new Map(); // build of the engine → its compiled module, or a promise of it

function compiledOnce(variant) {
  if (!compiled.has(variant)) {
    const loading = compileStudies(variant);
    loading.catch(() => compiled.delete(variant)); // another attempt may have more luck
    compiled.set(variant, loading);
  }
  return compiled.get(variant);
}

/** A study under way: its workers live until it is stopped or done. */
class Study {
  #workers = [];
  #on;
  #ended = false;

  constructor(on) {
    this.#on = on;
  }

  /** Ends all workers at once. What they have told stays. */
  stop() {
    this.#ended = true;
    for (const worker of this.#workers) worker.terminate();
    this.#workers = [];
  }

  get ended() {
    return this.#ended;
  }

  /** Starts `count` workers with `request`; `hear(worker, message)` hears what they say. */
  async start({ variant, kind, request, count, hear }) {
    try {
      const module = await compiledOnce(variant);
      if (this.#ended) return;
      for (let index = 0; index < count; ++index) {
        const worker = new Worker(workerAddress, { type: 'module' });
        this.#workers.push(worker);
        worker.onerror = (event) => this.#fail(event);
        worker.onmessage = ({ data }) => {
          if (this.#ended) return;
          if (data.type === 'error' || data.type === 'failed') this.#give(data.type, data);
          else hear(worker, data);
        };
        worker.postMessage({ type: 'load', variant, compiled: module });
        worker.postMessage({ type: 'begin', kind, request, gathers: index === 0 });
      }
    } catch (error) {
      this.#give('failed', { message: error.message });
    }
  }

  get workers() {
    return this.#workers;
  }

  #give(type, { message }) {
    if (this.#ended) return;
    this.stop();
    this.#on[type](message);
  }

  async #fail(event) {
    event.preventDefault?.();
    if (this.#ended) return;
    this.stop();
    this.#on.failed(event.message ?? (await explainScript(workerAddress, 'the browser did not start it')));
  }
}

/**
 * Checks the claims of an experiment.
 *
 * @param {string} variant the engine's build to take
 * @param {{experiment: string, parameters: object}} request
 * @param {object} on `claims(claims)`, `claim(result)`, `progress(share)`, `done()`, `error(message)` (refused), `failed(message)`
 * @returns {{stop: () => void}}
 */
export function checkClaims(variant, request, on) {
  const study = new Study(on);
  const hear = (_, { type, result, progress, done, claims }) => {
    if (type === 'begun') on.claims(claims);
    if (type !== 'claim') return;
    if (result) on.claim(result);
    on.progress(progress);
    if (!done) return;
    study.stop();
    on.done();
  };
  study.start({ variant, kind: 'check', request, count: 1, hear });
  return study;
}

/**
 * Computes an ensemble or a phase map.
 *
 * @param {string} variant the engine's build to take
 * @param {'ensemble'|'map'} kind
 * @param {object} request as for Studies.ensemble or Studies.map
 * @param {object} on `report(result, {done, seconds, workers, finished, flows})`, `error(message)` (refused), `failed(message)`
 * @returns {{stop: () => void}}
 */
export function gather(variant, kind, request, on, workers = workerCount()) {
  const study = new Study(on);
  let started = 0; // once the workers are ready
  const shares = new Shares(workers);
  let finished = 0;
  let reporting = false;
  let reportedAt = 0;
  let reported = 0;
  let timer = 0;

  const hand = (worker) => {
    const range = shares.next(worker);
    if (range) worker.postMessage({ type: 'share', ...range });
  };
  const askReport = () => {
    if (reporting || reported === finished || study.ended) return;
    reporting = true;
    reported = finished;
    study.workers[0].postMessage({ type: 'report' });
  };
  const wantReport = () => {
    const due = reportedAt + Math.min(lastReports, Math.max(firstReports, (performance.now() - started) / 8));
    clearTimeout(timer);
    if (finished === shares.flows) askReport();
    else timer = setTimeout(askReport, due - performance.now());
  };
  const hear = (worker, message) => {
    if (message.type === 'begun') {
      started = performance.now();
      shares.begin(message);
      study.workers.forEach(hand);
    } else if (message.type === 'share') {
      shares.learn(worker, message);
      finished += message.last - message.first;
      study.workers[0].postMessage({ type: 'absorb', words: message.words }, [message.words.buffer]);
      hand(worker);
      wantReport();
    } else if (message.type === 'report') {
      reporting = false;
      reportedAt = performance.now();
      const done = reported === shares.flows;
      if (done) study.stop();
      on.report(message.result, { done, seconds: (reportedAt - started) / 1000, workers, finished: reported, flows: shares.flows });
      if (!done && finished > reported) wantReport();
    }
  };
  study.start({ variant, kind, request, count: workers, hear });
  return study;
}

/** Deals out flows in shares that take each worker about as long as it takes a reader to want news. */
class Shares {
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
    const fair = Math.ceil(left / (2 * this.#workers)); // so that the last ones end together
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
