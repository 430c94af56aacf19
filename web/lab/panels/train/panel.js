// Tiny transformers in training: their heads, losses and sinks live, one model or two side by side, and sequences to try on them.

import { html } from '../../../base/elements.js';
import { watchWidth } from '../parts.js';
import { TrainCurves } from './curves.js';
import { TrainForm } from './form.js';
import { TrainingSession } from './session.js';
import { parametersOf, settings, settle } from './settings.js';
import { taskCalled } from './tasks.js';
import { TrainTransport } from './transport.js';
import { TrainView, samplesOf } from './view.js';

const betweenCurves = 200; // milliseconds: curves change little from one snapshot to the next
const marks = ['A', 'B'];

export class Panel {
  static settings = settings;

  #context;
  #session;
  #form = null;
  #transport;
  #curves;
  #view;
  #card;
  #dashboard;
  #about = html('div');
  #errors = html('div', { class: 'refused', role: 'alert' });
  #frame = 0;
  #taken = new Set(); // clients whose last snapshot is to be drawn
  #drawnCurves = 0;
  #draws = 0;
  #late = 0; // the timer of curves that are still to be drawn
  #ends = [];

  constructor(root, context) {
    this.#context = context;
    this.#transport = new TrainTransport({
      toggle: () => this.#toggle(),
      step: () => this.#stepOnce(),
      reset: () => this.#begin(),
      hidden: (go) => {
        context.set('hidden', go ? 'go' : 'pause');
        this.#hold();
      },
      slower: (lr) => {
        context.set('lr', lr);
        this.#form.build();
        this.#session.wants = true;
        this.#begin();
      },
    }, context.setting('hidden') === 'go');
    this.#curves = new TrainCurves(context.setting('curve'), (name) => {
      context.set('curve', name);
      this.#drawCurves();
    });
    this.#view = new TrainView({ changed: () => this.#requestFrame(), sample: (index) => context.set('sample', String(index)) }, Number(context.setting('sample')) || 0);
    this.#dashboard = html('div', { class: 'dashboard' }, this.#view.heads, this.#curves.element);
    this.#card = html('section', { class: 'card', 'aria-label': 'Train a transformer' },
      html('header', {}, this.#about),
      this.#errors, this.#transport.element);
    root.classList.add('train');
    root.append(this.#card, this.#dashboard, this.#view.flips, precision());
    withStyle(root);
    this.#watch(root);
    this.#open();
  }

  /** Starts again when the address asks for something else. */
  update() {
    if (!this.#form || this.#key() === this.#session.begun) return;
    this.#settle();
    this.#form.build();
    this.#begin();
  }

  close() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#late);
    for (const end of this.#ends) end();
    this.#session.on = {};
    this.#session.held = true;
  }

  /** For tests. */
  state() {
    const sides = this.#sides.map(({ mark, client }) => ({
      mark, kind: client.parameters?.kind, refused: client.refused, step: client.latest?.step ?? -1, status: client.latest?.status ?? '',
      losses: client.history.steps.length, accuracy: client.metrics.accuracy?.data[0] ?? null, learnt: client.learnt, timing: client.timing, model: client.model,
    }));
    return { ready: this.#form !== null, playing: this.#session.playing, draws: this.#draws, drawn: this.#frame === 0 && this.#late === 0, sides, ...this.#view.state() };
  }

  #open() {
    const { lab } = this.#context;
    this.#transport.wait('Loading the training module …');
    this.#session = TrainingSession.open(lab.engine.variant, !matchMedia('(prefers-reduced-motion: reduce)').matches);
    this.#session.on = {
      ready: (client, { rejected }) => {
        if (!this.#form) this.#ready(rejected);
      },
      started: () => this.#arrange(),
      snapshot: (client) => {
        this.#taken.add(client);
        this.#requestFrame();
      },
      changed: () => this.#requestFrame(),
      refused: (client) => {
        if (!client.model) this.#view.clear();
        this.#requestFrame();
      },
      failed: (client, message) => {
        this.#transport.wait(`Training stopped: ${message}.`);
        this.#context.failed(`Training stopped: ${message}.`);
        this.#session.end();
      },
    };
    if (this.#session.catalogue) this.#ready([]);
    this.#hold();
  }

  #ready(rejected) {
    for (const { variant, reason } of rejected) if (/self-test/.test(reason)) this.#context.failed(`The training build "${variant}" is not used: ${reason}.`);
    this.#settle();
    this.#form = new TrainForm(this.#context, this.#session.catalogue, this.#about, {
      restart: () => this.#begin(),
      live: (name, text) => this.#setLive(name, text),
    });
    this.#transport.element.before(this.#form.element);
    if (this.#session.begun === this.#key()) this.#resume();
    else this.#begin();
  }

  /** Finds what was left. */
  #resume() {
    this.#arrange();
    for (const client of this.#session.clients) this.#taken.add(client);
    this.#requestFrame();
  }

  #settle() {
    this.#errors.replaceChildren(...settle(this.#context, this.#session.catalogue).map((line) => html('p', {}, `${line}. The default is used instead.`)));
  }

  #key() {
    const { setting } = this.#context;
    return JSON.stringify([setting('task'), parametersOf(this.#context), setting('compare')]);
  }

  #begin() {
    const { setting } = this.#context;
    const experiment = setting('task');
    const parameters = parametersOf(this.#context);
    const requests = [{ experiment, parameters }];
    if (setting('compare')) requests.push({ experiment, parameters: { ...parameters, kind: setting('compare') } });
    this.#session.begin(requests, this.#key());
    this.#drawnCurves = 0;
    this.#requestFrame();
  }

  /** A parameter that may change under way; a run that is over, or was refused, starts again. */
  #setLive(name, text) {
    if (this.#session.clients.some((client) => client.over || client.refused)) {
      this.#begin();
      return;
    }
    this.#session.begun = this.#key();
    for (const client of this.#session.clients) client.set(name, text);
  }

  #toggle() {
    if (this.#session.playing) this.#session.pause();
    else if (this.#session.clients.every((client) => client.over || client.refused)) {
      this.#session.wants = true;
      this.#begin();
    } else this.#session.play();
    this.#requestFrame();
  }

  #stepOnce() {
    this.#session.step(1);
    this.#requestFrame();
  }

  #hold() {
    this.#session.held = document.hidden && this.#context.setting('hidden') !== 'go';
    this.#requestFrame();
  }

  get #sides() {
    return this.#session.clients.map((client, i) => ({ mark: marks[i], client }));
  }

  /** Makes room for the models once all of them are there. */
  #arrange() {
    const sides = this.#sides;
    if (sides.some(({ client }) => !client.model)) return;
    const [{ client }] = sides;
    const task = this.#context.setting('task');
    for (const side of sides) side.client.samples = samplesOf(side.client.model);
    this.#dashboard.parentElement.classList.toggle('several', sides.length > 1);
    this.#view.arrange(sides, task, taskCalled(task).names(client.parameters));
  }

  #requestFrame() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#frame = 0;
    if (!this.#form) return;
    this.#draws += 1;
    this.#transport.show(this.#sides, this.#session.playing);
    this.#view.draw(!this.#session.playing);
    const wait = this.#drawnCurves + betweenCurves - performance.now();
    if (wait <= 0) this.#drawCurves();
    else if (this.#late === 0) this.#late = setTimeout(() => this.#drawCurves(), wait);
    for (const client of this.#taken) client.shown();
    this.#taken.clear();
  }

  #drawCurves() {
    clearTimeout(this.#late);
    this.#late = 0;
    this.#drawnCurves = performance.now();
    this.#curves.draw(this.#sides.filter(({ client }) => client.model), this.#context.setting('task'));
  }

  /** What else than training makes it draw or pause. */
  #watch(root) {
    const visible = () => this.#hold();
    document.addEventListener('visibilitychange', visible);
    const theme = new MutationObserver(() => this.#view.repaint());
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    this.#ends = [
      () => document.removeEventListener('visibilitychange', visible),
      () => theme.disconnect(),
      watchWidth(root, () => this.#drawCurves()),
    ];
  }
}

/** What the reader can rely on. */
function precision() {
  return html('p', { class: 'reproducible' }, html('strong', {}, 'Single precision. '),
    'A seed gives the same losses whenever this build of the engine runs it. Other builds, and the native program, multiply and add in a different order: their first losses agree, and later ones drift apart, from the last digits on.');
}

const styleSheets = [
  new URL('./train.css', import.meta.url),
  new URL('./curves.css', import.meta.url),
  new URL('./sequence.css', import.meta.url),
  new URL('./heads.css', import.meta.url),
  new URL('../../../charts/attention_map.css', import.meta.url),
  new URL('./flips.css', import.meta.url),
];

/** Adds the style sheets of this panel, which no other needs. */
function withStyle(root) {
  root.prepend(...styleSheets.map(({ href }) => html('link', { rel: 'stylesheet', href })));
}
