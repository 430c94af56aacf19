// The losses of the native program from the same weights and sequences as TensorFlow.js has.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { config, inductionSequences, startingWeights } from './start.mjs';

const run = promisify(execFile);

const bytesOf = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);

/** A `.safetensors` file of weights: the length of the header in 8 bytes, the header as JSON, the numbers. */
function safetensors(weights) {
  const header = {};
  let end = 0;
  for (const { name, shape, values } of weights) {
    const begin = end;
    end += values.byteLength;
    header[name] = { dtype: 'F32', shape, data_offsets: [begin, end] };
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, ...weights.map(({ values }) => bytesOf(values))]);
}

/** A `.npy` file, version 1, of 32-bit whole numbers (rows, columns). */
function npy(values, columns) {
  const dictionary = `{'descr': '<i4', 'fortran_order': False, 'shape': (${values.length / columns}, ${columns}), }`;
  const start = Buffer.from('\x93NUMPY\x01\x00\x00\x00', 'latin1');
  const padding = (64 - ((start.length + dictionary.length + 1) % 64)) % 64;
  const header = Buffer.from(`${dictionary}${' '.repeat(padding)}\n`);
  start.writeUInt16LE(header.length, 8);
  return Buffer.concat([start, header, bytesOf(values)]);
}

/**
 * The loss before each of `steps` updates by `program`, from the weights and sequences of `seed`, batches in their order.
 *
 * @returns {Promise<number[]>}
 */
export async function nativeLosses(program, steps, seed) {
  const { batch, length, lr, weightDecay, auxiliary } = config;
  const folder = await mkdtemp(join(tmpdir(), 'polarize-tfjs-'));
  const file = (name) => join(folder, name);
  try {
    const count = steps * batch;
    await writeFile(file('start.safetensors'), safetensors(startingWeights(seed)));
    await writeFile(file('sequences.npy'), npy(inductionSequences(count, seed), length + 1));
    await writeFile(file('order.npy'), npy(Int32Array.from({ length: count }, (_, i) => i), count));
    const settings = { steps, batch, lr, weight_decay: weightDecay, aux: auxiliary, evaluation_sequences: 1 };
    const { stdout } = await run(program, [
      'run', 'induction', ...Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
      '--init', file('start.safetensors'), '--data', file('sequences.npy'), '--order', file('order.npy'),
      '--threads', '1', '--format', 'json',
    ], { maxBuffer: 1 << 26 });
    return JSON.parse(stdout).history.loss;
  } finally {
    await rm(folder, { recursive: true });
  }
}
