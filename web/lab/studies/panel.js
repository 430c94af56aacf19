// What the panels of studies (ensembles, phase diagrams) share: a study is computed anew whenever the lab or a setting asks for another.

import { html } from '../../base/elements.js';
import { Gathering } from './gathering.js';
import { RunSummary, watchWidth } from '../panels/parts.js';

export class StudyPanel {
  context;
  summary;
  gathering;
  form = html('div', { class: 'form' });
  #asked = '';
  #unwatch = () => {};

  /** `kind` and `study` are what Gathering takes. A panel gives `build()`, which makes its form anew, and ends its constructor with `open`. */
  constructor(context, kind, study) {
    this.context = context;
    this.summary = new RunSummary(context);
    this.gathering = new Gathering(context, kind, study);
  }

  /** Starts the first study; `resized` is called whenever the width of `element` changes. */
  open(element, resized) {
    this.#unwatch = watchWidth(element, resized);
    this.build();
    this.start();
  }

  update() {
    this.summary.update();
    if (this.#key() === this.#asked) return;
    this.build();
    this.start();
  }

  close() {
    this.gathering.stop();
    this.#unwatch();
  }

  /** Computes what is asked for now. */
  start() {
    this.answered();
    this.gathering.start();
  }

  /** Notes that what is shown, or about to be, is what is asked for now. */
  answered() {
    this.#asked = this.#key();
  }

  /** What a field calls to keep the setting `name` and start anew. */
  keeper(name) {
    return (text) => {
      this.context.set(name, text);
      this.start();
    };
  }

  #key() {
    const { state } = this.context.lab;
    return JSON.stringify([state.experiment, state.parameters, state.settings]);
  }
}
