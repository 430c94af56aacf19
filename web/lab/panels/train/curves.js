// The course of training: loss, accuracy, and any metric of the heads or along the residual stream.

import { Scale } from '../../../charts/axis_ticks.js';
import { Chart } from '../../../charts/chart.js';
import { choiceInput, field, html } from '../../../base/elements.js';
import { numberText, percentText } from '../../../base/numbers.js';
import { card } from '../parts.js';
import { taskCalled } from './tasks.js';

const maxPoints = 300; // of a curve: more cannot be told apart

/** What can be plotted over time: each metric's name and title. */
export const metrics = {
  sink_score: 'Sink score: share of the weight on the first token',
  sink_total_weight: 'Total weight of a query',
  sparsity: 'Sparsity: the largest weight of a query',
  rel_attn_max: 'Share of the last query’s favourite token',
  first_token: 'First-token proportion',
  attention_entropy: 'Entropy of the attention, nats',
  massive_ratio: 'Largest activation over the median, along the residual stream',
  value_norm_first: 'Norm of the value vector at the first token',
  value_norm_others: 'Norm of the value vectors elsewhere',
  v_proj_norm: 'Norm of the value projection',
};
const shares = new Set(['sink_score', 'sparsity', 'first_token', 'rel_attn_max']);

export class TrainCurves {
  #pictures = {};
  #notes = {};
  #chooser = html('div', { class: 'chooser' });
  #task;
  #chosen;
  #choose;
  #offered = '';

  /** @param {string} chosen the metric, '' for the one that suits the task. `choose(name)` keeps another one */
  constructor(chosen, choose) {
    this.#chosen = chosen;
    this.#choose = choose;
    const figure = (name, title) => {
      this.#pictures[name] = html('div', { class: 'picture' });
      this.#notes[name] = html('p', { class: 'soft note' });
      return card(title, '', this.#notes[name], this.#pictures[name]);
    };
    this.element = html('div', { class: 'figures' }, figure('loss', 'Loss'), figure('accuracy', 'Accuracy'),
      html('section', { class: 'card', 'aria-label': 'Metrics over time' }, this.#chooser, this.#pictures.metric = html('div', { class: 'picture' })));
  }

  /** Draws the curves of `sides`, `[{mark, client}]`. */
  draw(sides, task) {
    this.#task = task;
    const known = sides.filter(({ client }) => client.latest);
    if (known.length === 0) return;
    this.#drawLoss(known);
    this.#drawAccuracy(known);
    this.#drawMetric(known);
  }

  get #metric() {
    return this.#chosen || taskCalled(this.#task).curve;
  }

  #updates(sides) {
    return new Scale(0, Math.max(1, ...sides.map(({ client }) => client.latest.step)));
  }

  #drawLoss(sides) {
    const curves = sides.map(({ mark, client }) => ({ mark, ...thinned(client.history.steps, client.history.series.loss?.values ?? []) })).filter(({ ys }) => ys.length > 1);
    this.#notes.loss.textContent = curves.length === 0 ? 'Of each batch, before its update.' : `Of each batch, before its update${maxPoints < sides[0].client.history.steps.length ? '; averaged over neighbours' : ''}. Now ${sides.map(({ client }) => numberText(client.latest.loss)).join(' and ')}.`;
    if (curves.length === 0) return;
    const all = curves.flatMap(({ ys }) => ys);
    const low = Math.min(...all);
    const chart = new Chart(this.#pictures.loss, { x: this.#updates(sides), y: new Scale(low, Math.max(...all), low > 0), xTitle: 'updates', label: `Loss over updates, now ${numberText(sides[0].client.latest.loss)}`, height: 220 });
    for (const { mark, xs, ys } of curves) chart.curve(xs, ys, `side-${mark.toLowerCase()}`);
  }

  #drawAccuracy(sides) {
    const now = sides.map(({ client }) => client.metrics.accuracy?.data[0]).filter((value) => value !== undefined);
    this.#notes.accuracy.textContent = `Share of the evaluation sequences whose last prediction is right${now.length > 0 ? `: ${now.map(percentText).join(' and ')}` : ''}.`;
    const chart = new Chart(this.#pictures.accuracy, { x: this.#updates(sides), y: new Scale(0, 1), xTitle: 'updates', label: `Accuracy over updates, now ${now.map(percentText).join(' and ')}`, height: 220 });
    chart.curve([0, this.#updates(sides).high], [0.95, 0.95], 'goal');
    for (const { mark, client } of sides) {
      const { steps, series } = client.evaluations;
      if (steps.length > 1) chart.curve(steps, series.accuracy.values, `side-${mark.toLowerCase()}`);
    }
  }

  #drawMetric(sides) {
    const [{ client: { evaluations } }] = sides;
    const offered = Object.keys(metrics).filter((name) => evaluations.series[name]);
    if (offered.length === 0) return;
    this.#offer(offered);
    const name = offered.includes(this.#metric) ? this.#metric : offered[0];
    const lines = sides.flatMap(({ mark, client }) => linesOf(client, name, mark));
    const all = lines.flatMap(({ ys }) => ys).filter(Number.isFinite);
    const y = shares.has(name) ? new Scale(Math.min(0, ...all), Math.max(1, ...all)) : new Scale(Math.min(0, ...all), Math.max(...all, 1e-9));
    const chart = new Chart(this.#pictures.metric, { x: this.#updates(sides), y, xTitle: 'updates', height: 220, label: `${metrics[name]}, now ${lines.map(({ ys }) => numberText(ys.at(-1), 2)).join(', ')}` });
    for (const { xs, ys, kind } of lines) if (xs.length > 1) chart.curve(xs, ys, kind);
    this.#pictures.metric.append(html('p', { class: 'legend' }, html('span', { class: 'last' }, name === 'massive_ratio' ? 'after the last layer' : 'heads of the last layer'), html('span', { class: 'early' }, name === 'massive_ratio' ? 'before' : 'of the layers before')));
  }

  #offer(names) {
    if (this.#offered === names.join()) return;
    this.#offered = names.join();
    this.#chooser.replaceChildren(field('Over time', choiceInput(names.map((name) => [name, metrics[name]]), names.includes(this.#metric) ? this.#metric : names[0], (name) => {
      this.#chosen = name;
      this.#choose(name);
    })));
  }
}

/** A curve for each number of a metric; those of the last layer stand out. */
function linesOf(client, name, mark) {
  const { steps, series } = client.evaluations;
  const { width, values } = series[name] ?? { width: 0, values: [] };
  const last = name === 'massive_ratio' ? 1 : client.model.heads;
  return Array.from({ length: width }, (_, column) => ({
    ...thinned(steps, steps.map((_, i) => values[i * width + column])),
    kind: `side-${mark.toLowerCase()}${column < width - last ? ' early' : ''}`,
  }));
}

/** Means of neighbours where there are more points than can be seen. */
function thinned(steps, values) {
  const each = Math.ceil(values.length / maxPoints);
  if (each <= 1) return { xs: steps, ys: values };
  const xs = [];
  const ys = [];
  for (let begin = 0; begin < values.length; begin += each) {
    const end = Math.min(values.length, begin + each);
    let sum = 0;
    for (let i = begin; i < end; ++i) sum += values[i];
    xs.push(steps[(begin + end - 1) >> 1]);
    ys.push(sum / (end - begin));
  }
  return { xs, ys };
}
