// The claims of the theory checked against runs of the current experiment, each with what it predicts and what was measured.

import { button, html } from '../../../base/elements.js';
import { formulaNodes } from '../../../base/formula_text.js';
import { countText, numberText } from '../../../base/numbers.js';
import { Reproducible, RunSummary } from '../parts.js';
import { offerFile } from '../../../base/share.js';
import { checkClaims } from '../../studies/pool.js';

// What leaves the flow of the theory behind, so that claims may break: a parameter of gradient descent and a value for it.
const departures = { lr: '100', noise: '0.01', optimiser: 'adam', weight_decay: '0.001' };

export class Panel {
  static settings = {};

  #context;
  #summary;
  #list;
  #bar;
  #verdict;
  #save;
  #asked = '';
  #study = null;
  #results = [];
  #claims = [];
  #others;
  #departures;

  constructor(root, context) {
    this.#context = context;
    this.#summary = new RunSummary(context);
    this.#bar = html('progress', { max: '1', 'aria-label': 'Claims checked' });
    this.#verdict = html('p', { class: 'verdict', role: 'status' });
    this.#save = button('Save', () => this.#offer(), { class: 'quiet', hidden: true });
    this.#list = html('ol', { class: 'claims' });
    this.#others = html('details', { hidden: true }, html('summary', {}, 'Claims about other settings'), html('ul'));
    this.#departures = Object.entries(departures).map(([name, value]) => button(`${name} = ${value}`, () => this.#depart(name, value), { class: 'chip' }));
    const card = html('section', { class: 'card', 'aria-label': 'Theorems' },
      html('header', {},
        html('div', {}, html('h3', {}, 'What the theory predicts, and what is measured'),
          html('p', { class: 'soft' }, 'Each claim is checked on runs of its own: some by the gradient descent that you set, some along the flow up to t = e',
            html('sup', {}, '1 000 000'), '. Departures from the flow may break them, which is worth seeing.'))),
      this.#summary.element,
      html('div', { class: 'actions', role: 'group', 'aria-label': 'Departures from the flow' }, html('span', { class: 'soft' }, 'Break it with'), ...this.#departures),
      this.#bar, html('div', { class: 'outcome' }, this.#verdict, this.#save), this.#list, this.#others, Reproducible());
    root.append(card);
    this.#check();
  }

  /** Checks again when the settings of the runs have changed. */
  update() {
    this.#summary.update();
    if (this.#key() !== this.#asked) this.#check();
  }

  close() {
    this.#study?.stop();
  }

  /** For tests: what is known. */
  state() {
    return { result: this.#results, work: { done: this.#bar.hidden } };
  }

  #key() {
    const { experiment, parameters } = this.#context.lab.state;
    return JSON.stringify([experiment, parameters]);
  }

  /** Sets `name` to `value`, or back where it is set so already. */
  #depart(name, value) {
    const { defaults } = this.#context.lab;
    this.#context.change({ dynamics: 'descent', [name]: this.#hasDeparted(name, value) ? defaults[name] : value });
  }

  #hasDeparted(name, value) {
    return this.#context.lab.state.parameters[name] === value;
  }

  #check() {
    this.#study?.stop();
    this.#asked = this.#key();
    this.#summary.update();
    Object.entries(departures).forEach(([name, value], i) => {
      this.#departures[i].setAttribute('aria-pressed', String(this.#hasDeparted(name, value)));
      this.#departures[i].hidden = !(name in this.#context.lab.defaults);
    });
    this.#results = [];
    this.#list.replaceChildren();
    this.#bar.hidden = false;
    this.#bar.removeAttribute('value');
    this.#others.hidden = true;
    this.#verdict.textContent = 'Checking …';
    const { lab } = this.#context;
    const { experiment, parameters } = lab.state;
    this.#study = checkClaims(lab.engine.variant, { experiment, parameters }, {
      claims: (claims) => (this.#claims = claims),
      claim: (result) => this.#add(result),
      progress: (share) => (this.#bar.value = share),
      done: () => this.#finish(),
      error: (message) => this.#end(message),
      failed: (message) => {
        this.#end(`The check stopped: ${message}.`);
        this.#context.failed(`The check of the claims stopped: ${message}.`);
      },
    });
  }

  #add(result) {
    this.#results.push(result);
    const row = this.#row(result);
    if (result.pass) this.#list.append(row);
    else this.#list.insertBefore(row, this.#list.querySelector('.pass')); // what is broken comes first
    this.#verdict.textContent = `${this.#tally()} so far …`;
  }

  #tally() {
    const held = this.#results.filter(({ pass }) => pass).length;
    const failed = this.#results.length - held;
    return failed === 0 ? `${held} held` : `${held} held, ${failed} broken`;
  }

  #finish() {
    const claims = this.#results.length;
    this.#end(claims === 0 ? 'No claim of the theory covers these settings.' : `${this.#tally()}, all ${claims} checked.`);
    const spoken = new Set(this.#results.map(({ id }) => id));
    const others = this.#claims.filter(({ id }) => !spoken.has(id));
    this.#others.hidden = others.length === 0;
    this.#others.querySelector('ul').replaceChildren(...others.map(({ claim, holds_for: where }) => html('li', {}, ...formulaNodes(claim), ' ', html('span', { class: 'soft' }, ...formulaNodes(where)))));
  }

  #offer() {
    const { experiment } = this.#context.lab.state;
    offerFile(`${experiment}-claims.json`, `${JSON.stringify(this.#results, null, 1)}\n`, 'application/json');
  }

  #end(text) {
    this.#bar.hidden = true;
    this.#save.hidden = this.#results.length === 0;
    this.#verdict.textContent = text;
  }

  #row(result) {
    const { id, claim, run, relation, predicted, measured, tolerance, pass, broke_at: broke, note } = result;
    const { measure = '' } = this.#claims.find((one) => one.id === id) ?? {};
    const sign = { '=': '', '<=': '≤ ', '>=': '≥ ' }[relation];
    const numbers = html('dl', {},
      ...pair('predicted', `${sign}${numberText(predicted)}`), ...pair('measured', numberText(measured, 4)), ...pair('tolerance', numberText(tolerance)));
    const words = html('div', { class: 'words' }, html('p', { class: 'claim' }, ...formulaNodes(claim)),
      html('p', { class: 'soft' }, ...formulaNodes(measure), html('br'), html('span', { class: 'run' }, run)));
    if (broke) words.append(html('p', { class: 'broke' }, `Broke at ${placeText(broke)}${note ? ': ' : ''}`, ...formulaNodes(note)));
    else if (note) words.append(html('p', { class: 'soft' }, ...formulaNodes(note)));
    const badge = html('span', { class: 'badge' }, pass ? 'holds' : 'broken');
    return html('li', { class: pass ? 'pass' : 'fail', 'data-claim': id }, badge, words, numbers);
  }
}

const pair = (name, value) => [html('div', {}, html('dt', {}, name), html('dd', {}, value))];

function placeText({ step, time, log_t: logT }) {
  if (time === null && logT === null) return `update ${countText(step)}`;
  return time === null ? `t = e^${numberText(logT)}` : `t = ${numberText(time)} (step ${countText(step)})`;
}
