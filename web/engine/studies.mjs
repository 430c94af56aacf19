// Studies of many runs for JavaScript: claims of the theory checked, ensembles, phase maps. Ensembles and maps are computed as
// shares, in as many workers as there are, and gathered where their result is wanted; it does not depend, to the last bit, on how
// they were divided. All calls throw PolarizeError for what the core refuses, with its message.

import { compileModule, importScript, instantiate } from './compile.mjs';
import { studies } from './engines.mjs';
import { doublesAt, textAt, withTexts, withWords, wordsAt } from './heap.mjs';
import { checked, lastError, withSetup } from './setups.mjs';

/** Compiles build `variant` ('relaxed', 'simd' or 'scalar') once; a compiled module may be sent to workers. */
export const compileStudies = (variant) => compileModule(studies[variant].module);

/** The studies that a module compiled from build `variant` offers. */
export async function startStudies(variant, compiled) {
  const { default: factory } = await importScript(studies[variant].script);
  return new Studies(await instantiate(factory, compiled));
}

/** What of studies is computed in one memory. */
export class Studies {
  #module;

  constructor(module) {
    this.#module = module;
  }

  /** Every claim: `{id, claim, holds_for, measure}`. */
  claims() {
    return JSON.parse(textAt(this.#module, this.#module._polarize_claims()));
  }

  /**
   * Begins to check the claims that speak of an experiment.
   *
   * @param {object} start
   * @param {string} start.experiment
   * @param {Object<string, number|string>} [start.parameters]
   * @returns {ClaimCheck} to be freed
   */
  check(start) {
    return this.#make(start, ClaimCheck, (setup) => this.#module._polarize_check(setup));
  }

  /**
   * Gathers an ensemble.
   *
   * @param {object} start
   * @param {string} start.experiment
   * @param {Object<string, number|string>} [start.parameters] that all flows share
   * @param {number} start.count of flows
   * @param {number} start.threshold share of log k below which a flow counts as polarised
   * @returns {Ensemble} to be freed
   */
  ensemble({ count, threshold, ...start }) {
    return this.#make(start, Ensemble, (setup) => this.#module._polarize_ensemble(setup, count, threshold));
  }

  /** The flows from number `first` up to but not including `last` of the ensemble that `ensemble` would gather. */
  ensembleShare({ count, threshold, ...start }, first, last) {
    return this.#make(start, Share, (setup) => this.#module._polarize_ensemble_share(setup, count, threshold, first, last));
  }

  /**
   * Gathers a phase map.
   *
   * @param {object} start
   * @param {string} start.experiment
   * @param {Object<string, number|string>} [start.parameters] that all points share
   * @param {string} start.x as "lr=0.01:10:64:log"
   * @param {string} start.y
   * @param {string} start.measure
   * @param {number} start.count of flows at each point
   * @param {number} start.threshold of the measure time_to_polarise
   * @returns {PhaseMap} to be freed
   */
  map({ x, y, measure, count, threshold, ...start }) {
    return this.#make(start, PhaseMap, (setup) => withTexts(this.#module, [x, y, measure],
      (...texts) => this.#module._polarize_map(setup, ...texts, count, threshold)));
  }

  /** How many flows of these parameters are computed side by side in the time of one. */
  abreast(start) {
    return withSetup(this.#module, start, (setup) => this.#module._polarize_abreast(setup));
  }

  #make(start, Made, make) {
    return withSetup(this.#module, start, (setup) => new Made(this.#module, checked(this.#module, make(setup))));
  }

}

/** The claims of one experiment, checked bit by bit. */
class ClaimCheck {
  #module;
  #check;

  constructor(module, check) {
    this.#module = module;
    this.#check = check;
  }

  /** Works for some 10 ms; the result that is out now, or null. See studies_json.hpp for its form. */
  advance() {
    const json = textAt(this.#module, checked(this.#module, this.#module._polarize_check_advance(this.#check)));
    return json ? JSON.parse(json) : null;
  }

  get done() {
    return this.#module._polarize_check_done(this.#check) !== 0;
  }

  /** 0 to 1. */
  get progress() {
    return this.#module._polarize_check_progress(this.#check);
  }

  free() {
    this.#module._polarize_check_free(this.#check);
  }
}

/** Flows computed apart from what gathers them. */
class Share {
  #module;
  #share;

  constructor(module, share) {
    this.#module = module;
    this.#share = share;
  }

  /** Does about `budget` flow-steps (an integer) and returns how many; 0 when nothing is left. */
  advance(budget) {
    const done = this.#module._polarize_share_advance(this.#share, budget);
    if (done < 0) throw lastError(this.#module);
    return done;
  }

  get done() {
    return this.#module._polarize_share_done(this.#share) !== 0;
  }

  /** Rough floating-point operations of one flow-step. */
  get workPerStep() {
    return this.#module._polarize_share_work_per_step(this.#share);
  }

  /** The finished share (Uint32Array) for `absorb`. */
  words() {
    const address = checked(this.#module, this.#module._polarize_share_words(this.#share));
    return wordsAt(this.#module, address, this.#module._polarize_share_size(this.#share));
  }

  free() {
    this.#module._polarize_share_free(this.#share);
  }
}

/** An ensemble as its shares come in. */
class Ensemble {
  #module;
  #ensemble;

  constructor(module, ensemble) {
    this.#module = module;
    this.#ensemble = ensemble;
  }

  absorb(words) {
    const refused = withWords(this.#module, words, (address) => this.#module._polarize_ensemble_absorb(this.#ensemble, address, words.length));
    if (refused) throw lastError(this.#module);
  }

  /** What is known so far, of the form that `polarize ensemble --format json` writes. */
  result() {
    return JSON.parse(textAt(this.#module, checked(this.#module, this.#module._polarize_ensemble_result(this.#ensemble))));
  }

  free() {
    this.#module._polarize_ensemble_free(this.#ensemble);
  }
}

/** A phase map as its shares come in. */
class PhaseMap {
  #module;
  #map;

  constructor(module, map) {
    this.#module = module;
    this.#map = map;
  }

  /** How many flows it takes. */
  get flows() {
    return this.#module._polarize_map_flows(this.#map);
  }

  /** The flows from number `first` up to but not including `last`, coarse points first; to be freed before the map. */
  share(first, last) {
    return new Share(this.#module, checked(this.#module, this.#module._polarize_map_share(this.#map, first, last)));
  }

  absorb(words) {
    const refused = withWords(this.#module, words, (address) => this.#module._polarize_map_absorb(this.#map, address, words.length));
    if (refused) throw lastError(this.#module);
  }

  /** The map so far (see studies_json.hpp), with `z` (Float64Array, y × x), filled in from coarser points; NaN where undefined. */
  result() {
    const map = JSON.parse(textAt(this.#module, checked(this.#module, this.#module._polarize_map_result(this.#map))));
    return { ...map, z: doublesAt(this.#module, this.#module._polarize_map_values(this.#map), map.points) };
  }

  free() {
    this.#module._polarize_map_free(this.#map);
  }
}
