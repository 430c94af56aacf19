// Strings and numbers in and out of a module's memory, at any address it may have, and where it has no more to give.

import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';

import { bytesAt, doublesAt, textAt, withTexts, withWords, wordsAt, writeDoubles } from '../../../engine/heap.mjs';
import { pageModule } from '../../browser.mjs';
import { test } from '../../harness.mjs';

const page = (source) => import(pathToFileURL(pageModule(source)));

const pageBytes = 65536;
const high = 2 ** 31 + pageBytes;

/** A module's memory that reaches beyond 2 GiB, where it hands out its only block; what is not written takes no memory. */
function highModule() {
  const memory = new WebAssembly.Memory({ initial: high / pageBytes + 1 });
  return { HEAPU8: new Uint8Array(memory.buffer), _malloc: () => high | 0, _free() {} };
}

test('heap: addresses beyond 2 GiB, which arrive negative, are read and written', async () => {
  const module = highModule();
  const signed = high | 0;
  assert.ok(signed < 0);
  withTexts(module, ['größer'], (address) => {
    assert.equal(textAt(module, address), 'größer');
    assert.equal(textAt(module, address | 0), 'größer');
  });
  withWords(module, [1, 2 ** 32 - 1], (address) => assert.deepEqual([...wordsAt(module, address | 0, 2)], [1, 2 ** 32 - 1]));
  writeDoubles(module, signed, [0.1, -3]);
  assert.deepEqual([...doublesAt(module, signed, 2)], [0.1, -3]);
  assert.deepEqual([...bytesAt(module, signed + 8, 8)], [0, 0, 0, 0, 0, 0, 8, 192]);
});

test('heap: memory that cannot be had is told, and what was taken is given back', async () => {
  const addresses = [64, 128, 0];
  const freed = [];
  const module = { HEAPU8: new Uint8Array(256), _malloc: () => addresses.shift(), _free: (address) => freed.push(address) };
  const never = () => assert.fail('nothing is to be used');
  const outOfMemory = { name: 'PolarizeError', message: 'out of memory' };
  assert.throws(() => withTexts(module, ['a', 'b', 'c'], never), outOfMemory);
  assert.deepEqual(freed, [64, 128]);
  addresses.push(0);
  assert.throws(() => withWords(module, [1], never), outOfMemory);
  assert.deepEqual(freed, [64, 128]);
  assert.ok(module.HEAPU8.subarray(0, 64).every((byte) => byte === 0));
});

test('heap: a run beyond 2 GiB gives what one below gives', async () => {
  const [{ attention: builds }, { compileModule, importScript, instantiate }, { Attention }] = await Promise.all(['engines.mjs', 'compile.mjs', 'attention.mjs'].map(page));
  const { script, module: address } = builds.simd;
  const { default: factory } = await importScript(script);
  const compiled = await compileModule(address);
  const seen = await Promise.all([0, 2 ** 31].map(async (occupied) => {
    const module = await instantiate(factory, compiled);
    if (occupied) assert.notEqual(module._malloc(occupied), 0);
    const run = new Attention(module, 'simd', []).start({ experiment: 'induction', parameters: { d: 16, heads: 2, layers: 2, batch: 16, sequences: 256, evaluation_sequences: 32 } });
    run.advance(2);
    const tokens = [...run.snapshot({ samples: 1 }).training.samples.tokens.data];
    const result = { bytes: run.encodedSnapshot(), predictions: run.replacements(tokens, 1), ...run.look(tokens) };
    assert.equal(module._polarize_attention(run.address) < 0, occupied > 0);
    run.free();
    return result;
  }));
  assert.deepEqual(seen[1], seen[0]);
});
