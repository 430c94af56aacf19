import assert from 'node:assert/strict';

import { panelIds } from '../../../base/url_state.js';
import { panels } from '../../../lab/panels.js';
import { test } from '../../harness.mjs';

test('panels: an address can open each of them, and nothing else', async () => {
  assert.deepEqual(panels.map(({ id }) => id), panelIds);
});
