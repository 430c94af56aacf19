import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { serve } from '../../../serve.mjs';
import { test } from '../../harness.mjs';

const script = fileURLToPath(new URL('../../../serve.mjs', import.meta.url));

async function withServer(use) {
  const outside = await mkdtemp(join(tmpdir(), 'polarize-serve-'));
  const folder = join(outside, 'page');
  await mkdir(folder);
  await writeFile(join(outside, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'index.html'), '<p>page</p>');
  await writeFile(join(folder, 'code.0123456789.mjs'), 'export {};');
  await writeFile(join(folder, 'engine.wasm'), '');
  const server = await serve({ folder, prefix: '/some/where/' });
  try {
    await use(server.address);
  } finally {
    await server.close();
    await rm(outside, { recursive: true });
  }
}

/** The status of a request whose path is sent as it is: fetch would tidy it. */
function rawStatus(address, path, method = 'GET') {
  const { hostname, port } = new URL(address);
  return new Promise((done, failed) => {
    request({ hostname, port, path, method }, (response) => done(response.resume().statusCode)).on('error', failed).end();
  });
}

test('serve: gives files with the right MIME types under its path', () => withServer(async (address) => {
  const type = async (name) => (await fetch(address + name)).headers.get('content-type');
  assert.equal(await (await fetch(address)).text(), '<p>page</p>');
  assert.match(await type(''), /^text\/html/);
  assert.match(await type('code.0123456789.mjs'), /^text\/javascript/);
  assert.equal(await type('engine.wasm'), 'application/wasm');
}));

test('serve: only hashed names may be kept for ever', () => withServer(async (address) => {
  const caching = async (name) => (await fetch(address + name)).headers.get('cache-control');
  assert.match(await caching('code.0123456789.mjs'), /immutable/);
  assert.equal(await caching('index.html'), 'no-cache');
}));

test('serve: nothing outside of its folder', () => withServer(async (address) => {
  for (const path of ['/', '/secret.txt', '/some/where/../secret.txt', '/some/where/%2e%2e/secret.txt', '/some/where/..%2fsecret.txt', '/some/where/%00', '/some/where/%']) {
    assert.equal(await rawStatus(address, path), 404, path);
  }
}));

test('serve: only reading, only on this machine', () => withServer(async (address) => {
  assert.equal(await rawStatus(address, '/some/where/', 'POST'), 405);
  assert.equal(await rawStatus(address, '/some/where/', 'HEAD'), 200);
  assert.equal(new URL(address).hostname, '127.0.0.1');
}));

for (const [options, message] of [
  [['--port', 'http'], /^serve: --port "http": must be an integer from 0 to 65535\n$/],
  [['--port', '70000'], /^serve: --port "70000": must be/],
  [['--prefix', 'lab'], /^serve: --prefix "lab": must begin and end with a slash\n$/],
  [['--folder', tmpdir()], /holds no index\.html; node web\/build\.mjs makes the page\n$/],
  [['--colour'], /^serve: .*--colour/],
]) {
  test(`serve: refuses ${options.join(' ')} with one line`, () => new Promise((done, failed) => {
    execFile(process.execPath, [script, ...options], { timeout: 60_000 }, (error, stdout, stderr) => {
      try {
        assert.equal(error?.code, 2);
        assert.equal(stdout, '');
        assert.match(stderr, message);
        assert.equal(stderr.trimEnd().includes('\n'), false);
        done();
      } catch (assertion) {
        failed(assertion);
      }
    });
  }));
}
