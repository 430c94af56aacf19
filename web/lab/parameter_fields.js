// Parameters of a catalogue as fields of a form: their groups, labels, inputs and ranges.

import { choiceInput, numberInput } from '../base/elements.js';

/** What the groups of parameters are called. */
export const groups = {
  model: 'Model',
  start: 'Start',
  training: 'Training',
  descent: 'Gradient descent',
  flow: 'Gradient flow',
  recording: 'Recording',
};

/** The label of a parameter, with its unit where it has one. */
export const labelText = ({ label, unit }) => (unit ? `${label} (${unit})` : label);

/** The input for a parameter: a list for a choice, a field for a number. `tell(text)` is called with what was entered. */
export function parameterInput({ name, kind, choices }, value, tell) {
  const input = kind === 'choice' ? choiceInput(choices.map((choice) => [choice, choice]), value, tell) : numberInput(value, tell);
  input.name = name;
  return input;
}

/** The range of a parameter, in words. */
export function rangeText({ kind, minimum, maximum }) {
  return kind === 'choice' ? '' : ` From ${minimum} to ${maximum}.`;
}
