// The demonstration's controls as a plain form, for keyboards and screen readers and where nothing can be drawn. The fields
// come from the catalogue.

import { field, html } from '../base/elements.js';
import { groups, labelText, parameterInput, rangeText } from './parameter_fields.js';

const paces = [
  ['steps=1', '1 update a second'],
  ['steps=10', '10 updates a second'],
  ['steps=60', 'slow motion, 60 updates a second'],
  ['steps=1000', '1000 updates a second'],
  ['decades=0.5', 'half a decade of updates a second'],
  ['decades=1', 'one decade of updates a second'],
  ['decades=3', 'three decades of updates a second'],
  ['max', 'as fast as it goes'],
];

export class Controls {
  #lab;
  #root;
  #shown = ''; // the experiment whose fields are there

  /** @param {HTMLElement} root holds the elements with the data-control attributes that are wired here */
  constructor(root, lab) {
    this.#root = root;
    this.#lab = lab;
    this.#part('play').addEventListener('click', () => (lab.playing ? lab.pause() : lab.play()));
    this.#part('step').addEventListener('click', () => lab.step(1));
    this.#part('reset').addEventListener('click', () => lab.reset());
    this.#part('pace').addEventListener('change', ({ target }) => (lab.pace = target.value));
    this.#part('experiment').addEventListener('change', ({ target }) => {
      lab.open({ ...lab.state, experiment: target.value, parameters: {} });
    });
  }

  /** Brings every field up to the lab's state. */
  update() {
    const { state, playing, catalogue } = this.#lab;
    this.#part('play').textContent = playing ? 'Pause' : 'Play';
    this.#fillPace(state.pace);
    if (this.#part('experiment').length === 0) {
      this.#part('experiment').append(...catalogue.map(({ id, title }) => option(id, title)));
    }
    this.#part('experiment').value = state.experiment;
    const experiment = catalogue.find(({ id }) => id === state.experiment);
    if (this.#shown !== state.experiment) this.#build(experiment);
    this.#showApplicable(experiment);
    for (const { name } of experiment.parameters) {
      const field = this.#part('parameters').querySelector(`[name="${name}"]`);
      if (field !== document.activeElement || field.dataset.sent !== undefined) {
        field.value = state.parameters[name] ?? this.#lab.defaults[name];
        delete field.dataset.sent;
      }
    }
  }

  #part(name) {
    return this.#root.querySelector(`[data-control="${name}"]`);
  }

  #fillPace(pace) {
    const select = this.#part('pace');
    if (select.length === 0) select.append(...paces.map(([value, label]) => option(value, label)));
    if (![...select.options].some(({ value }) => value === pace)) select.append(option(pace, pace));
    select.value = pace;
  }

  #build(experiment) {
    this.#shown = experiment.id;
    this.#part('summary').textContent = experiment.summary;
    const parts = Object.entries(groups).map(([group, title]) => {
      const rows = experiment.parameters.filter((parameter) => parameter.group === group);
      return this.#fieldset(group, title, rows);
    });
    this.#part('parameters').replaceChildren(...parts.filter((part) => part.elements.length > 0));
  }

  #fieldset(group, title, parameters) {
    return html('fieldset', { 'data-group': group }, html('legend', {}, title), ...parameters.map((parameter) => this.#field(parameter)));
  }

  /** Hides what has no effect under the current choices, such as the learning rate of a flow. */
  #showApplicable({ parameters }) {
    const { state, defaults } = this.#lab;
    const holds = ({ parameter, choices }) => choices.includes(state.parameters[parameter] ?? defaults[parameter]);
    for (const { name, applies_when: conditions } of parameters) {
      this.#part('parameters').querySelector(`[name="${name}"]`).closest('.field').hidden = !conditions.every(holds);
    }
    for (const part of this.#part('parameters').children) part.hidden = !part.querySelector('.field:not([hidden])');
  }

  #field(parameter) {
    const { name, help, default: value, live } = parameter;
    const tell = (text) => {
      input.dataset.sent = '';
      this.#lab.setParameter(name, text);
    };
    const input = parameterInput(parameter, value, tell);
    input.id = `parameter-${name}`;
    return field(labelText(parameter), input, `${help}${rangeText(parameter)}${live ? ' Changes at once.' : ''}`);
  }
}

const option = (value, label) => html('option', { value }, label);
