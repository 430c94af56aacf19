/**
 * Training of tiny attention models for JavaScript, in browsers, workers and node:
 *
 *     import { loadAttention } from 'attention.mjs'; // wherever it lies
 *     const attention = await loadAttention(); // the fastest build that works here
 *     const run = attention.start({ experiment: 'induction', parameters: { d: 32, heads: 2 } });
 *     run.advance(100);
 *     console.log(run.snapshot().training.metrics.accuracy);
 *     run.free();
 *
 * Training is in single precision. A seed gives the same numbers whenever a build runs it; builds for different instructions
 * round differently, so their losses agree in the first digits only and their runs part after some hundred updates.
 */

import { differs, firstLosses } from './attention_self_test.mjs';
import { firstThatWorks } from './choose.mjs';
import { compileModule, importScript, instantiate } from './compile.mjs';
import { attention as builds } from './engines.mjs';
import { bytesAt, doublesAt, textAt, withWords, wordsAt } from './heap.mjs';
import { ModuleRun } from './module_run.mjs';
import { PolarizeError } from './polarize_error.mjs';
import { checked, lastError, withSetup } from './setups.mjs';
import { decodeTrainingSnapshot } from './snapshot.mjs';

/**
 * Loads the module.
 *
 * @param {object} [options]
 * @param {'relaxed'|'simd'|'scalar'} [options.variant] take this build only; otherwise the fastest one that this machine's
 *   WebAssembly knows and that passes the numeric self-test
 * @returns {Promise<Attention>} its `rejected` lists the builds passed over, as {variant, reason}
 * @throws {Error} when no build works, with the reason for each
 */
export function loadAttention({ variant } = {}) {
  return firstThatWorks(builds, variant, async (candidate, rejected) => {
    const { script, module: address } = builds[candidate];
    const [{ default: factory }, compiled] = await Promise.all([importScript(script), compileModule(address)]);
    const attention = new Attention(await instantiate(factory, compiled), candidate, rejected);
    const wrong = differs(firstLosses(attention));
    if (wrong) throw new Error(`its self-test gave ${wrong}`);
    return attention;
  });
}

/** The loaded module. */
export class Attention {
  #module;

  constructor(module, variant, rejected) {
    this.#module = module;
    /** The build in use: 'relaxed', 'simd' or 'scalar'. */
    this.variant = variant;
    /** The builds passed over before it. */
    this.rejected = rejected;
  }

  /** The experiments that train attention models, in the form of Engine.catalogue(). */
  catalogue() {
    return JSON.parse(textAt(this.#module, this.#module._polarize_catalogue()));
  }

  /**
   * Starts a run.
   *
   * @param {object} start
   * @param {'induction'|'classification'} start.experiment
   * @param {Object<string, number|string>} [start.parameters] by name; what is missing has its default
   * @returns {Training} to be freed when it is not needed any more
   * @throws {PolarizeError} for a name or value that is not allowed, sizes that do not fit, or more memory than there is
   */
  start(start) {
    const run = withSetup(this.#module, start, (setup) => checked(this.#module, this.#module._polarize_train(setup)));
    const names = this.catalogue().find(({ id }) => id === start.experiment).parameters.map(({ name }) => name);
    return new Training(this.#module, run, names);
  }
}

/** One run: a model in training and its history, in the module's memory until `free` is called. */
export class Training extends ModuleRun {
  constructor(module, run, names) {
    super(module, run, names);
    /** The model: `{layers, heads, length, tokens, outputs, d, causal, weights}`, `weights` being how many it has. */
    this.model = JSON.parse(textAt(module, checked(module, module._polarize_model(run))));
  }

  /** Does up to `count` updates (Infinity: all that are left) and the evaluations that fall due; returns how many updates it did. */
  advance(count) {
    let done = 0;
    let updates;
    this.evaluate();
    do {
      updates = this.train(count - done);
      done += updates;
      this.evaluate();
    } while (updates > 0);
    return done;
  }

  /** Does up to `count` updates (Infinity: all that are left), none beyond a due evaluation, and returns how many it did. */
  train(count) {
    const done = this.module._polarize_advance(this.address, count);
    if (done < 0) throw lastError(this.module);
    return done;
  }

  /** Whether an evaluation is due, without which `train` does nothing. */
  get evaluationIsDue() {
    return this.module._polarize_evaluation_is_due(this.address) !== 0;
  }

  /** Evaluates the model where that is due. */
  evaluate() {
    if (this.module._polarize_evaluate(this.address)) throw lastError(this.module);
  }

  /** The run as it stands (see snapshot.mjs for the form); see encodedSnapshot for what can be asked for. */
  snapshot(request = {}) {
    return decodeTrainingSnapshot(this.encodedSnapshot(request));
  }

  /**
   * The same as bytes, to be sent elsewhere.
   *
   * @param {object} [request]
   * @param {number} [request.firstSample] history from this sample on
   * @param {number} [request.firstEvaluation] evaluations from this one on
   * @param {number} [request.samples] how many evaluation sequences to look at: their attention maps, logits, tokens, targets
   * @param {boolean} [request.interventions] add the metrics that changed sequences give, which takes as long as evaluations
   */
  encodedSnapshot({ firstSample = 0, firstEvaluation = 0, samples = 0, interventions = false } = {}) {
    const address = checked(this.module, this.module._polarize_snapshot(this.address, firstSample, firstEvaluation, samples, interventions ? 1 : 0));
    return bytesAt(this.module, address, this.module._polarize_snapshot_size(this.address));
  }

  /**
   * What the model makes of a sequence of its length: `{logits, attention}`, Float64Arrays of (length, outputs) and (layers,
   * heads, length, length).
   */
  look(tokens) {
    const { layers, heads, length, outputs } = this.model;
    const module = this.module;
    if (withWords(module, this.#fitting(tokens), (address) => module._polarize_look(this.address, address))) throw lastError(module);
    return {
      logits: doublesAt(module, module._polarize_logits(this.address), length * outputs),
      attention: doublesAt(module, module._polarize_attention(this.address), layers * heads * length * length),
    };
  }

  /** What the model predicts at the end with the token at `position` replaced by each of the tokens there are (Uint32Array). */
  replacements(tokens, position) {
    if (!(Number.isInteger(position) && position >= 0 && position < this.model.length)) {
      throw new PolarizeError(`position "${position}": must be an integer from 0 to ${this.model.length - 1}`);
    }
    const module = this.module;
    const address = checked(module, withWords(module, this.#fitting(tokens), (words) => module._polarize_replacements(this.address, words, position)));
    return wordsAt(module, address, this.model.tokens);
  }

  #fitting(tokens) {
    const { length, tokens: count } = this.model;
    if (tokens.length !== length) throw new PolarizeError(`sequence: has ${tokens.length} tokens; the model reads ${length}`);
    const wrong = tokens.find((token) => !(Number.isInteger(token) && token >= 0 && token < count));
    if (wrong !== undefined) throw new PolarizeError(`token "${wrong}": must be an integer from 0 to ${count - 1}`);
    return tokens;
  }
}
