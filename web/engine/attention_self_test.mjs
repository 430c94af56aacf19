// The numeric self-test of a build that trains: the first losses of two short runs, which every build must give but for rounding.

const tolerance = 2e-4; // relative

const runs = [
  { experiment: 'induction', parameters: { d: 16, heads: 2, vocabulary: 20, distinct: 6, batch: 16, sequences: 64, evaluation_sequences: 8 }, steps: 5 },
  { experiment: 'classification', parameters: { d: 16, heads: 1, layers: 1, kind: 'sigmoid_unnorm', batch: 16, sequences: 64, evaluation_sequences: 8 }, steps: 5 },
];

/** Losses that the native program gives. */
const expected = [
  4.67688, 4.74547, 4.7221, 4.67499, 4.62176,
  1.39653, 1.39813, 1.47971, 1.52196, 1.34987,
];

/** The losses of these runs as `attention` computes them. */
export function firstLosses(attention) {
  return runs.flatMap(({ steps, ...start }) => {
    const run = attention.start(start);
    run.advance(steps);
    const { history } = run.snapshot();
    run.free();
    return [...history.series.loss.values];
  });
}

/** What of `losses` is not as it should be, as words; '' where all is right. */
export function differs(losses) {
  if (losses.length !== expected.length) return `${losses.length} losses in the place of ${expected.length}`;
  const wrong = losses.findIndex((loss, i) => !(Math.abs(loss - expected[i]) <= tolerance * Math.abs(expected[i])));
  return wrong < 0 ? '' : `the loss ${losses[wrong]} in the place of ${expected[wrong]}`;
}
