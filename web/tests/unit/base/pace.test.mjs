import assert from 'node:assert/strict';

import { parsePace } from '../../../base/pace.js';
import { test } from '../../harness.mjs';

test('pace: reads the three kinds of pace', async () => {
  assert.deepEqual(parsePace('max'), { kind: 'max', rate: Infinity });
  assert.deepEqual(parsePace('steps=60'), { kind: 'steps', rate: 60 });
  assert.deepEqual(parsePace('decades=0.5'), { kind: 'decades', rate: 0.5 });
});

test('pace: refuses what is no pace and says what is allowed', async () => {
  for (const text of ['', 'steps', 'steps=', 'steps=0', 'steps=-1', 'decades=fast', 'decades=NaN', 'steps=Infinity', 'warp=9']) {
    assert.throws(() => parsePace(text), /^Error: pace ".*": must be max, steps=N or decades=X/, text);
  }
});
