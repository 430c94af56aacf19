// What one replaced token does: for every position and every token there is, whether the prediction flips.

import { html } from '../../../base/elements.js';
import { percentText } from '../../../base/numbers.js';
import { styleColours } from '../../../charts/style_colours.js';

/** The share of replacements at a position that flip the prediction. */
const flippedShare = (predictions, before) => predictions.filter((one) => one !== before).length / Math.max(1, predictions.length - 1);

export class FlipMap {
  #mark;
  #on;
  #title = html('h4');
  #summary = html('p', { class: 'soft', role: 'status' });
  #rows = html('div', { class: 'flip-rows' });
  #found = new Map(); // position → predictions
  #at = null;
  #subject = null; // {names, tokens, before}

  /**
   * @param {string} mark of the side
   * @param {object} on `replace(position, token)` (chosen), `read(text)` (what is pointed at)
   */
  constructor(mark, on) {
    this.#mark = mark;
    this.#on = on;
    this.element = html('section', { class: `flips side-${mark.toLowerCase()}` }, this.#title, this.#summary, this.#rows);
  }

  /** Begins a map of `tokens`, for which `before` is predicted. */
  begin({ title, names, tokens, before, positions }) {
    this.#found.clear();
    this.#subject = { names, tokens, before };
    this.#title.textContent = title;
    this.#summary.textContent = 'Trying every token at every position …';
    this.#rows.replaceChildren(...positions.map((position) => html('div', { class: 'flip-row', 'data-position': String(position) },
      html('span', { class: tokens[position] === 0 ? 'name special' : 'name' }, names.name(tokens[position])), html('span', { class: 'strip' }), html('span', { class: 'number' }))));
  }

  /** What is known of one position. */
  add(position, predictions) {
    const row = this.#rows.querySelector(`[data-position="${position}"]`);
    if (!row || !this.#subject) return;
    this.#found.set(position, predictions);
    const { tokens, before } = this.#subject;
    const canvas = html('canvas', { width: String(predictions.length), height: '1', tabindex: '0', role: 'application',
      'aria-label': `Position ${position + 1}: arrow keys go over the tokens, Enter puts one there` });
    this.#paint(canvas, predictions, before, tokens[position]);
    const tokenAt = ({ clientX }) => {
      const { left, width } = canvas.getBoundingClientRect();
      return Math.min(predictions.length - 1, Math.max(0, Math.floor((clientX - left) / width * predictions.length)));
    };
    canvas.addEventListener('pointermove', (event) => this.#read(position, tokenAt(event)));
    canvas.addEventListener('click', (event) => this.#on.replace(position, tokenAt(event)));
    canvas.addEventListener('focus', () => this.#read(position, this.#at?.[1] ?? tokens[position]));
    canvas.addEventListener('keydown', (event) => this.#press(event, position));
    row.querySelector('.strip').replaceChildren(canvas);
    row.querySelector('.number').textContent = percentText(flippedShare([...predictions], before));
    if (this.#found.size === this.#rows.children.length) this.#conclude();
  }

  #paint(canvas, predictions, before, original) {
    // The colours of the style sheet: what flips, the token that is there, and what changes nothing.
    this.element.append(canvas);
    const [flips, own, same] = styleColours(canvas);
    const pixels = new ImageData(predictions.length, 1);
    predictions.forEach((prediction, token) => pixels.data.set([...(token === original ? own : prediction === before ? same : flips), 255], 4 * token));
    canvas.getContext('2d').putImageData(pixels, 0, 0);
  }

  /** Paints again, after the theme changed. */
  repaint() {
    for (const [position, predictions] of this.#found) this.add(position, predictions);
  }

  #conclude() {
    const { names, tokens, before } = this.#subject;
    const { marked } = names.lookUp(tokens);
    const question = marked.length > 0 ? [...marked, tokens.length - 1] : []; // changing it asks something else
    const shares = [...this.#found].filter(([position]) => !question.includes(position)).map(([position, predictions]) => [position, flippedShare([...predictions], before)]).sort((a, b) => b[1] - a[1]);
    const where = question.length > 0 ? ' other than the queried pair' : '';
    const [position, share] = shares[0] ?? [0, 0];
    if (share === 0) {
      this.#summary.textContent = `No single token${where} makes it predict anything else.`;
      return;
    }
    const predictions = this.#found.get(position);
    const token = predictions.findIndex((one) => one !== before);
    const held = shares.filter(([, one]) => one === 0).length;
    this.#summary.textContent = `One token${where} is enough: ${names.name(token)} in place of ${names.name(tokens[position])} turns ${names.classes[before]} into ${names.classes[predictions[token]]}. ` +
      `${percentText(share)} of the tokens there do${held > 0 ? `; at ${held} of ${shares.length} positions none does` : ''}.`;
  }

  #press(event, position) {
    const count = this.#found.get(position).length;
    const token = this.#at?.[1] ?? 0;
    const to = { ArrowLeft: token - 1, ArrowRight: token + 1 }[event.key];
    if (event.key === 'Enter') this.#on.replace(position, token);
    else if (to !== undefined) this.#read(position, (to + count) % count);
    else return;
    event.preventDefault();
  }

  #read(position, token) {
    this.#at = [position, token];
    const { names, tokens, before } = this.#subject;
    const after = this.#found.get(position)[token];
    const what = token === tokens[position] ? `${names.name(token)} is there now` : `${names.name(token)} in place of ${names.name(tokens[position])}`;
    this.#on.read(`${this.#mark ? `${this.#mark}, ` : ''}position ${position + 1}: ${what}: ${after === before ? `still ${names.classes[after]}` : `${names.classes[before]} becomes ${names.classes[after]}`}.`);
  }
}
