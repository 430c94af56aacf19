import assert from 'node:assert/strict';

import { addressOf, defaultState, parseState, readAddress, stateText, wantedEngine } from '../../../base/url_state.js';
import { test } from '../../harness.mjs';

const at = (href) => new URL(href);

test('address: a state comes back as it was written', async () => {
  const state = {
    experiment: 'custom',
    parameters: { lr: '0.30000000000000004', map: 'softmax', seed: '4294967295' },
    view: { axis: 'log', token: 'a & b' },
    pace: 'steps=1000',
    panel: 'map',
    settings: { 'map.x': 'lr=0.01:10:48:log', 'ensemble.count': '64' },
  };
  const { state: read, errors } = readAddress(at(addressOf(state, at('http://localhost/lab/?x=1#old'))));
  assert.deepEqual(read, state);
  assert.deepEqual(errors, []);
});

test('address: every double of a parameter comes back to the bit', async () => {
  let bits = 0x9e3779b97f4a7c15n;
  const word = new DataView(new ArrayBuffer(8));
  for (let trial = 0; trial < 2000; ++trial) {
    bits = BigInt.asUintN(64, bits * 6364136223846793005n + 1442695040888963407n);
    word.setBigUint64(0, bits);
    const value = word.getFloat64(0);
    if (!Number.isFinite(value)) continue;
    const { state } = parseState(stateText({ ...defaultState, parameters: { lr: String(value) } }));
    assert.ok(Object.is(Number(state.parameters.lr), value), String(value));
  }
});

test('address: only what differs from the defaults is written', async () => {
  assert.equal(addressOf(defaultState, at('http://localhost/')), 'http://localhost/#v=1&experiment=logistic');
});

test('address: without a fragment the query is read', async () => {
  const { state } = readAddress(at('http://localhost/?experiment=tied&lr=0.5'));
  assert.equal(state.experiment, 'tied');
  assert.deepEqual(state.parameters, { lr: '0.5' });
});

test('address: the wanted engine is no parameter and survives', async () => {
  const address = at('http://localhost/?engine=scalar&lr=1#v=1&experiment=kl');
  assert.equal(wantedEngine(address), 'scalar');
  const { state } = readAddress(address);
  assert.deepEqual(state.parameters, {});
  assert.equal(addressOf(state, address), 'http://localhost/?engine=scalar#v=1&experiment=kl');
});

test('address: another version is refused by name', async () => {
  const { state, errors } = parseState('v=7&experiment=tied');
  assert.equal(state.experiment, 'logistic');
  assert.match(errors[0], /^v "7": this page reads addresses of version 1/);
});

test('address: a pace that is none leaves the default', async () => {
  const { state, errors } = parseState('experiment=tied&pace=warp');
  assert.equal(state.pace, defaultState.pace);
  assert.match(errors[0], /^pace "warp": must be/);
});
