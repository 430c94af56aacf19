// The attention of one head on one sequence as a picture: a row for each query, a column for each key, darker where more weight
// lies. What the mask hides is hatched, the first token is marked.

import { html } from '../base/elements.js';
import { styleColours } from './style_colours.js';

const maxNames = 24; // they cannot be read on a longer sequence
const longName = 2; // longer ones stand upright above their columns

export class AttentionMap {
  #keys = html('div', { class: 'keys', 'aria-hidden': 'true' });
  #queries = html('div', { class: 'queries', 'aria-hidden': 'true' });
  #canvas = html('canvas');
  #mark = html('span', { class: 'mark', hidden: true });
  #first = html('span', { class: 'first-token', hidden: true });
  #length = 0;
  #at = [0, 0];
  #on;

  /**
   * @param {string} label for those who cannot see it
   * @param {object} on `point(query, key)` (the pointer or the arrow keys are there), `leave()`, `turn(by)` (to another head)
   */
  constructor(label, on) {
    this.#on = on;
    this.surface = html('div', { class: 'weights', tabindex: '-1', role: 'application', 'aria-label': `${label}: arrow keys move over its weights, Page Up and Page Down to the other heads` },
      this.#canvas, this.#first, this.#mark);
    this.element = html('div', { class: 'attention-map' }, this.#keys, this.#queries, this.surface);
    this.surface.addEventListener('pointermove', (event) => this.#point(this.#cellAt(event)));
    this.surface.addEventListener('pointerleave', () => on.leave());
    this.surface.addEventListener('focus', () => this.#point(this.#at));
    this.surface.addEventListener('blur', () => on.leave());
    this.surface.addEventListener('keydown', (event) => this.#press(event));
  }

  /** Writes the tokens at its sides; `special` is the position of BOS or CLS. */
  name(names, special) {
    this.#length = names.length;
    const readable = names.length <= maxNames;
    const spans = (texts) => texts.map((text, i) => html('span', i === special ? { class: 'special' } : {}, text));
    this.#keys.replaceChildren(...(readable ? spans(names) : [html('span', {}, 'keys →')]));
    this.#queries.replaceChildren(...(readable ? spans(names) : [html('span', {}, 'queries ↓')]));
    this.element.classList.toggle('unnamed', !readable);
    this.element.classList.toggle('long-names', readable && names.some((name, i) => i !== special && name.length > longName));
    this.element.style.setProperty('--length', String(readable ? names.length : 1));
    this.#first.hidden = false;
    Object.assign(this.#first.style, { left: `${100 * special / names.length}%`, width: `${100 / names.length}%` });
  }

  /** Paints the weights (T × T), `high` in full colour. */
  paint(weights, { causal, high }) {
    const length = this.#length;
    const [positive, negative, ground] = styleColours(this.#canvas);
    const pixels = new ImageData(length, length);
    weights.forEach((weight, cell) => {
      if (causal && cell % length > Math.floor(cell / length)) return;
      const share = Math.min(1, Math.abs(weight) / high);
      const full = weight < 0 ? negative : positive;
      for (let i = 0; i < 3; ++i) pixels.data[4 * cell + i] = ground[i] + share * (full[i] - ground[i]);
      pixels.data[4 * cell + 3] = 255;
    });
    if (this.#canvas.width !== length) {
      this.#canvas.width = length;
      this.#canvas.height = length;
    }
    this.#canvas.getContext('2d').putImageData(pixels, 0, 0);
  }

  /** Marks the weight of `query` on `key`; null takes the mark away. */
  mark(cell) {
    this.#mark.hidden = cell === null;
    if (cell === null) return;
    const [query, key] = cell;
    const part = 100 / this.#length;
    Object.assign(this.#mark.style, { left: `${key * part}%`, top: `${query * part}%`, width: `${part}%`, height: `${part}%` });
  }

  #cellAt({ clientX, clientY }) {
    const { left, top, width, height } = this.surface.getBoundingClientRect();
    const cell = (share) => Math.min(this.#length - 1, Math.max(0, Math.floor(share * this.#length)));
    return [cell((clientY - top) / height), cell((clientX - left) / width)];
  }

  #press(event) {
    const [query, key] = this.#at;
    const to = { ArrowLeft: [query, key - 1], ArrowRight: [query, key + 1], ArrowUp: [query - 1, key], ArrowDown: [query + 1, key] }[event.key];
    const turn = { PageUp: -1, PageDown: 1 }[event.key];
    if (to) this.#point(to.map((at) => Math.min(this.#length - 1, Math.max(0, at))));
    else if (turn) this.#on.turn(turn);
    else return;
    event.preventDefault();
  }

  #point(cell) {
    if (this.#length === 0) return;
    this.#at = cell;
    this.#on.point(...cell);
  }
}
