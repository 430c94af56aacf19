// The sequence that is looked at: one of the evaluation sequences or the reader's own, each token to be replaced, and what the
// models predict at its end.

import { button, html } from '../../../base/elements.js';
import { meter } from '../parts.js';

const maxChoices = 20000; // options of all tokens together; beyond, a sequence is typed
const listed = 3; // predictions with the largest probabilities

/** A probability as far as it matters. */
const probabilityText = (probability) => (probability < 0.001 ? '< 0.1\u2009%' : `${(100 * probability).toFixed(1)}\u2009%`);

/** Probabilities of logits. */
function probabilitiesOf(logits) {
  const largest = Math.max(...logits);
  const powers = Array.from(logits, (logit) => Math.exp(logit - largest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

export class TrainSequence {
  #on;
  #names = null;
  #tokens = [];
  #key = '';
  #title = html('span', { class: 'sample-title' });
  #chips = html('div', { class: 'tokens', role: 'group', 'aria-label': 'Tokens of the sequence' });
  #predictions = html('div', { class: 'predictions', role: 'status' });
  #text = html('input', { type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
  #error = html('p', { class: 'refused', role: 'alert' });
  #back = button('Back to the sample', () => this.#on.sample(0), { class: 'chip', hidden: true });

  /** @param {object} on `sample(by)` (another evaluation sequence), `own(tokens)` (the reader's) */
  constructor(on) {
    this.#on = on;
    this.#text.addEventListener('change', () => this.#read());
    const typed = html('label', { class: 'typed' }, html('span', { class: 'visually-hidden' }, 'Type a sequence: tokens with spaces between them; Enter shows it'), this.#text);
    this.element = html('div', { class: 'sequence' },
      html('div', { class: 'actions' }, button('‹', () => on.sample(-1), { class: 'chip', 'aria-label': 'Previous sample' }), this.#title,
        button('›', () => on.sample(1), { class: 'chip', 'aria-label': 'Next sample' }), typed, this.#back),
      this.#error, this.#chips, this.#predictions);
  }

  /** Shows `tokens`; `own` says that they are the reader's, `title` names the sample. */
  show({ names, tokens, own, title }) {
    this.#title.textContent = own ? 'Your own sequence' : title;
    this.#back.hidden = !own;
    const key = `${names.text(tokens)}|${own}|${names.count}`;
    if (key === this.#key) return;
    this.#key = key;
    this.#names = names;
    this.#tokens = [...tokens];
    this.#error.textContent = '';
    this.#text.value = names.text(tokens);
    const { marked } = names.lookUp(this.#tokens);
    const focused = [...this.#chips.children].indexOf(document.activeElement);
    this.#chips.replaceChildren(...this.#tokens.map((token, position) => this.#chip(token, position, marked.includes(position))));
    if (focused >= 0) this.#chips.children[focused]?.focus();
  }

  /** Shows what each side predicts: `[{mark, logits}]` at the end of the sequence. */
  predict(sides) {
    if (!this.#names) return;
    const { answer } = this.#names.lookUp(this.#tokens);
    this.#predictions.replaceChildren(...sides.map(({ mark, logits }) => this.#prediction(sides.length > 1 ? mark : '', probabilitiesOf(logits), answer)));
  }

  #chip(token, position, marked) {
    const special = token === 0 ? ' special' : '';
    const last = position === this.#tokens.length - 1 ? ' query' : '';
    const kind = `token${special}${last}${marked ? ' marked' : ''}`;
    if (this.#names.count * this.#tokens.length > maxChoices) return html('span', { class: kind }, this.#names.name(token));
    const select = html('select', { class: kind, 'aria-label': `Token at position ${position + 1}` });
    // The list is filled when it is wanted: a strip of them has a thousand entries and more.
    select.append(html('option', { value: String(token) }, this.#names.name(token)));
    const fill = () => {
      if (select.length > 1) return;
      select.replaceChildren(...Array.from({ length: this.#names.count }, (_, one) => html('option', { value: String(one) }, this.#names.name(one))));
      select.value = String(token);
    };
    for (const event of ['pointerdown', 'focus']) select.addEventListener(event, fill);
    select.addEventListener('change', () => this.#on.own(this.#tokens.map((one, i) => (i === position ? Number(select.value) : one))));
    return select;
  }

  #prediction(mark, probabilities, answer) {
    const order = probabilities.map((_, i) => i).sort((a, b) => probabilities[b] - probabilities[a]).slice(0, listed);
    const verdict = answer === undefined ? '' : order[0] === answer ? 'right' : `wrong: it is ${this.#names.classes[answer]}`;
    const bars = order.map((one, place) => html('li', {}, html('strong', place === 0 ? { class: 'best' } : {}, this.#names.classes[one]),
      meter(probabilities[one]), html('span', { class: 'number' }, probabilityText(probabilities[one]))));
    const side = mark ? ` side-${mark.toLowerCase()}` : ' side-a';
    return html('div', { class: `prediction${side}` },
      html('p', {}, ...(mark ? [html('span', { class: `side-mark ${mark.toLowerCase()}` }, mark), ' '] : []), 'predicts ', html('strong', { class: 'best' }, this.#names.classes[order[0]]),
        ...(verdict ? [' ', html('span', { class: order[0] === answer ? 'verdict-right' : 'verdict-wrong' }, verdict)] : [])),
      html('ol', {}, ...bars));
  }

  #read() {
    try {
      this.#on.own(this.#names.parse(this.#text.value, this.#tokens.length));
      this.#error.textContent = '';
    } catch (error) {
      this.#error.textContent = error.message;
    }
  }
}
