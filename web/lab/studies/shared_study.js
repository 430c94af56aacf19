// An ensemble or a phase map computed by several workers at once: the page deals out shares of the flows, one of the workers
// gathers what they found, and the result is reported as it grows.

import { Shares } from './shares.js';
import { Study, workerCount } from './pool.js';

const firstReports = 60; // milliseconds between reports at first; later ones come less often
const lastReports = 400;

/**
 * Computes an ensemble or a phase map. While the page is hidden no further shares are begun.
 *
 * @param {string} variant the engine's build to take
 * @param {'ensemble'|'map'} kind
 * @param {object} request as for Studies.ensemble or Studies.map
 * @param {object} on `report(result, {done, seconds, workers, finished, flows})`, `error(message)` (refused), `failed(message)`
 * @returns {{stop: () => void, ended: boolean}}
 */
export function gather(variant, kind, request, on) {
  const shared = new SharedStudy(on, workerCount());
  shared.study.start({ variant, kind, request, count: shared.workers, hear: (worker, message) => shared.hear(worker, message) });
  return shared.study;
}

class SharedStudy {
  study;
  workers;

  #on;
  #shares;
  #idle = new Set(); // workers that wait for the page to be seen
  #clock = new SeenClock();
  #finished = 0;
  #reported = 0;
  #reporting = false;
  #reportedAt = 0;
  #timer = 0;

  constructor(on, workers) {
    this.#on = on;
    this.workers = workers;
    this.study = new Study(on);
    this.#shares = new Shares(workers);
    document.addEventListener('visibilitychange', () => this.#see(), { signal: this.study.ending });
  }

  /** What `worker` says. */
  hear(worker, message) {
    if (message.type === 'begun') {
      this.#clock.start();
      this.#shares.begin(message);
      this.study.workers.forEach((one) => this.#hand(one));
    } else if (message.type === 'share') {
      this.#shares.learn(worker, message);
      this.#finished += message.last - message.first;
      this.#gatherer.postMessage({ type: 'absorb', words: message.words }, [message.words.buffer]);
      this.#hand(worker);
      this.#wantReport();
    } else if (message.type === 'report') {
      this.#tell(message.result);
    }
  }

  get #gatherer() {
    return this.study.workers[0];
  }

  #hand(worker) {
    if (document.hidden) {
      this.#idle.add(worker);
      return;
    }
    const range = this.#shares.next(worker);
    if (range) worker.postMessage({ type: 'share', ...range });
  }

  /** The page was hidden or shown. */
  #see() {
    this.#clock.see();
    if (document.hidden) return;
    const waiting = [...this.#idle];
    this.#idle.clear();
    waiting.forEach((worker) => this.#hand(worker));
  }

  #wantReport() {
    clearTimeout(this.#timer);
    if (this.#finished === this.#shares.flows) {
      this.#askReport();
      return;
    }
    const pause = Math.min(lastReports, Math.max(firstReports, this.#clock.milliseconds / 8));
    this.#timer = setTimeout(() => this.#askReport(), this.#reportedAt + pause - performance.now());
  }

  #askReport() {
    if (this.#reporting || this.#reported === this.#finished || this.study.ended) return;
    this.#reporting = true;
    this.#reported = this.#finished;
    this.#gatherer.postMessage({ type: 'report' });
  }

  #tell(result) {
    this.#reporting = false;
    this.#reportedAt = performance.now();
    const { flows } = this.#shares;
    const done = this.#reported === flows;
    if (done) this.study.stop();
    this.#on.report(result, { done, seconds: this.#clock.milliseconds / 1000, workers: this.workers, finished: this.#reported, flows });
    if (!done && this.#finished > this.#reported) this.#wantReport();
  }
}

/** The time during which the page can be seen. */
class SeenClock {
  #passed = 0;
  #since = null; // when it was last set going

  start() {
    this.#since = null;
    this.#passed = 0;
    this.see();
  }

  /** Goes or stands, as the page is shown or hidden. */
  see() {
    this.#passed = this.milliseconds;
    this.#since = document.hidden ? null : performance.now();
  }

  get milliseconds() {
    return this.#passed + (this.#since === null ? 0 : performance.now() - this.#since);
  }
}
