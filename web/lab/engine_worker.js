// The worker in which the engine computes. It works in short slices, so that a message is never kept waiting, and sends a
// snapshot only when the page has shown the last one.
//
// From the page: {type: 'load', variant}, then {type: 'start', run, experiment, parameters, initial, playing, pace},
// {type: 'set', name, value}, {type: 'play'}, {type: 'pause'}, {type: 'step', count}, {type: 'pace', pace},
// {type: 'hold', held} (nobody is looking), {type: 'shown'} (the last snapshot is on the screen).
// To the page: {type: 'progress', loaded, total}, {type: 'ready', variant, isa, version, rejected, catalogue},
// {type: 'started', run, experiment, parameters, defaults, errors}, {type: 'changed', run, name, value} (a parameter is set),
// {type: 'snapshot', run, buffer}, {type: 'error', message} (refused), {type: 'failed', message} (nothing works any more).

import { PolarizeError, decodeSnapshot, load } from '../engine/polarize.mjs';
import { Pacer } from './pacer.js';

const sliceMilliseconds = 9;
const chunkMilliseconds = 2;
const restMilliseconds = 8; // between slices when the pace leaves nothing to do
const heavyBytes = 1 << 18; // a snapshot with arrays beyond this size carries them only now and then
const heavyMilliseconds = 250;

let engine;
let run = null; // {number, engineRun}
let playing = false;
let held = false;
let goal = null; // the step to go to at once, whatever the pace
let shown = true;
let changed = false; // since the last snapshot
let samplesSent = 0;
let arraysSize = 0;
let arraysSentAt = -Infinity;
let chunk = 1;
let lastTick = 0;
let scheduled = null;
const pacer = new Pacer();

// A message to oneself comes after those already waiting and, unlike a timer, without a minimum delay.
const soon = new MessageChannel();
soon.port1.onmessage = () => tick();

const post = (type, fields = {}, transfer = []) => postMessage({ type, ...fields }, transfer);

const busy = () => run !== null && !held && !run.engineRun.done && (playing || goal !== null);

function wake() {
  if (scheduled === null && busy()) {
    lastTick = performance.now();
    schedule(0);
  }
}

function schedule(milliseconds) {
  if (milliseconds > 0) {
    scheduled = setTimeout(tick, milliseconds);
  } else {
    scheduled = 0;
    soon.port2.postMessage(null);
  }
}

function tick() {
  scheduled = null;
  if (busy()) {
    const now = performance.now();
    const behind = advance(now, (now - lastTick) / 1000);
    lastTick = now;
    if (busy()) schedule(behind ? 0 : restMilliseconds);
  }
  sendSnapshot();
}

/** One slice of work; whether more of it is due at once. */
function advance(now, seconds) {
  const { engineRun } = run;
  let due = goal !== null ? goal - engineRun.step : pacer.due(engineRun.step, seconds);
  const end = now + sliceMilliseconds;
  let time = now;
  while (due > 0 && time < end && !engineRun.done) {
    const did = engineRun.advance(Math.min(due, chunk));
    const after = performance.now();
    adaptChunk(did, after - time);
    due -= did;
    changed = true;
    time = after;
  }
  if (goal !== null && (engineRun.step >= goal || engineRun.done)) goal = null;
  if (due > 0 && goal === null) pacer.restart(engineRun.step); // too slow for the pace: no debts
  return due > 0;
}

/** Makes the chunk between two looks at the clock last about `chunkMilliseconds`; the clock may be coarse. */
function adaptChunk(did, milliseconds) {
  if (milliseconds < chunkMilliseconds / 2 && did === chunk) chunk *= 2;
  else if (milliseconds > chunkMilliseconds * 2) chunk = Math.max(1, Math.floor(chunk / 2));
}

function sendSnapshot() {
  if (!run || !shown || !changed) return;
  const now = performance.now();
  const arrays = arraysSize < heavyBytes || now - arraysSentAt > heavyMilliseconds || !busy();
  const snapshot = run.engineRun.encodedSnapshot({ firstSample: samplesSent, arrays });
  if (arrays) {
    arraysSize = snapshot.byteLength;
    arraysSentAt = now;
  }
  samplesSent += decodeSnapshot(snapshot).history.steps.length;
  shown = false;
  changed = false;
  post('snapshot', { run: run.number, buffer: snapshot.buffer }, [snapshot.buffer]);
}

const handlers = {
  async load({ variant }) {
    engine = await load({ variant, onProgress: (loaded, total) => post('progress', { loaded, total }) });
    const { isa, version, rejected } = engine;
    post('ready', { variant: engine.variant, isa, version, rejected, catalogue: engine.catalogue() });
  },

  start({ run: number, experiment, parameters, initial, playing: plays, pace }) {
    const checked = engine.check({ experiment, parameters });
    const engineRun = engine.start({ experiment: checked.experiment, parameters: checked.parameters, initial });
    run?.engineRun.free();
    run = { number, engineRun };
    playing = plays;
    goal = null;
    samplesSent = 0;
    arraysSize = 0;
    shown = true;
    changed = true;
    chunk = 1;
    pacer.pace = pace;
    pacer.restart(0);
    post('started', { run: number, ...checked });
  },

  set({ name, value }) {
    run.engineRun.set(name, value);
    post('changed', { run: run.number, name, value: run.engineRun.parameters()[name] });
  },

  play() {
    playing = true;
    goal = null;
    pacer.restart(run.engineRun.step);
  },

  pause() {
    playing = false;
    goal = null;
  },

  step({ count }) {
    playing = false;
    goal = run.engineRun.done ? null : run.engineRun.step + count;
  },

  pace({ pace }) {
    pacer.pace = pace;
    pacer.restart(run.engineRun.step);
  },

  hold({ held: value }) {
    held = value;
  },

  shown() {
    shown = true;
  },
};

onmessage = async ({ data: { type, ...fields } }) => {
  try {
    await handlers[type](fields);
  } catch (error) {
    post(type !== 'load' && error instanceof PolarizeError ? 'error' : 'failed', { message: error.message });
    return;
  }
  if (!busy()) sendSnapshot();
  wake();
};
