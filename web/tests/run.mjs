// The tests of the page: its modules under node, and the assembled page in headless Chromium.
//
//     node web/tests/run.mjs [part of the tests' names]

import { readdirSync } from 'node:fs';

import { closeEnvironment } from './browser.mjs';
import { runTests } from './harness.mjs';

for (const folder of ['unit', 'browser']) {
  const files = readdirSync(new URL(`./${folder}`, import.meta.url), { recursive: true }).filter((name) => name.endsWith('.test.mjs')).sort();
  for (const name of files) await import(`./${folder}/${name}`);
}

const failed = await runTests(process.argv[2]);
await closeEnvironment();
process.exitCode = failed > 0 ? 1 : 0;
