/**
 * The polarize engine for JavaScript, in browsers, workers and node:
 *
 *     import { load } from 'polarize.mjs'; // wherever it lies
 *     const engine = await load(); // the fastest build that works here
 *     const run = engine.start({ experiment: 'logistic', parameters: { lr: 0.2 } });
 *     run.advance(1000);
 *     console.log(run.snapshot().alpha);
 *     run.free();
 *
 * All numbers are doubles. From the same starting arrays, all builds and the native program compute the same bits. All builds
 * draw a seed's arrays alike; the native program's may differ in the last bit, though not for the paper's seeds.
 */

import { firstThatWorks } from './choose.mjs';
import { compileModule, importScript, instantiate } from './compile.mjs';
import { engines } from './engines.mjs';
import { bytesAt, textAt, withTexts, withWords, writeDoubles } from './heap.mjs';
import { ModuleRun } from './module_run.mjs';
import { PolarizeError } from './polarize_error.mjs';
import { variants } from './probes.mjs';
import { computedHash, expectedHash } from './self_test.mjs';
import { checked, lastError, setParameter, setupOf, withSetup } from './setups.mjs';
import { decodeSnapshot } from './snapshot.mjs';

export { PolarizeError, decodeSnapshot, variants };

/**
 * Loads the engine.
 *
 * @param {object} [options]
 * @param {'relaxed'|'simd'|'scalar'} [options.variant] take this build only; otherwise the fastest one that this machine's
 *   WebAssembly knows and that passes the numeric self-test
 * @param {(loaded: number, total: number) => void} [options.onProgress] bytes of the module so far; total 0 where unknown
 * @returns {Promise<Engine>} its `rejected` lists the builds passed over, as {variant, reason}
 * @throws {Error} when no build works, with the reason for each
 */
export function load({ variant, onProgress = () => {} } = {}) {
  return firstThatWorks(engines, variant, async (candidate, rejected) => {
    const { script, module: address, bytes: total } = engines[candidate];
    let loaded = 0;
    const count = (bytes) => onProgress((loaded += bytes), total);
    const [{ default: factory }, compiled] = await Promise.all([importScript(script), compileModule(address, count)]);
    const engine = new Engine(await instantiate(factory, compiled), candidate, rejected);
    const hash = computedHash(engine);
    if (hash !== expectedHash) throw new Error(`its self-test gave ${hash} in the place of ${expectedHash}`);
    return engine;
  });
}

/** A loaded engine. Runs of one engine share its memory and are independent otherwise. */
export class Engine {
  #module;

  constructor(module, variant, rejected) {
    this.#module = module;
    /** The build in use: 'relaxed', 'simd' or 'scalar'. */
    this.variant = variant;
    /** The builds passed over before it. */
    this.rejected = rejected;
    /** The program's version. */
    this.version = textAt(module, module._polarize_version());
    /** The instruction set its kernels run on. */
    this.isa = textAt(module, module._polarize_isa());
  }

  /**
   * Every experiment: `{id, title, summary, setup, figure, model, loss, parameters}`, its parameters as `{name, label, unit, help,
   * group, kind: 'real'|'integer'|'choice', minimum, maximum, default, choices, logarithmic, live, applies_when}`; `default` is text,
   * `applies_when` the choices, `[{parameter, choices}]`, that must all be made for the value to have an effect.
   */
  catalogue() {
    return JSON.parse(textAt(this.#module, this.#module._polarize_catalogue()));
  }

  /**
   * Starts a run.
   *
   * @param {object} start
   * @param {string} start.experiment an id of the catalogue
   * @param {Object<string, number|string>} [start.parameters] by name; what is missing has its default
   * @param {Object<string, {shape: number[], data: ArrayLike<number>}>} [start.initial] arrays in the place of random draws
   *   (V, a, beta_star, X, y, p_star; the tied model: U, a, beta_star), last axis fastest
   * @returns {Run} to be freed when it is not needed any more
   * @throws {PolarizeError} for a name, value or shape that is not allowed
   */
  start({ experiment, parameters = {}, initial = {} }) {
    return withSetup(this.#module, { experiment, parameters }, (setup) => {
      for (const [name, array] of Object.entries(initial)) this.#setArray(setup, name, array);
      const run = checked(this.#module, this.#module._polarize_start(setup));
      return new Run(this.#module, run, this.#names(experiment));
    });
  }

  /**
   * What of `parameters` can be used: `{experiment, parameters, defaults, errors}`. `parameters` has the values that were
   * accepted, as exact text; `defaults` the default of every parameter; `errors` a line for each refused one, and for an
   * unknown experiment, in whose place the catalogue's first one stands.
   */
  check({ experiment, parameters = {} }) {
    const errors = [];
    const attempt = (action) => {
      try {
        return action();
      } catch (error) {
        if (!(error instanceof PolarizeError)) throw error;
        errors.push(error.message);
        return undefined;
      }
    };
    let id = experiment;
    let setup = attempt(() => setupOf(this.#module, experiment));
    if (setup === undefined) {
      id = this.catalogue()[0].id;
      setup = setupOf(this.#module, id);
      parameters = {};
    }
    const defaults = this.#texts(setup, this.#names(id));
    for (const [name, value] of Object.entries(parameters)) attempt(() => setParameter(this.#module, setup, name, value));
    const values = this.#texts(setup, this.#names(id));
    this.#module._polarize_setup_free(setup);
    const changed = Object.entries(values).filter(([name, value]) => value !== defaults[name]);
    return { experiment: id, parameters: Object.fromEntries(changed), defaults, errors };
  }

  #setArray(setup, name, { shape, data }) {
    const size = shape.reduce((product, length) => product * length, 1);
    if (size !== data.length) {
      throw new PolarizeError(`initial array ${name}: shape (${shape.join(', ')}) asks for ${size} numbers, not ${data.length}`);
    }
    const address = checked(this.#module, withTexts(this.#module, [name], (key) => withWords(this.#module, shape,
      (lengths) => this.#module._polarize_setup_array(setup, key, lengths, shape.length))));
    writeDoubles(this.#module, address, data);
  }

  #names(experiment) {
    return this.catalogue().find(({ id }) => id === experiment).parameters.map(({ name }) => name);
  }

  #texts(setup, names) {
    return Object.fromEntries(names.map((name) => [name, withTexts(this.#module, [name],
      (key) => textAt(this.#module, this.#module._polarize_setup_text(setup, key)))]));
  }
}

/** One run: the model's state and its history, in the engine's memory until `free` is called. */
export class Run extends ModuleRun {
  /**
   * Does up to `count` steps (updates of gradient descent, steps of gradient flow's integrator; Infinity: all that are left) and
   * returns how many it did: fewer only at the last step or when the run diverged.
   */
  advance(count) {
    const done = this.module._polarize_advance(this.address, count);
    if (done < 0) throw lastError(this.module);
    return done;
  }

  /**
   * The run as it stands (see snapshot.mjs for the form), with the history from sample `firstSample` on, V and its like unless
   * `arrays` is false, and the array singular_values and the metric rank where `singularValues` is true.
   */
  snapshot(request = {}) {
    return decodeSnapshot(this.encodedSnapshot(request));
  }

  /** The same as bytes, in an ArrayBuffer of their own that may be transferred. */
  encodedSnapshot({ firstSample = 0, arrays = true, singularValues = false } = {}) {
    const address = checked(this.module, this.module._polarize_snapshot(this.address, firstSample, arrays ? 1 : 0, singularValues ? 1 : 0));
    return bytesAt(this.module, address, this.module._polarize_snapshot_size(this.address));
  }
}
