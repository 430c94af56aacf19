// The size gate: what a reader downloads, compressed as a server would (brotli, quality 11), in bytes of 1000 a kB.
//
//     node web/tests/size.mjs [--gate] [DIR of the assembled page]
//
// With --gate only what has a limit is compressed and shown.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import { pageFolder } from './browser.mjs';

const engineLimit = 150_000;
const firstFrameLimit = 500_000;
const variants = ['relaxed', 'simd', 'scalar'];

const { values: { gate }, positionals: [folder = pageFolder] } = parseArgs({ options: { gate: { type: 'boolean', default: false } }, allowPositionals: true });

async function compressedSize(name) {
  const content = readFileSync(join(folder, name));
  const compressed = await promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  return compressed.length;
}

const sum = (files) => files.reduce((total, { compressed }) => total + compressed, 0);
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

function line(label, bytes, compressed, limit) {
  const verdict = limit === undefined ? '' : compressed <= limit ? `  within ${kilobytes(limit)}` : `  OVER ${kilobytes(limit)}`;
  console.log(`${label.padEnd(38)}${kilobytes(bytes).padStart(12)}${kilobytes(compressed).padStart(12)}${verdict}`);
  return limit === undefined || compressed <= limit;
}

const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json')));
const files = manifest.files.filter(({ source, first }) => !gate || first || source.startsWith('polarize-engine-'));
await Promise.all(files.map(async (file) => (file.compressed = await compressedSize(file.name))));

console.log(`${'file'.padEnd(38)}${'bytes'.padStart(12)}${'brotli 11'.padStart(12)}`);
for (const { source, bytes, compressed } of files) line(source, bytes, compressed);
console.log();

const ofEngine = (variant) => files.filter(({ source }) => source.startsWith(`polarize-engine-${variant}.`));
const raw = (some) => some.reduce((total, { bytes }) => total + bytes, 0);
let within = true;
for (const variant of variants) within = line(`engine, ${variant}`, raw(ofEngine(variant)), sum(ofEngine(variant)), engineLimit) && within;

const largest = variants.map(ofEngine).sort((a, b) => sum(b) - sum(a))[0];
const firstFrame = files.filter(({ source, first }) => first && !source.startsWith('polarize-engine-')).concat(largest);
within = line('all for the first frame', raw(firstFrame), sum(firstFrame), firstFrameLimit) && within;
process.exitCode = within ? 0 : 1;
