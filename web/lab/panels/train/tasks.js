// The tasks as the panel shows them: what the catalogue of the training module, which has their parameters and summaries, does not
// say. Every task of the catalogue has a row here.

import { classificationNames, inductionNames } from './token_names.js';

/**
 * By the experiment's id:
 * - `title` as the task is called, `heading` what is to be seen of it.
 * - `sizes` to begin with; "small" is one of them. Their `parameters` differ from the catalogue's defaults. The small ones were
 *   chosen by measurement: they learn their task within seconds. Evaluations come often, so that there is something to see.
 * - `headNumbers` shown under each head: the metric's name, its label, and what it means.
 * - `curve` the metric plotted first, one of those in curves.js.
 * - `names` makes the names of the tokens from a run's parameters (see TokenNames).
 */
export const tasks = {
  induction: {
    title: 'Induction',
    heading: 'Watch attention sinks grow',
    sizes: {
      small: { title: 'small', parameters: { d: '32', heads: '2', positions: 'add', batch: '64', lr: '0.003', steps: '2000', evaluate_every: '25', evaluation_sequences: '256' } },
      paper: { title: 'as in the paper', parameters: { positions: 'add', evaluate_every: '20', evaluation_sequences: '500' } },
    },
    headNumbers: [
      ['sink_score', 'sink', 'Share of the weight that goes to BOS, over all queries but BOS and the last two'],
      ['sink_total_weight', 'weight', 'Total weight that a query gives: 1 where the kind normalises'],
      ['sparsity', 'largest', 'Largest weight of a query, on average: the sparsity score'],
    ],
    curve: 'sink_score',
    names: inductionNames,
  },
  classification: {
    title: 'Classification',
    heading: 'Watch one token decide',
    sizes: {
      small: {
        title: 'one head',
        parameters: { vocabulary: '161', layers: '1', heads: '1', d: '64', mlp: 'off', layer_norm: 'off', batch: '64', lr: '0.003', steps: '1500', evaluate_every: '25', evaluation_sequences: '256' },
      },
      paper: { title: 'as in the paper', parameters: { evaluate_every: '10', evaluation_sequences: '500' } },
    },
    headNumbers: [
      ['rel_attn_max', 'top', 'Share that CLS gives to its favourite token, on average'],
      ['attn_sum', 'weight', 'Total weight that CLS gives: 1 where the kind normalises'],
      ['dominance', 'decides', 'How often the favourite token alone decides the label; measured on demand'],
    ],
    curve: 'rel_attn_max',
    names: classificationNames,
  },
};

/** The row of the task called `id`. Throws where there is none: a task shown as another one would be shown wrongly. */
export function taskCalled(id) {
  if (!Object.hasOwn(tasks, id)) throw new Error(`task "${id}": the panel has no row for it; there are ${Object.keys(tasks).join(', ')}`);
  return tasks[id];
}
