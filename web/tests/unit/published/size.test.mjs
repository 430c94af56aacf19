import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { pageFolder } from '../../browser.mjs';
import { test } from '../../harness.mjs';

const gate = fileURLToPath(new URL('../../size.mjs', import.meta.url));

test('size: the engine and the first frame are within their limits', () => new Promise((done, failed) => {
  execFile(process.execPath, [gate, '--gate', pageFolder], { timeout: 250_000 }, (error, stdout) => {
    const totals = stdout.slice(stdout.indexOf('\n\n')).trim();
    if (error) failed(new assert.AssertionError({ message: totals || error.message }));
    else done(`\n${totals.replace(/^/gm, '      ')}`);
  });
}));
