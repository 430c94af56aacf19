// A worker for studies of many runs. A study's workers compute its shares, one of them besides gathers what they found. It works
// in short slices, so that a message is never kept waiting.
//
// From the page: {type: 'load', variant, compiled}, then {type: 'begin', kind, request, gathers} (`request` as for Studies: kind
// 'ensemble', 'map' or 'check'), {type: 'share', first, last} (compute these flows), {type: 'absorb', words}, {type: 'report'}.
// To the page: {type: 'begun', flows, abreast} (how many in all, how many go side by side), {type: 'share', first, last, words,
// flowSteps, milliseconds}, {type: 'report', result}, {type: 'claim', result, progress, done}, {type: 'error', message} (refused),
// {type: 'failed', message} (nothing works any more).

import { startStudies } from '../../engine/studies.mjs';

const sliceMilliseconds = 12;

let studies;
let study = null; // of the map that shares are taken from, of what is gathered, of the claims
let work = null; // what is under way: called for a slice, it returns whether more is left
let budget = 1000;

const post = (type, fields = {}, transfer = []) => postMessage({ type, ...fields }, transfer);

// A message to oneself comes after those already waiting and, unlike a timer, without a minimum delay.
const soon = new MessageChannel();
soon.port1.onmessage = () => guarded(tick);

function tick() {
  if (!work) return;
  if (work()) soon.port2.postMessage(null);
  else work = null;
}

function start(slice) {
  work = slice;
  soon.port2.postMessage(null);
}

/** Flow-steps of `share` for one slice; the budget follows the measured speed. */
function advance(share) {
  const begun = performance.now();
  const done = share.advance(budget);
  const took = performance.now() - begun;
  budget = Math.max(1, Math.min(4 * budget, Math.floor(took > 0 ? done / took * sliceMilliseconds : Infinity)));
  return done;
}

const begin = {
  ensemble(request, gathers) {
    study = { request, gathered: gathers ? studies.ensemble(request) : null };
    study.share = (first, last) => studies.ensembleShare(request, first, last);
    return { flows: request.count, abreast: studies.abreast(request) };
  },

  map(request) {
    const map = studies.map(request);
    study = { gathered: map, share: (first, last) => map.share(first, last) };
    return { flows: map.flows, abreast: studies.abreast(request) };
  },

  check(request) {
    const check = studies.check(request);
    start(() => {
      const result = check.advance();
      post('claim', { result, progress: check.progress, done: check.done });
      return !check.done;
    });
    return { claims: studies.claims() };
  },
};

const handlers = {
  async load({ variant, compiled }) {
    studies = await startStudies(variant, compiled);
    post('loaded');
  },

  begin({ kind, request, gathers }) {
    const begun = begin[kind](request, gathers);
    if (gathers) post('begun', begun);
  },

  share({ first, last }) {
    const share = study.share(first, last);
    let flowSteps = 0;
    let milliseconds = 0;
    start(() => {
      const begun = performance.now();
      flowSteps += advance(share);
      milliseconds += performance.now() - begun;
      if (!share.done) return true;
      const words = share.words();
      share.free();
      post('share', { first, last, words, flowSteps, milliseconds }, [words.buffer]);
      return false;
    });
  },

  absorb({ words }) {
    study.gathered.absorb(words);
  },

  report() {
    const result = study.gathered.result();
    post('report', { result }, result.z ? [result.z.buffer] : []);
  },
};

async function guarded(action) {
  try {
    await action();
  } catch (error) {
    work = null;
    post(error.name === 'PolarizeError' ? 'error' : 'failed', { message: error.message });
  }
}

// One message after the other, though loading takes its time.
let last = Promise.resolve();
onmessage = ({ data: { type, ...fields } }) => {
  last = last.then(() => guarded(() => handlers[type](fields)));
};
