// A worker that trains one attention model. It works in short slices, so that a message is never kept waiting, and shows the run
// again only when the page has taken what it was shown last.
//
// From the page: {type: 'load', variant}, then {type: 'start', experiment, parameters}, 'play', 'pause', {type: 'step', count},
// {type: 'set', name, value}, {type: 'samples', count} (how many sequences to look at), 'shown' (the last snapshot is drawn), and
// of the model as it stands {type: 'look', tokens, number}, {type: 'replacements', tokens, number} and 'interventions'.
// To the page: {type: 'ready', variant, rejected, catalogue}, {type: 'started', parameters, model, work}, {type: 'snapshot', buffer,
// timing} with timing = {milliseconds (of an update, median), seconds (spent on this run), evaluatedAt (so many seconds were spent
// when each evaluation of the snapshot was there)}, {type: 'looked', number, logits,
// attention}, {type: 'replaced', number, position, predictions} for one position after the other, {type: 'intervened', buffer},
// {type: 'changed', name, value}, {type: 'error', message} (refused), {type: 'failed', message} (nothing works any more).

import { loadAttention } from '../../../engine/attention.mjs';

const sliceMilliseconds = 20;
const betweenSnapshots = 70; // milliseconds: often enough for the eye
const timedSlices = 31;

let attention;
let run = null;
let playing = false;
let wanted = 0; // updates to be done although it does not play
let samples = 1;
let drawn = true; // whether the page has drawn the last snapshot
let told = { step: -1, evaluatedStep: -1, samples: 0, over: false }; // of the last snapshot
let toldAt = 0;
let history = 0; // samples of it that the page has
let evaluations = 0;
let budget = 1;
let seconds = 0;
let evaluatedAt = []; // seconds spent until each evaluation was there
let times = []; // milliseconds of an update in the last slices
let asked = []; // positions still to be replaced, {tokens, number, position}

const post = (type, fields = {}, transfer = []) => postMessage({ type, ...fields }, transfer);

// A message to oneself comes after those already waiting and, unlike a timer, without a minimum delay.
const soon = new MessageChannel();
soon.port1.onmessage = () => guarded(tick);
let ticking = false;

function wake() {
  if (ticking) return;
  ticking = true;
  soon.port2.postMessage(null);
}

function tick() {
  ticking = false;
  if (!run) return;
  if (asked.length > 0) replaceNext();
  else work();
  show();
  if (asked.length > 0 || isWorking()) wake();
}

const isWorking = () => (playing || wanted > 0) && !run.done;

function work() {
  if (!isWorking()) return;
  if (run.evaluationIsDue) {
    evaluate();
    return;
  }
  const begun = performance.now();
  const done = run.train(playing ? budget : Math.min(budget, wanted));
  const took = performance.now() - begun;
  wanted = Math.max(0, wanted - done);
  seconds += took / 1000;
  if (done > 0 && took > 0) times = [...times.slice(1 - timedSlices), took / done];
  budget = Math.max(1, Math.min(4 * budget, Math.floor(took > 0 ? done / took * sliceMilliseconds : Infinity)));
  if (run.done || !isWorking()) evaluate();
}

function evaluate() {
  if (!run.evaluationIsDue) return;
  const begun = performance.now();
  run.evaluate();
  seconds += (performance.now() - begun) / 1000;
  evaluatedAt.push(seconds);
}

/** Sends a snapshot where there is news and the page is ready for it. */
function show() {
  const over = run.done;
  const isNews = run.step !== told.step || over !== told.over || samples !== told.samples;
  const isTime = !isWorking() || performance.now() - toldAt >= betweenSnapshots;
  if (!drawn || !isNews || !isTime) return;
  const bytes = run.encodedSnapshot({ firstSample: history, firstEvaluation: evaluations, samples });
  told = { step: run.step, over, samples };
  toldAt = performance.now();
  drawn = false;
  post('snapshot', { buffer: bytes.buffer, timing: timing() }, [bytes.buffer]);
}

const timing = () => ({ milliseconds: median(times), seconds, evaluatedAt: evaluatedAt.slice(evaluations) });

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length > 0 ? sorted[sorted.length >> 1] : NaN;
}

/** One position of the sequence asked about. */
function replaceNext() {
  const { tokens, number, position } = asked.shift();
  const predictions = run.replacements(tokens, position);
  post('replaced', { number, position, predictions }, [predictions.buffer]);
}

const handlers = {
  async load({ variant }) {
    attention = await loadAttention({ variant });
    post('ready', { variant: attention.variant, rejected: attention.rejected, catalogue: attention.catalogue() });
  },

  start({ experiment, parameters }) {
    run?.free();
    run = null;
    asked = [];
    wanted = 0;
    run = attention.start({ experiment, parameters });
    told = { step: -1, over: false, samples: 0 };
    drawn = true;
    history = 0;
    evaluations = 0;
    budget = 1;
    seconds = 0;
    evaluatedAt = [];
    times = [];
    post('started', { parameters: run.parameters(), model: run.model, work: run.workPerStep });
    evaluate();
    show();
    wake();
  },

  play() {
    playing = true;
    wake();
  },

  pause() {
    playing = false;
    wake();
  },

  step({ count }) {
    playing = false;
    wanted += count;
    wake();
  },

  set({ name, value }) {
    run.set(name, value);
    post('changed', { name, value: run.parameters()[name] });
  },

  samples({ count }) {
    samples = count;
    wake();
  },

  shown({ samplesOfHistory, evaluations: count }) {
    history = samplesOfHistory;
    evaluations = count;
    drawn = true;
    wake();
  },

  look({ tokens, number }) {
    const { logits, attention: weights } = run.look(tokens);
    post('looked', { number, logits, weights }, [logits.buffer, weights.buffer]);
  },

  replacements({ tokens, positions, number }) {
    asked = positions.map((position) => ({ tokens, number, position }));
    wake();
  },

  interventions() {
    const bytes = run.encodedSnapshot({ firstSample: history, firstEvaluation: evaluations, interventions: true });
    post('intervened', { buffer: bytes.buffer }, [bytes.buffer]);
  },
};

async function guarded(action) {
  try {
    await action();
  } catch (error) {
    const refused = error.name === 'PolarizeError';
    if (!refused) run = null;
    post(refused ? 'error' : 'failed', { message: error.message });
  }
}

// One message after the other, though loading takes its time.
let last = Promise.resolve();
onmessage = ({ data: { type, ...fields } }) => {
  last = last.then(() => guarded(() => handlers[type](fields)));
};
