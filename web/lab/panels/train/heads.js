// Every head of one model: its attention on a sequence, and what was measured of it over all evaluation sequences.

import { AttentionMap } from '../../../charts/attention_map.js';
import { html } from '../../../base/elements.js';
import { numberText } from '../../../base/numbers.js';
import { taskCalled } from './tasks.js';

const maxMaps = 64; // nobody reads more of them at once
const sinkScore = 0.9; // from here on a head of the last layer is called a sink,
const sinkAccuracy = 0.95; // if the model has learnt the task

export class Heads {
  #on;
  #task;
  #model = null;
  #maps = []; // {layer, head, map, badge, numbers}
  #layers = [];
  #weights = null;
  #high = 1;

  /**
   * @param {string} task
   * @param {object} on `point(query, key)` and `leave()`, of any head
   */
  constructor(task, on) {
    this.#task = task;
    this.#on = on;
    this.element = html('div', { class: 'heads' });
  }

  /** Makes room for the heads of `model` on sequences of the tokens called `names`. */
  arrange(model, names, special) {
    if (this.#model !== model) this.#build(model);
    for (const { map } of this.#maps) map.name(names, special);
  }

  /** The largest weight in size, for a scale that several models share. */
  static largest(weights) {
    return weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  }

  /** Shows weights (layers, heads, T, T), `high` in full colour. */
  paint(weights, high) {
    this.#weights = weights;
    this.#high = high;
    const { length, causal } = this.#model;
    for (const { layer, head, map } of this.#maps) map.paint(this.#of(layer, head), { causal, high });
    return length;
  }

  /** Paints again, after the theme changed. */
  repaint() {
    if (this.#weights) this.paint(this.#weights, this.#high);
  }

  /** Tells what was measured: `metrics` of a snapshot. */
  measure(metrics) {
    const { layers, heads } = this.#model;
    const learnt = metrics.accuracy?.data[0] > sinkAccuracy;
    for (const { layer, head, badge, numbers } of this.#maps) {
      for (const [name, element] of numbers) element.textContent = numberText(metrics[name]?.data[layer * heads + head], 2);
      const isSink = learnt && layer === layers - 1 && metrics.sink_score?.data[layer * heads + head] > sinkScore;
      badge.hidden = !isSink;
    }
    this.#layers.forEach(({ layer, activations }) => {
      const ratio = metrics.massive_ratio?.data[layer + 1];
      activations.textContent = ratio === undefined ? '' : `largest activation after it: ${numberText(ratio, 2)} × the median`;
    });
  }

  /** Marks the weight of `query` on `key` in every head; null takes the marks away. */
  mark(cell) {
    for (const { map } of this.#maps) map.mark(cell);
  }

  /** The weight in a head. */
  weight(layer, head, query, key) {
    return this.#of(layer, head)[query * this.#model.length + key];
  }

  #of(layer, head) {
    const { heads, length } = this.#model;
    const begin = (layer * heads + head) * length * length;
    return this.#weights.subarray(begin, begin + length * length);
  }

  #build(model) {
    this.#model = model;
    this.#weights = null;
    this.#maps = [];
    this.element.style.setProperty('--heads', String(model.heads));
    const shown = Math.max(1, Math.min(model.layers, Math.floor(maxMaps / model.heads)));
    this.#layers = Array.from({ length: shown }, (_, i) => this.#layer(model.layers - shown + i));
    const hidden = shown < model.layers ? [html('p', { class: 'soft' }, `The last ${shown} of ${model.layers} layers are shown.`)] : [];
    this.element.replaceChildren(...hidden, ...this.#layers.map(({ element }) => element));
    this.#maps[0].map.surface.tabIndex = 0;
  }

  #layer(layer) {
    const activations = html('span', { class: 'soft' });
    const heads = Array.from({ length: Math.min(this.#model.heads, maxMaps) }, (_, head) => this.#head(layer, head));
    const element = html('section', { class: 'layer', 'aria-label': `Layer ${layer + 1}` },
      html('h4', {}, `Layer ${layer + 1}`, ' ', activations), html('div', { class: 'maps' }, ...heads));
    return { layer, activations, element };
  }

  #head(layer, head) {
    const index = this.#maps.length;
    const map = new AttentionMap(`Layer ${layer + 1}, head ${head + 1}`, {
      point: (query, key) => this.#on.point(layer, head, query, key),
      leave: () => this.#on.leave(),
      turn: (by) => this.#turn(index + by),
    });
    const badge = html('span', { class: 'sink-badge', hidden: true, title: `A head of the last layer with a sink score above ${sinkScore}, in a model that is right in more than 95 % of the cases` }, 'sink');
    const numbers = taskCalled(this.#task).headNumbers.map(([name, title, help]) => [name, html('dd'), html('dt', { title: help }, title)]);
    this.#maps.push({ layer, head, map, badge, numbers });
    return html('div', { class: 'head', role: 'group', 'aria-label': `Layer ${layer + 1}, head ${head + 1}` },
      html('div', { class: 'head-name' }, html('span', {}, `head ${head + 1}`), badge),
      map.element,
      html('dl', {}, ...numbers.map(([, value, title]) => html('div', {}, title, value))));
  }

  #turn(index) {
    const to = this.#maps[(index + this.#maps.length) % this.#maps.length];
    for (const { map } of this.#maps) map.surface.tabIndex = map === to.map ? 0 : -1;
    to.map.surface.focus();
  }
}
