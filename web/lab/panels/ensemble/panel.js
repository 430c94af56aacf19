// Many flows of the current experiment that differ in their seeds alone: who wins, how far they polarise and when.

import { Scale } from '../../../charts/axis_ticks.js';
import { Chart } from '../../../charts/chart.js';
import { choiceInput, field, html, numberInput } from '../../../base/elements.js';
import { countText, numberText, percentText, unitWord } from '../../../base/numbers.js';
import { Reproducible, card, meter } from '../parts.js';
import { StudyPanel } from '../../studies/panel.js';
import { countSetting, flowFields, studyParameters } from '../../studies/parameters.js';

const bandsHelp = 'Half of the flows lie on either side of the line, 90 % of them in the band.';
const ranks = ['by_u_rank', 'by_a_rank'];

export class Panel extends StudyPanel {
  static settings = { count: '4096', threshold: '0.5', length: '', ranks: 'by_u_rank' };
  static lengths = { steps: 10000, horizon: 1000 };

  #figures = {};

  constructor(root, context) {
    super(context, 'ensemble', {
      title: 'The ensemble', what: 'flows', request: () => this.#request(), show: () => this.#draw(), file: (result) => this.#file(result),
    });
    const figure = (name, title, help) => {
      this.#figures[name] = { note: html('p', { class: 'soft note' }, help), picture: html('div', { class: 'picture' }) };
      return card(title, '', this.#figures[name].note, this.#figures[name].picture);
    };
    const bands = figure('bands', 'The largest weight and the entropy over time', bandsHelp);
    bands.classList.add('wide');
    bands.prepend(this.gathering.element);
    const settings = card('Ensemble', 'Every flow starts from a seed of its own. Does the token that starts ahead always win?',
      this.summary.element, this.form, Reproducible());
    settings.classList.add('settings');
    const figures = html('div', { class: 'figures' },
      bands,
      figure('winners', 'Who wins', 'Flows by the winner’s place in the initial order.'),
      figure('entropy', 'Entropy at the end', 'Nats, from 0 (one token has it all) to log k (all equal).'),
      figure('times', 'Time to polarise', 'When the entropy falls below the threshold.'));
    root.append(settings, figures);
    this.open(figures, () => this.#draw());
  }

  #request() {
    const { setting, lab } = this.context;
    return {
      experiment: lab.state.experiment,
      parameters: studyParameters(this.context, Panel.lengths),
      count: countSetting(this.context, 'count'),
      threshold: Number(setting('threshold')),
    };
  }

  /** For tests: what is known, and how far it is computed. */
  state() {
    return this.gathering.state();
  }

  build() {
    const { setting } = this.context;
    this.form.replaceChildren(
      field('Flows', numberInput(setting('count'), this.keeper('count')), 'Up to a few million.'),
      ...flowFields(this.context, Panel.lengths, () => this.start()),
      field('Polarised below', numberInput(setting('threshold'), this.keeper('threshold')), 'As a fraction of log k.'),
      field('Order of', choiceInput([[ranks[0], 'initial u'], [ranks[1], 'initial scores a']], setting('ranks'), (text) => {
        this.context.set('ranks', text);
        this.answered();
        this.#draw();
      }), 'Ranks the winners.'),
    );
  }

  get #result() {
    return this.gathering.result;
  }

  #draw() {
    if (!this.#result) return;
    this.#drawWinners();
    this.#drawEntropy();
    this.#drawBands();
    this.#drawTimes();
  }

