// The page's side of a worker that trains one model: commands out, news in, and all that is known of the run so far.

import { explainScript } from '../../../engine/compile.mjs';
import { decodeTrainingSnapshot } from '../../../engine/snapshot.mjs';

const workerAddress = new URL('./worker.js', import.meta.url);
const learnt = 0.95; // accuracy from which on the task counts as learnt

/** Appends the samples of a history that are not known yet; keeps the numbers of one series together. */
function append(known, { steps, series }) {
  known.steps.push(...steps);
  for (const [name, { width, values }] of Object.entries(series)) {
    known.series[name] ??= { width, values: [] };
    for (const value of values) known.series[name].values.push(value);
  }
}

const empty = () => ({ steps: [], series: {} });

export class TrainingClient {
  /** The last snapshot; null before the first of a run. */
  latest = null;
  /** The sizes of the model; null before a run began. */
  model = null;
  /** The parameters in force, as exact texts; null before a run began. */
  parameters = null;
  /** The course of the loss and of every metric: {steps, series: {name: {width, values}}}. */
  history = empty();
  evaluations = empty();
  /** The metrics of the last evaluation, and those of the last interventions beside them. */
  metrics = {};
  /** How fast it goes: {milliseconds (an update), seconds (spent so far)}. */
  timing = { milliseconds: NaN, seconds: 0 };
  /** When more than 95 % were right for the first time: {step, seconds}, or null. */
  learnt = null;
  /** The message that refused the last start, or ''. */
  refused = '';
  playing = false;

  #worker;
  #failed = false;
  #asking = 0;
  #answers = new Map();

  /** Handlers: `ready({variant, rejected, catalogue})`, `started()`, `snapshot()`, `changed()`, `refused(message)`, `failed(message)`. */
  on = {};

  /** @param {string} variant the build to take */
  constructor(variant) {
    this.#worker = new Worker(workerAddress, { type: 'module' });
    this.#worker.onerror = (event) => this.#fail(event);
    this.#worker.onmessage = ({ data: { type, ...fields } }) => {
      if (!this.#failed) this.#hear[type](fields);
    };
    this.#send('load', { variant });
  }

  /** Starts a run that replaces the present one. */
  start(experiment, parameters) {
    this.latest = null;
    this.model = null;
    this.history = empty();
    this.evaluations = empty();
    this.metrics = {};
    this.learnt = null;
    this.refused = '';
    this.#answers.clear();
    this.#send('start', { experiment, parameters });
  }

  get over() {
    return this.latest !== null && this.latest.status !== 'running';
  }

  play() {
    this.playing = true;
    this.#send('play');
  }

  pause() {
    this.playing = false;
    this.#send('pause');
  }

  /** Does `count` updates and stops. */
  step(count) {
    this.playing = false;
    this.#send('step', { count });
  }

  set(name, value) {
    this.#send('set', { name, value });
  }

  /** How many sequences to look at in each snapshot. */
  set samples(count) {
    this.#send('samples', { count });
  }

  /** The last snapshot is on the screen: the next one may come. */
  shown() {
    this.#send('shown', { samplesOfHistory: this.history.steps.length, evaluations: this.evaluations.steps.length });
  }

  /** What the model as it stands makes of a sequence: `tell({logits, weights})`. */
  look(tokens, tell) {
    this.#send('look', { tokens, number: this.#ask('look', tell) });
  }

  /** What it predicts with each token at each of `positions`: `tell({position, predictions})` for one after the other. */
  replacements(tokens, positions, tell) {
    this.#send('replacements', { tokens, positions, number: this.#ask('replacements', tell) });
  }

  /** Measures what becomes of predictions when sequences are changed: `tell()` when `metrics` has it. */
  intervene(tell) {
    this.#ask('interventions', tell);
    this.#send('interventions');
  }

  end() {
    this.#failed = true;
    this.#worker.terminate();
  }

  #hear = {
    ready: (fields) => this.on.ready(fields),
    started: ({ parameters, model }) => {
      this.parameters = parameters;
      this.model = model;
      this.on.started();
    },
    snapshot: ({ buffer, timing }) => {
      const snapshot = decodeTrainingSnapshot(new Uint8Array(buffer));
      this.latest = snapshot;
      this.timing = timing;
      append(this.history, snapshot.history);
      append(this.evaluations, snapshot.training.evaluations);
      this.metrics = { ...(snapshot.training.evaluatedStep === this.#evaluatedStep ? this.metrics : {}), ...snapshot.training.metrics };
      this.#evaluatedStep = snapshot.training.evaluatedStep;
      this.#learn(snapshot.training.evaluations, timing.evaluatedAt);
      if (this.over) this.playing = false;
      this.on.snapshot();
    },
    looked: ({ number, ...seen }) => this.#answer('look', number, seen),
    replaced: ({ number, ...replaced }) => this.#answer('replacements', number, replaced),
    intervened: ({ buffer }) => {
      const { training } = decodeTrainingSnapshot(new Uint8Array(buffer));
      this.metrics = training.metrics;
      this.#evaluatedStep = training.evaluatedStep;
      this.#answer('interventions', this.#asking);
    },
    changed: ({ name, value }) => {
      this.parameters[name] = value;
      this.on.changed();
    },
    error: ({ message }) => {
      if (!this.model) this.refused = message;
      this.on.refused(message);
    },
    failed: ({ message }) => {
      this.#failed = true;
      this.on.failed(message);
    },
  };

  #evaluatedStep = -1;

  /** Notes the first of these evaluations in which the task is learnt. */
  #learn({ steps, series }, evaluatedAt) {
    const first = series.accuracy?.values.findIndex((accuracy) => accuracy > learnt) ?? -1;
    if (!this.learnt && first >= 0) this.learnt = { step: steps[first], seconds: evaluatedAt[first] };
  }

  /** Keeps who asked; an answer to what was asked before is not wanted any more. */
  #ask(kind, tell) {
    this.#asking += 1;
    this.#answers.set(kind, { number: this.#asking, tell });
    return this.#asking;
  }

  #answer(kind, number, answer) {
    const asked = this.#answers.get(kind);
    if (asked && (kind === 'interventions' || asked.number === number)) asked.tell(answer);
  }

  #send(type, fields = {}) {
    this.#worker.postMessage({ type, ...fields });
  }

  async #fail(event) {
    event.preventDefault?.();
    if (this.#failed) return;
    this.#failed = true;
    this.#worker.terminate();
    this.on.failed(event.message ?? (await explainScript(workerAddress, 'the browser did not start it')));
  }
}
