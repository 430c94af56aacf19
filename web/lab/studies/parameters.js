// What the flows of an ensemble or a map run with: the current parameters, and how long they last, which a panel sets by itself,
// since a run worth watching once is too long to be made a thousand times.

import { choiceInput, field, numberInput } from '../../base/elements.js';

/** The value in force of a parameter of the current experiment. */
const inForce = ({ parameters }, defaults, name) => parameters[name] ?? defaults[name];

const isFlow = ({ lab }) => inForce(lab.state, lab.defaults, 'dynamics') === 'flow';

/** The parameter that sets the length of a run. */
const lengthName = (context) => (isFlow(context) ? 'horizon' : 'steps');

/** How long flows last: what the panel was set to, what the run was set to, or the panel's own of `lengths`, {steps, horizon}. */
function lengthOf(context, lengths) {
  const name = lengthName(context);
  const { state, defaults } = context.lab;
  return context.setting('length') || state.parameters[name] || String(Math.min(lengths[name], Number(defaults[name])));
}

/** The parameters of the flows, as far as they differ from the experiment's defaults. */
export function studyParameters(context, lengths) {
  const { parameters } = context.lab.state;
  const measured = isFlow(context) && isLogistic(context) ? { until: 'tau' } : {};
  return { ...measured, ...parameters, [lengthName(context)]: lengthOf(context, lengths) };
}

/** Whether flows have a rescaled time. */
function isLogistic({ lab: { state, defaults, catalogue } }) {
  const { model, loss } = catalogue.find(({ id }) => id === state.experiment);
  return model === 'value_softmax' && (inForce(state, defaults, 'loss') ?? loss) === 'logistic';
}

/** The fields for what moves the flows, for how long and from which seed. `restart()` is called when the length changes. */
export function flowFields(context, lengths, restart) {
  const { lab } = context;
  const seed = inForce(lab.state, lab.defaults, 'seed');
  const fields = [
    field('Dynamics', choiceInput([['descent', 'descent'], ['flow', 'flow']], isFlow(context) ? 'flow' : 'descent',
      (value) => {
        context.set('length', undefined);
        context.change({ dynamics: value });
      })),
    field(isFlow(context) ? 'Until' : 'Updates', numberInput(lengthOf(context, lengths), (text) => {
      context.set('length', text);
      restart();
    }), lengthHelp(context)),
  ];
  return [...fields, field('Seed', numberInput(seed, (text) => context.change({ seed: text })), 'Each flow’s own seed is derived from it.')];
}

function lengthHelp(context) {
  if (!isFlow(context)) return 'For each flow.';
  const until = inForce({ parameters: studyParameters(context, { steps: 1, horizon: 1 }) }, context.lab.defaults, 'until');
  return { tau: 'Rescaled time τ, about log t.', t: 'Time t.', log10t: 'Decimal logarithm of t.' }[until];
}

const maxFlows = 2 ** 32;

/** A setting that counts flows. Throws with what is allowed. */
export function countSetting(context, name) {
  const text = context.setting(name);
  const count = Number(text);
  if (!/^\d+(e\d+)?$/i.test(text) || count < 1 || count > maxFlows) {
    throw new Error(`${name} "${text}": must be an integer from 1 to ${maxFlows}`);
  }
  return count;
}
