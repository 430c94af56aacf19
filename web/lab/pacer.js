// How fast a run plays: a number of updates a second, a number of decades of updates a second (even motion on a logarithmic axis),
// or as fast as it goes.

import { parsePace } from '../base/pace.js';

const longestFrame = 0.1; // seconds; after a stall the run goes on from where it is instead of catching up

/** Says how many updates are due as time passes. */
export class Pacer {
  #pace = parsePace('max');
  #target = 0; // the step, with its fraction, at which the run should be

  set pace(text) {
    this.#pace = parsePace(text);
  }

  /** Starts to count from `step`. */
  restart(step) {
    this.#target = step;
  }

  /** The updates due when `seconds` have passed since the last call and the run is at `step`. */
  due(step, seconds) {
    const { kind, rate } = this.#pace;
    if (kind === 'max') return Infinity;
    const passed = Math.min(seconds, longestFrame);
    this.#target = kind === 'steps' ? this.#target + rate * passed : (this.#target + 1) * 10 ** (rate * passed) - 1;
    return Math.max(0, Math.floor(this.#target) - step);
  }
}
