// The page's side of the engine's worker: commands out, events in. It never blocks and holds no run.

import { explainScript } from '../engine/compile.mjs';

const workerAddress = new URL('./engine_worker.js', import.meta.url);

export class EngineClient {
  #worker;
  #run = 0;
  #failed = false;

  /**
   * Starts the worker and loads the engine in it.
   *
   * @param {object} on handlers: `progress({loaded, total})`, `ready({variant, isa, version, rejected, catalogue})`,
   *   `started({run, experiment, parameters, defaults, errors})`, `changed({name, value})`, `snapshot({buffer})` to be answered by
   *   `shown()`, `error({message})` and `failed({message})`, after which nothing more comes
   * @param {string} [variant] take this build of the engine only
   */
  constructor(on, variant) {
    this.#worker = new Worker(workerAddress, { type: 'module' });
    this.#worker.onerror = (event) => this.#fail(on, event);
    this.#worker.onmessage = ({ data: { type, ...fields } }) => {
      if (this.#failed || (fields.run ?? this.#run) !== this.#run) return; // of a run that is over
      if (type === 'failed') this.#failed = true;
      on[type](fields);
    };
    this.#send('load', { variant });
  }

  /** Starts a run that replaces the present one. Returns its number. */
  start({ experiment, parameters, initial, playing, pace }) {
    this.#run += 1;
    this.#send('start', { run: this.#run, experiment, parameters, initial, playing, pace });
    return this.#run;
  }

  set(name, value) {
    this.#send('set', { name, value });
  }

  play() {
    this.#send('play');
  }

  pause() {
    this.#send('pause');
  }

  /** Does `count` updates at once and stops. */
  step(count) {
    this.#send('step', { count });
  }

  set pace(pace) {
    this.#send('pace', { pace });
  }

  /** Whether to stand still because nobody is looking. */
  set held(held) {
    this.#send('hold', { held });
  }

  /** The last snapshot is on the screen: the next one may come. */
  shown() {
    this.#send('shown');
  }

  #send(type, fields = {}) {
    this.#worker.postMessage({ type, ...fields });
  }

  async #fail(on, event) {
    if (this.#failed) return;
    this.#failed = true;
    event.preventDefault?.();
    this.#worker.terminate();
    on.failed({ message: event.message ?? (await explainScript(workerAddress, 'the browser did not start it')) });
  }
}
