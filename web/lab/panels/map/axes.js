// The axes of a phase diagram: as text ("lr=0.01:10:48:log", which the core reads), and which ones suit an experiment.

const usualCount = 48;

/** Ranges worth a look: low, high, logarithmic. */
const ranges = {
  lr: ['0.01', '100', true],
  k: ['2', '33', false],
  D: ['2', '33', false],
  d: ['1', '32', false],
  kappa: ['1', '100', true],
  V_scale: ['0.001', '10', true],
  a_scale: ['0.001', '10', true],
  steps: ['10', '10000', true],
  horizon: ['1', '1000', true],
};

/** `{name, low, high, count, log}` of a text, or null where it is none or speaks of another experiment. The core checks the values. */
export function parseAxis(text, lab) {
  const [, name, low, high, count, log] = /^(\w+)=([^:]*):([^:]*):([^:]*?)(:log)?$/.exec(text) ?? [];
  return name && parameterOf(name, lab) ? { name, low, high, count: Number(count), log: log !== undefined } : null;
}

/** The text of an axis. An axis of integers has no more points than there are integers on it. */
export function axisText({ name, low, high, count, log }, lab) {
  const parameter = parameterOf(name, lab);
  const whole = parameter?.kind === 'integer' ? Math.max(1, Math.min(count, Number(high) - Number(low) + 1)) : count;
  return `${name}=${low}:${high}:${whole || count}${log ? ':log' : ''}`;
}

const parameterOf = (name, lab) => lab.catalogue.find(({ id }) => id === lab.state.experiment)?.parameters.find((one) => one.name === name);

/** A range for the parameter `name`: a usual one, or two decades around its default. */
export function suggestedAxis(name, lab) {
  const { minimum, maximum, default: usual } = parameterOf(name, lab);
  const around = Number(usual) > 0 ? [Number(usual) / 10, Number(usual) * 10, true] : [Math.max(minimum, -1), 1, false];
  const [low, high, log] = ranges[name] ?? around;
  return { name, low: String(Math.max(minimum, Number(low))), high: String(Math.min(maximum, Number(high))), log };
}

/** Two axes for the current experiment: what moves it, and its size or its start. */
export function defaultAxes(lab) {
  const isFlow = (lab.state.parameters.dynamics ?? lab.defaults.dynamics) === 'flow';
  const wanted = [...(isFlow ? ['kappa'] : ['kappa', 'lr']), 'V_scale', 'a_scale', 'k', 'D'];
  const there = wanted.filter((name) => parameterOf(name, lab));
  const across = there[0];
  const up = ['k', 'D', 'V_scale', 'a_scale'].find((name) => name !== across && there.includes(name) && !(across === 'kappa' && name === 'k'));
  return [across, up].map((name) => ({ ...suggestedAxis(name, lab), count: usualCount }));
}
