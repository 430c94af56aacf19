// What is trained in the panel: a task and a size to begin with (tasks.js), and what the reader changed. Every parameter
// comes from the module's catalogue.

import { taskCalled } from './tasks.js';

/** The parameters that are always shown; the others are one click away. */
export const foremost = ['kind', 'positions', 'lr', 'seed'];

/** The settings of the panel other than the parameters, with their defaults. */
export const settings = { task: 'induction', size: 'small', compare: '', sample: '0', hidden: 'pause', curve: '' };

const prefix = 'train.';

/** The settings of the address as they are: parameters of the run by name. */
export function changedParameters({ lab }) {
  const names = Object.keys(lab.state.settings).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  return Object.fromEntries(names.filter((name) => !(name in settings)).map((name) => [name, lab.state.settings[prefix + name]]));
}

/** Messages about the settings other than parameters that cannot be used; the defaults replace these. */
export function settle(context, catalogue) {
  const errors = [];
  const expect = (name, values) => {
    const text = context.setting(name);
    if (values.includes(text)) return;
    errors.push(`train.${name} "${text}": must be one of ${values.filter(Boolean).join(', ')}`);
    context.set(name, undefined);
  };
  expect('task', catalogue.map(({ id }) => id));
  const task = context.setting('task');
  expect('size', Object.keys(taskCalled(task).sizes));
  const { choices: kinds } = catalogue.find(({ id }) => id === task).parameters.find(({ name }) => name === 'kind');
  expect('compare', ['', ...kinds]);
  expect('hidden', ['pause', 'go']);
  if (!/^\d{1,3}$/.test(context.setting('sample'))) {
    errors.push(`train.sample "${context.setting('sample')}": must be an integer`);
    context.set('sample', undefined);
  }
  return errors;
}

/** What the current size sets of the parameters. */
export const presetParameters = (context) => taskCalled(context.setting('task')).sizes[context.setting('size')].parameters;

/** The parameters of a run, as far as they differ from the catalogue's defaults. */
export function parametersOf(context) {
  return { ...presetParameters(context), ...changedParameters(context) };
}

/** Removes every changed parameter from the address, except those named in `kept`. */
export function forgetParameters(context, kept = []) {
  for (const name of Object.keys(changedParameters(context))) if (!kept.includes(name)) context.set(name, undefined);
}