  #file(result) {
    return { name: `${result.request.experiment}-ensemble.json`, text: `${JSON.stringify(result, null, 1)}\n`, type: 'application/json' };
  }

  #drawWinners() {
    const { picture, note } = this.#figures.winners;
    const rank = this.context.setting('ranks');
    const order = rank === 'by_u_rank' ? 'u' : 'a';
    const wins = this.#result.winners[rank];
    const total = wins.reduce((sum, one) => sum + one, 0);
    const { tied } = this.#result.winners;
    const tiesText = tied > 0 ? ` ${countText(tied)} flows ended without a winner: several tokens share the largest weight.` : '';
    if (total === 0) {
      note.textContent = tiesText.trim();
      picture.replaceChildren();
      return;
    }
    note.textContent = `The token that started with the largest ${order} won ${percentText(wins[0] / total)} of ${countText(total)} flows.${tiesText}`;
    const every = Math.ceil(wins.length / 16);
    const chart = new Chart(picture, {
      x: new Scale(0.5, wins.length + 0.5),
      y: new Scale(0, Math.min(1, 1.1 * Math.max(...wins) / total)),
      xTitle: `place in the initial order of ${order}`,
      xGrid: false,
      xTicks: wins.flatMap((_, i) => (i % every === 0 ? [{ value: i + 1, text: String(i + 1) }] : [])),
      label: `Share of the flows won, by place in the initial order of ${order}: ${wins.slice(0, 8).map((one) => percentText(one / total)).join(', ')}`,
    });
    wins.forEach((one, i) => chart.column(i + 0.55, i + 1.45, one / total, i === 0 ? 'first' : '', `place ${i + 1}: ${countText(one)} flows, ${percentText(one / total)}`));
  }

  #drawEntropy() {
    const { picture, note } = this.#figures.entropy;
    const { histogram: { high, counts }, mean, quantiles } = this.#result.entropy;
    if (mean === undefined) return;
    note.textContent = `Median ${numberText(quantiles['0.5'])} nats; 90 % between ${numberText(quantiles['0.05'])} and ${numberText(quantiles['0.95'])}. Equal weights would give ${numberText(high)}.`;
    const total = counts.reduce((sum, one) => sum + one, 0);
    const most = Math.max(...counts) / total;
    const chart = new Chart(picture, { x: new Scale(0, high), y: new Scale(0, most * 1.05), xTitle: 'entropy of the weights, nats', xGrid: false,
      label: `Distribution of the entropy at the end: median ${numberText(quantiles['0.5'])} nats` });
    const width = high / counts.length;
    counts.forEach((one, i) => one > 0 && chart.column(i * width, (i + 1) * width, one / total, 'plain', `${numberText(i * width)} to ${numberText((i + 1) * width)} nats: ${countText(one)} flows`));
  }

  #drawBands() {
    const { picture, note } = this.#figures.bands;
    const { unit, time, max_alpha: largest, entropy_normalised: entropy } = this.#result.bands;
    const from = time.findIndex((value) => value > 0);
    if (from < 0 || time.length - from < 2) return;
    const xs = time.slice(from);
    note.textContent = bandsHelp;
    const chart = new Chart(picture, { x: new Scale(xs[0], xs.at(-1), true), y: new Scale(0, 1), xTitle: unitTitle(unit), height: 300,
      label: `Largest weight and normalised entropy over time, median and 90 % of ${countText(this.#result.finished)} flows` });
    for (const [bands, kind] of [[entropy, 'entropy'], [largest, 'largest']]) {
      const line = (share) => bands[share].slice(from);
      chart.band(xs, line('0.05'), line('0.95'), kind);
      chart.curve(xs, line('0.5'), kind);
    }
    chart.pointAt(xs, (index) => (note.textContent = index === null ? bandsHelp : momentText(this.#result.bands, from + index)));
    picture.append(html('p', { class: 'legend' }, html('span', { class: 'largest' }, 'largest weight'), html('span', { class: 'entropy' }, 'entropy / log k')));
  }

  #drawTimes() {
    const { picture, note } = this.#figures.times;
    const { unit, polarised, mean, quantiles, min, max } = this.#result.time_to_polarise;
    const { finished, diverged, stuck } = this.#result;
    const share = polarised / Math.max(1, finished - diverged - stuck);
    if (mean === undefined) {
      note.textContent = 'No flow has polarised yet.';
      picture.replaceChildren();
      return;
    }
    note.textContent = `${percentText(share)} of the flows have polarised; the median flow after ${numberText(quantiles['0.5'])} ${unitWord(unit)}.`;
    const rows = [['first', min], ['5 %', quantiles['0.05']], ['25 %', quantiles['0.25']], ['median', quantiles['0.5']], ['75 %', quantiles['0.75']], ['95 %', quantiles['0.95']], ['last', max]];
    picture.replaceChildren(html('table', { class: 'quantiles' }, html('caption', { class: 'visually-hidden' }, 'Time to polarise'),
      html('tbody', {}, ...rows.map(([name, value]) => html('tr', {}, html('th', { scope: 'row' }, name),
        html('td', {}, meter(Math.max(0, value / max))), html('td', { class: 'number' }, numberText(value)))))));
  }
}

/** What the bands say at one moment. */
function momentText({ unit, time, max_alpha: largest, entropy_normalised: entropy }, i) {
  const range = (bands) => `${numberText(bands['0.5'][i])} (${numberText(bands['0.05'][i])} to ${numberText(bands['0.95'][i])})`;
  return `After ${numberText(time[i])} ${unitWord(unit)}: largest weight ${range(largest)}, entropy over log k ${range(entropy)}.`;
}

const unitTitle = (unit) => ({ updates: 'updates', tau: 'rescaled time τ', t: 'time t' })[unit];
