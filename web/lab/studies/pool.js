// The workers of studies of many runs, and the study that takes but one of them: claims checked.

import { explainScript } from '../../engine/compile.mjs';
import { compileStudies } from '../../engine/studies.mjs';

const workerAddress = new URL('./worker.js', import.meta.url);
const maxWorkers = 8;

/** How many workers compute here. */
export const workerCount = () => Math.min(navigator.hardwareConcurrency || 1, maxWorkers);

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
export class Study {
  #workers = [];
  #on;
  #ended = false;
  #ending = new AbortController();

  constructor(on) {
    this.#on = on;
  }

  /** Ends all workers at once. What they have reported stays. */
  stop() {
    this.#ended = true;
    this.#ending.abort();
    for (const worker of this.#workers) worker.terminate();
    this.#workers = [];
  }

  get ended() {
    return this.#ended;
  }

  /** Aborted when it ends. */
  get ending() {
    return this.#ending.signal;
  }

  /** Starts `count` workers with `request`; `hear(worker, message)` is called with each of their messages. */
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
