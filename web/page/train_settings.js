// What is trained in the panel: a task and a size to begin with, and what the reader changed. Every parameter comes from the
// module's catalogue; here is only what a size sets of them.

/** The tasks, as they are called. */
export const tasks = { induction: 'Induction', classification: 'Classification' };

/** What is to be seen of each. */
export const headings = { induction: 'Watch attention sinks grow', classification: 'Watch one token decide' };

/**
 * Sizes of each task: `parameters` differ from the catalogue's defaults. The small ones were chosen by measurement: they learn
 * their task within seconds. Evaluations come often, so that there is something to see.
 */
export const sizes = {
  induction: {
    small: { title: 'small', parameters: { d: '32', heads: '2', positions: 'add', batch: '64', lr: '0.003', steps: '2000', evaluate_every: '25', evaluation_sequences: '256' } },
    paper: { title: 'as in the paper', parameters: { positions: 'add', evaluate_every: '20', evaluation_sequences: '500' } },
  },
  classification: {
    small: {
      title: 'one head',
      parameters: { vocabulary: '161', layers: '1', heads: '1', d: '64', mlp: 'off', layer_norm: 'off', batch: '64', lr: '0.003', steps: '1500', evaluate_every: '25', evaluation_sequences: '256' },
    },
    paper: { title: 'as in the paper', parameters: { evaluate_every: '10', evaluation_sequences: '500' } },
  },
};

/** The parameters that are always in sight; the others are a click away. */
export const foremost = ['kind', 'positions', 'lr', 'seed'];

/** What the settings of the panel are beside the parameters, with their defaults. */
export const settings = { task: 'induction', size: 'small', compare: '', sample: '0', hidden: 'pause', curve: '' };

const prefix = 'train.';

/** The settings of the address as they are: parameters of the run by name. */
export function changedParameters({ lab }) {
  const names = Object.keys(lab.state.settings).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  return Object.fromEntries(names.filter((name) => !(name in settings)).map((name) => [name, lab.state.settings[prefix + name]]));
}

/** What cannot be used of the settings that are no parameters, as lines; the defaults stand in their place. */
export function settle(context, catalogue) {
  const errors = [];
  const kinds = catalogue[0].parameters.find(({ name }) => name === 'kind').choices;
  const allowed = { task: Object.keys(tasks), size: Object.keys(sizes.induction), compare: ['', ...kinds], hidden: ['pause', 'go'] };
  for (const [name, values] of Object.entries(allowed)) {
    const text = context.setting(name);
    if (values.includes(text)) continue;
    errors.push(`train.${name} "${text}": must be one of ${values.filter(Boolean).join(', ')}`);
    context.set(name, undefined);
  }
  if (!/^\d{1,3}$/.test(context.setting('sample'))) {
    errors.push(`train.sample "${context.setting('sample')}": must be a whole number`);
    context.set('sample', undefined);
  }
  return errors;
}

/** The parameters of a run, as far as they differ from the catalogue's defaults. */
export function parametersOf(context) {
  const base = sizes[context.setting('task')][context.setting('size')].parameters;
  return { ...base, ...changedParameters(context) };
}

/** Takes every changed parameter out of the address, but those called in `kept`. */
export function forgetParameters(context, kept = []) {
  for (const name of Object.keys(changedParameters(context))) if (!kept.includes(name)) context.set(name, undefined);
}
