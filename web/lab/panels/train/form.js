// What is to be trained: the task, its size, and every parameter of the catalogue as a field.

import { choiceInput, field, html } from '../../../base/elements.js';
import { groups, labelText, parameterInput, rangeText } from '../../parameter_fields.js';
import { changedParameters, foremost, forgetParameters, presetParameters } from './settings.js';
import { taskCalled } from './tasks.js';

export class TrainForm {
  #context;
  #catalogue;
  #about;
  #on;
  #presets = html('div', { class: 'presets', role: 'group', 'aria-label': 'Task and size' });
  #main = html('div', { class: 'form' });
  #others = html('div');

  /**
   * @param {object} context of the panel
   * @param {object[]} catalogue of the training module
   * @param {HTMLElement} about gets a heading and a word about the task
   * @param {object} on `restart()` (a new run is wanted), `live(name, text)` (a parameter may change under way)
   */
  constructor(context, catalogue, about, on) {
    this.#context = context;
    this.#catalogue = catalogue;
    this.#about = about;
    this.#on = on;
    this.element = html('div', {}, this.#presets, this.#main,
      html('details', { class: 'parameters' }, html('summary', {}, 'All parameters'), this.#others));
    this.build();
  }

  /** Rebuilds the fields from the settings. */
  build() {
    const experiment = this.#experiment;
    this.#about.replaceChildren(html('h3', {}, taskCalled(experiment.id).heading), html('p', { class: 'soft' }, experiment.summary));
    this.#presets.replaceChildren(...this.#catalogue.flatMap(({ id }) => Object.keys(taskCalled(id).sizes).map((size) => this.#preset(id, size))));
    const row = (name) => experiment.parameters.find((one) => one.name === name);
    const [kind, ...others] = foremost.map((name) => this.#field(row(name), false));
    this.#main.replaceChildren(kind, this.#compare(row('kind').choices), ...others);
    const rest = experiment.parameters.filter(({ name }) => !foremost.includes(name));
    this.#others.replaceChildren(...Object.entries(groups).map(([group, title]) => this.#group(title, rest.filter((one) => one.group === group))).filter(Boolean));
  }

  get #experiment() {
    return this.#catalogue.find(({ id }) => id === this.#context.setting('task'));
  }

  #preset(task, size) {
    const pressed = this.#context.setting('task') === task && this.#context.setting('size') === size;
    const { title, sizes } = taskCalled(task);
    const button = html('button', { type: 'button', class: 'preset', 'aria-pressed': String(pressed) }, html('strong', {}, title), ` ${sizes[size].title}`);
    button.addEventListener('click', () => {
      const sameTask = this.#context.setting('task') === task;
      forgetParameters(this.#context, sameTask ? ['kind', 'seed'] : ['seed']);
      this.#context.set('task', task);
      this.#context.set('size', size);
      this.build();
      this.#presets.querySelector('[aria-pressed="true"]').focus();
      this.#on.restart();
    });
    return button;
  }

  #compare(kinds) {
    const choices = [['', 'nothing'], ...kinds.map((kind) => [kind, kind])];
    return field('Compare with', choiceInput(choices, this.#context.setting('compare'), (kind) => {
      this.#context.set('compare', kind);
      this.#on.restart();
    }));
  }

  #group(title, rows) {
    if (rows.length === 0) return null;
    return html('fieldset', {}, html('legend', {}, title), ...rows.map((row) => this.#field(row)));
  }

  #field(row, explained = true) {
    const { name, label, unit, help } = row;
    const base = this.#base(row);
    const tell = (text) => this.#change(row, text);
    const value = changedParameters(this.#context)[name] ?? base;
    const input = parameterInput(row, value, tell);
    input.title = help;
    return field(labelText({ label, unit: unit === 'updates' ? '' : unit }), input, explained ? `${help}${rangeText(row)}` : '');
  }

  /** The value that the current size gives a parameter. */
  #base({ name, default: text }) {
    return presetParameters(this.#context)[name] ?? text;
  }

  #change(row, text) {
    this.#context.set(row.name, text === this.#base(row) ? undefined : text);
    if (row.live) this.#on.live(row.name, text);
    else this.#on.restart();
  }
}
