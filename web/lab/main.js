// Puts the page's parts together. The engine computes in its worker, the view draws in the canvas, the lab stands between.

import { guardActivation } from './activation.js';
import { Controls } from './controls.js';
import { Lab } from './lab.js';
import { Notices } from '../base/notices.js';
import { openNumberField } from './number_field.js';
import { PanelHost } from './panel_host.js';
import { Progress } from '../base/progress.js';
import { copyLink, offerFile } from '../base/share.js';
import { Stage, watchVisibility } from './stage.js';
import { Summary } from './summary.js';
import { startTheme } from '../base/theme.js';
import { addressOf, parseState, readAddress, stateText, wantedEngine, writeAddress } from '../base/url_state.js';
import { loadView } from './view.js';

const element = (id) => document.getElementById(id);
const demo = element('demo');
const canvas = element('polarize-canvas');
const frame = canvas.parentElement;
const notices = new Notices(element('notices'));
const progress = new Progress(element('progress'));
const summary = new Summary(element('reading'), element('spoken'));

const reload = 'Reload the page; if it happens again, another browser or a newer one may help.';
const engineNames = { relaxed: 'relaxed SIMD', simd: '128-bit SIMD', scalar: 'no SIMD' };
const lostPatience = 3000; // milliseconds after which a lost picture is worth a word

let view = null;
let stage = null;
let controls = null;
let host = null;
let onScreen = true;
let dark = false;
let engineReady;
const engineIsReady = new Promise((resolve) => (engineReady = resolve));

/** What the page shows, for tests and for the curious. Documented in web/README.md. */
function report() {
  const { state, playing, held, run, latest, engine } = lab;
  return {
    ...state,
    playing,
    held,
    run,
    engine,
    frames: view ? view.frames : 0,
    snapshot: latest,
    shown: host?.state() ?? null,
    address: state ? addressOf(state) : null,
  };
}

const lab = new Lab({
  progress: (loaded, total) => progress.report('engine', loaded, total),
  ready: () => {
    const { variant, version, rejected } = lab.engine;
    element('engine').textContent = `polarize ${version}, engine with ${engineNames[variant]}`;
    for (const { variant: name, reason } of rejected) {
      if (/self-test/.test(reason)) notices.show(`The engine build with ${engineNames[name]} is not used: ${reason}.`, { kind: 'note' });
    }
    controls = new Controls(demo, lab);
    host = new PanelHost(element('views'), element('stage'), element('panel'), lab, {
      changed: () => writeAddress(lab.state),
      shown: (id) => showPanel(id),
      openRun: (state) => open({ state, errors: [] }),
      failed: (message) => notices.show(message, { advice: reload, kind: 'failure' }),
    });
    engineReady();
  },
  started: ({ errors, fromView }) => {
    for (const message of errors) notices.show(message, { advice: 'The default is used instead.' });
    if (view) {
      view.run = lab.run;
      if (!fromView) view.state = stateText(lab.state);
    }
    refresh();
  },
  changed: () => {
    summariseLatest();
    refresh();
  },
  snapshot: (bytes) => {
    if (view) view.snapshot(bytes);
    else setTimeout(() => lab.shown(), 100);
    summariseLatest();
  },
  error: (message) => notices.show(message),
  failed: (message) => {
    notices.show(`The engine stopped: ${message}.`, { advice: reload, kind: 'failure' });
    progress.finish();
  },
}, !matchMedia('(prefers-reduced-motion: reduce)').matches, wantedEngine());

function refresh() {
  controls.update();
  host.update();
  if (view) view.playing = lab.playing;
  writeAddress(lab.state);
}

/** The run stands still while a panel is open: nobody sees it. */
function showPanel(id) {
  demo.classList.toggle('beside', id !== '');
  hold();
}

function hold() {
  const visible = onScreen && !lab.state?.panel;
  lab.hold(!visible);
  if (view) view.visible = visible;
}

function summariseLatest() {
  if (lab.latest) summary.update(lab.latest, lab.playing);
}

const commands = {
  select: (text) => {
    const { state, errors } = parseState(text);
    const { panel, settings } = lab.state;
    open({ state: { ...state, panel, settings }, errors }, { fromView: true });
  },
  set: (text) => {
    const [name, value] = splitAssignment(text);
    lab.setParameter(name, value, { fromView: true });
  },
  play: () => lab.play(),
  pause: () => lab.pause(),
  step: (count) => lab.step(Number(count)),
  reset: () => lab.reset(),
  pace: (pace) => (lab.pace = pace),
  url: (text) => {
    lab.state.view = parseState(text).state.view;
    writeAddress(lab.state);
  },
  height: (pixels) => (stage.height = Number(pixels)),
  edit: (json) => openNumberField(frame, JSON.parse(json), (text) => view.edit(text), () => canvas.focus({ preventScroll: true })),
  copy: () => copyLink(addressOf(lab.state), element('copied')),
  download: () => offerFile(`${lab.state.experiment}.csv`, view.csv(), 'text/csv'),
  error: (message) => notices.show(message, { advice: 'The default is used instead.' }),
  dirty: () => view.requestFrame(),
};

/** Does what the canvas asks for, once it is on the page and the module's own call is over. */
async function obey(verb, argument) {
  await drawing;
  if (commands[verb]) commands[verb](argument);
  else console.error(`the canvas asks for "${verb}", which the page does not know`);
}

const splitAssignment = (text) => {
  const equals = text.indexOf('=');
  return [text.slice(0, equals), text.slice(equals + 1)];
};

function open({ state, errors }, origin) {
  notices.clearWarnings();
  for (const message of errors) notices.show(message);
  lab.open(state, origin);
}

async function startView() {
  const loaded = await loadView(canvas, { onCommand: obey, onProgress: (done, total) => progress.report('view', done, total) });
  loaded.start();
  await engineIsReady;
  return loaded;
}

function showView(loaded) {
  view = loaded;
  view.dark = dark;
  view.engine = lab.engine.variant;
  view.onFrame = () => {
    if (!lab.latest) return;
    if (frame.classList.contains('loading')) {
      performance.mark('polarize-first-plot');
      frame.classList.remove('loading');
      progress.finish();
    }
    lab.shown();
  };
  stage = new Stage(element('stage'), canvas, view);
  guardActivation(frame, canvas, (active) => (view.active = active));
  watchContext();
}

function watchContext() {
  let timer = 0;
  canvas.addEventListener('webglcontextlost', () => {
    timer = setTimeout(() => notices.show('The browser took the drawing context away; the run is kept.', { advice: reload }), lostPatience);
  });
  canvas.addEventListener('webglcontextrestored', () => clearTimeout(timer));
}

function showNoView(error) {
  notices.show(`There is no picture: ${error.message}.`, {
    advice: 'The run continues in words and with the plain controls below. Turning on hardware acceleration in the browser may bring the picture back.',
    kind: 'failure',
  });
  frame.classList.add('absent');
  progress.finish();
  element('plain').open = true;
}

startTheme(element('theme'), (value) => {
  dark = value;
  if (view) view.dark = value;
});
watchVisibility(demo, (visible) => {
  onScreen = visible;
  hold();
});
element('copy').addEventListener('click', () => copyLink(addressOf(lab.state), element('copied')));
addEventListener('hashchange', () => open(readAddress(), {}));
demo.polarize = { state: report };

const drawing = startView().then(showView, showNoView);
await Promise.all([engineIsReady, drawing]);
open(readAddress(), {});
