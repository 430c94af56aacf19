// A phase diagram: one number of the run over two of its parameters, coarse first, and any point of it a run to open.

import { Scale } from '../../../charts/axis_ticks.js';
import { choiceInput, field, html, numberInput } from '../../../base/elements.js';
import { HeatMap } from '../../../charts/heat_map.js';
import { axisText, defaultAxes, parseAxis, suggestedAxis } from './axes.js';
import { numberText, unitWord } from '../../../base/numbers.js';
import { Reproducible, card } from '../parts.js';
import { StudyPanel } from '../../studies/panel.js';
import { countSetting, flowFields, studyParameters } from '../../studies/parameters.js';

const measures = [
  ['entropy', 'entropy / log k at the end'],
  ['max_alpha', 'largest weight at the end'],
  ['winner_share', 'how often the largest initial u wins'],
  ['loss', 'loss at the end'],
  ['time_to_polarise', 'time to polarise'],
];
const shares = new Set(['entropy', 'max_alpha', 'winner_share']); // measures from 0 to 1
const grids = ['16', '32', '48', '64', '96', '128', '256'];

export class Panel extends StudyPanel {
  static settings = { x: '', y: '', measure: 'entropy', count: '1', length: '', threshold: '0.5' };
  static lengths = { steps: 2000, horizon: 100 };

  #axesForm = html('div', { class: 'axes-form' });
  #picture;
  #reading = html('p', { class: 'reading', role: 'status' }, 'Point at the map, or move over it with the arrow keys; click or press Enter to open that run.');

  constructor(root, context) {
    super(context, 'map', {
      title: 'The phase diagram', what: 'runs', request: () => this.#request(), show: () => this.#draw(), file: (map) => this.#file(map),
    });
    this.#picture = new HeatMap({ point: (column, row) => this.#read(column, row), open: (column, row) => this.#open(column, row) });
    const settings = card('Phase diagram', 'Each point is a run of its own. Choose two parameters and what to show.',
      this.summary.element, this.#axesForm, this.form, Reproducible());
    settings.classList.add('settings');
    const picture = card('Where it polarises and where it does not', '', this.gathering.element, this.#reading, this.#picture.element);
    root.append(settings, picture);
    this.open(picture, () => this.#picture.layOut());
  }

  /** The axes as they are set, or as they suit the current experiment. */
  get #axes() {
    const { setting, lab } = this.context;
    const [x, y] = defaultAxes(lab);
    return { x: parseAxis(setting('x'), lab) ?? x, y: parseAxis(setting('y'), lab) ?? y };
  }

  #request() {
    const { setting, lab } = this.context;
    const { x, y } = this.#axes;
    const { [x.name]: _, [y.name]: __, ...parameters } = studyParameters(this.context, Panel.lengths);
    return {
      experiment: lab.state.experiment, parameters, x: axisText(x, lab), y: axisText(y, lab),
      measure: setting('measure'), count: countSetting(this.context, 'count'), threshold: Number(setting('threshold')),
    };
  }

  /** For tests: what is known, and how far it is computed. */
  state() {
    const { result, ...work } = this.gathering.state();
    return { result: result && { ...result, z: [...result.z] }, ...work };
  }

  build() {
    const { setting } = this.context;
    const { x } = this.#axes;
    const timed = setting('measure') === 'time_to_polarise';
    const show = field('Show', choiceInput(measures, setting('measure'), (text) => {
        this.context.set('measure', text);
        this.build();
        this.start();
      }));
    show.classList.add('broad');
    this.#axesForm.replaceChildren(this.#axisFields('x', 'Across'), this.#axisFields('y', 'Up'));
    this.form.replaceChildren(
      show,
      field('Points per side', choiceInput(grids.map((one) => [one, one]), String(x.count), (text) => this.#setAxes({ count: Number(text) }))),
      field('Flows per point', numberInput(setting('count'), this.keeper('count')), 'Their mean is shown.'),
      ...flowFields(this.context, Panel.lengths, () => this.start()),
      ...(timed ? [field('Polarised below', numberInput(setting('threshold'), this.keeper('threshold')), 'As a fraction of log k.')] : []),
    );
  }

  #axisFields(side, title) {
    const { lab } = this.context;
    const axis = this.#axes[side];
    const names = lab.catalogue.find(({ id }) => id === lab.state.experiment).parameters.filter(({ kind }) => kind !== 'choice').map(({ name }) => [name, name]);
    const set = (change) => this.#setAxes({}, side, change);
    const log = html('input', { type: 'checkbox' });
    log.checked = axis.log;
    log.addEventListener('change', () => set({ log: log.checked }));
    return html('fieldset', { class: 'axis' }, html('legend', {}, title),
      field('Parameter', choiceInput(names, axis.name, (name) => set(suggestedAxis(name, lab)))),
      field('From', numberInput(axis.low, (low) => set({ low }))),
      field('To', numberInput(axis.high, (high) => set({ high }))),
      html('label', { class: 'tick-box' }, log, 'log'));
  }

  /** Keeps both axes with `shared`, and the one at `side` with `change`, in the address. */
  #setAxes(shared, side, change) {
    const axes = this.#axes;
    for (const name of ['x', 'y']) {
      const axis = { ...axes[name], ...shared, ...(name === side ? change : {}) };
      this.context.set(name, axisText(axis, this.context.lab));
    }
    this.build();
    this.start();
  }

  get #map() {
    return this.gathering.result;
  }

  #draw() {
    const { measure, unit } = this.#map;
    const title = `${measures.find(([name]) => name === measure)[1]}${measure === 'time_to_polarise' ? `, ${unitWord(unit)}` : ''}`;
    this.#picture.show(this.#map, { scale: shares.has(measure) ? new Scale(0, 1) : null, title });
  }

  /** The map as comma-separated values, empty where they are undefined. */
  #file({ request, x, y, z, measure }) {
    const cell = (value) => (Number.isNaN(value) ? '' : String(value));
    const lines = y.values.flatMap((up, row) => x.values.map((across, column) => `${across},${up},${cell(z[row * x.values.length + column])}\n`));
    return { name: `${request.experiment}-map.csv`, text: `${x.name},${y.name},${measure}\n${lines.join('')}`, type: 'text/csv' };
  }

  #read(column, row) {
    const { x, y, z, measure } = this.#map;
    const value = z[row * x.values.length + column];
    const found = Number.isNaN(value) ? 'undefined or not yet computed' : numberText(value, 4);
    this.#reading.textContent = `${x.name} = ${numberText(x.values[column])}, ${y.name} = ${numberText(y.values[row])}: ${measures.find(([name]) => name === measure)[1]} ${found}.`;
  }

  #open(column, row) {
    const { x, y, request } = this.#map;
    this.context.openRun({ ...request.parameters, [x.name]: String(x.values[column]), [y.name]: String(y.values[row]) });
  }
}
