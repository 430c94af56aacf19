// An ensemble or a map that a panel is computing: started again when its settings change, shown as it grows, cancelled at once.

import { button, html } from '../../base/elements.js';
import { countText, rateText } from '../../base/numbers.js';
import { offerFile } from '../../base/share.js';
import { gather } from './shared_study.js';

export class Gathering {
  /** The last result, null before the first. */
  result = null;
  /** How far that one is computed, as `gather` reports it. */
  work = null;

  #context;
  #kind;
  #panel;
  #line = new WorkLine(() => this.#toggle(), () => this.#save());
  #study = null;

  /**
   * @param {object} context of the panel
   * @param {'ensemble'|'map'} kind
   * @param {object} panel
   * @param {string} panel.title the study's name
   * @param {string} panel.what it counts
   * @param {() => object} panel.request what to compute, as for `gather`; may throw with what is allowed
   * @param {() => void} panel.show the result is a new one
   * @param {(result) => {name: string, text: string, type: string}} panel.file the result as a file to take away
   */
  constructor(context, kind, panel) {
    this.#context = context;
    this.#kind = kind;
    this.#panel = panel;
  }

  /** The button and how far it is. */
  get element() {
    return this.#line.element;
  }

  /** Starts again. */
  start() {
    this.stop();
    this.#line.started();
    let request;
    try {
      request = this.#panel.request();
    } catch (error) {
      this.#line.refused(error.message);
      return;
    }
    this.#study = gather(this.#context.lab.engine.variant, this.#kind, request, {
      report: (result, work) => {
        this.result = { ...result, request };
        this.work = work;
        this.#line.show(work, result, this.#panel.what);
        this.#panel.show();
      },
      error: (message) => this.#line.refused(message),
      failed: (message) => {
        this.#line.refused(`The workers stopped: ${message}.`);
        this.#context.failed(`${this.#panel.title} stopped: ${message}.`);
      },
    });
  }

  stop() {
    this.#study?.stop();
  }

  /** For tests. */
  state() {
    return { result: this.result, work: this.work, running: this.#running };
  }

  get #running() {
    return this.#study !== null && !this.#study.ended;
  }

  #save() {
    const { name, text, type } = this.#panel.file(this.result);
    offerFile(name, text, type);
  }

  #toggle() {
    if (!this.#running) {
      this.start();
      return;
    }
    this.stop();
    this.#line.stopped();
  }
}

/** How far the work is, how fast it goes, and the button that stops it or starts it again. */
class WorkLine {
  #bar = html('progress', { max: '1', 'aria-label': 'Computed' });
  #text = html('p', { class: 'work', role: 'status' });
  #button;
  #save;
  #last = '';

  /** `press()` is called by the button, `save()` by the one that offers the result as a file. */
  constructor(press, save) {
    this.#button = button('Cancel', press, { class: 'primary' });
    this.#save = button('Save', save, { class: 'quiet', hidden: true });
    this.element = html('div', { class: 'workline' }, this.#button, html('div', {}, this.#bar, this.#text), this.#save);
  }

  started() {
    this.#button.textContent = 'Cancel';
    this.#bar.hidden = false;
    this.#bar.value = 0;
    this.#text.classList.remove('refused');
    this.#text.textContent = 'Starting …';
    this.#last = '';
  }

  show({ done, seconds, workers, finished, flows }, { flow_steps: flowSteps, diverged, stuck }, what) {
    this.#bar.value = finished / flows;
    this.#save.hidden = false;
    const lost = [[diverged, 'diverged'], [stuck, 'stuck']].filter(([flows]) => flows > 0).map(([flows, outcome]) => `, ${countText(flows)} ${outcome}`).join('');
    const computedBy = workers === 1 ? '1 worker' : `${workers} workers`;
    this.#last = `${countText(finished)} of ${countText(flows)} ${what}${lost}`;
    this.#text.textContent = `${this.#last} · ${rateText(flowSteps / seconds)} flow-steps/s with ${computedBy}${done ? ` · ${seconds.toFixed(1)} s` : ''}`;
    if (done) this.#rest();
  }

  stopped() {
    this.#rest();
    this.#text.textContent = this.#last ? `Cancelled after ${this.#last}.` : 'Cancelled.';
  }

  refused(message) {
    this.#rest();
    this.#text.classList.add('refused');
    this.#text.textContent = message;
  }

  #rest() {
    this.#button.textContent = 'Run again';
    this.#bar.hidden = true;
  }
}
