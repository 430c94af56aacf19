// A small server for the assembled page, for this machine alone.
//
//     node web/serve.mjs [--port N] [--folder DIR] [--prefix PATH]

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

const hashedName = /\.[0-9a-f]{10}\.\w+$/;

/** The file inside `folder` that the address asks for, or null where it points outside of it. */
function fileOf(folder, prefix, address) {
  let path;
  try {
    path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
  } catch {
    return null;
  }
  if (!path.startsWith(prefix) || path.includes('\0')) return null;
  const file = resolve(folder, `.${sep}${path.slice(prefix.length)}`);
  if (file !== folder && !file.startsWith(folder + sep)) return null;
  return path.endsWith('/') ? join(file, 'index.html') : file;
}

async function respond(request, response, folder, prefix) {
  const refuse = (status, text) => response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'only GET and HEAD are served here');
  const file = fileOf(folder, prefix, request.url);
  const found = file === null ? null : await stat(file).catch(() => null);
  if (found?.isDirectory()) {
    return response.writeHead(301, { Location: `${new URL(request.url, 'http://localhost').pathname}/` }).end();
  }
  if (!found?.isFile()) return refuse(404, 'there is no such file');
  response.writeHead(200, {
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    'Content-Length': found.size,
    'Cache-Control': hashedName.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.method === 'HEAD') return response.end();
  return createReadStream(file).on('error', () => response.destroy()).pipe(response);
}

/**
 * Serves `folder` on 127.0.0.1.
 *
 * @param {object} options
 * @param {string} options.folder
 * @param {number} [options.port] 0 takes a free one
 * @param {string} [options.prefix] the path under which the folder appears, with slashes at both ends
 * @returns {Promise<{address: string, close: () => Promise<void>}>}
 */
export async function serve({ folder, port = 0, prefix = '/' }) {
  const root = resolve(folder);
  const server = createServer((request, response) => respond(request, response, root, prefix));
  await new Promise((listening, failed) => server.once('error', failed).listen(port, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${server.address().port}${prefix}`,
    close: () => new Promise((closed) => {
      server.close(closed);
      server.closeAllConnections();
    }),
  };
}

function readOptions() {
  const here = fileURLToPath(new URL('../build/web', import.meta.url));
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8080' },
      folder: { type: 'string', default: here },
      prefix: { type: 'string', default: '/' },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65535) throw new Error(`--port "${values.port}": must be an integer from 0 to 65535`);
  if (!/^\/(.*\/)?$/.test(values.prefix)) throw new Error(`--prefix "${values.prefix}": must begin and end with a slash`);
  return { ...values, port };
}

async function main() {
  let options;
  try {
    options = readOptions();
    await stat(join(options.folder, 'index.html')).catch(() => {
      throw new Error(`--folder "${options.folder}": holds no index.html; node web/build.mjs makes the page`);
    });
  } catch (error) {
    console.error(`serve: ${error.message}`);
    process.exit(2);
  }
  try {
    const { address } = await serve(options);
    console.log(`serving ${options.folder} at ${address}`);
  } catch (error) {
    console.error(`serve: port ${options.port} cannot be used (${error.code})`);
    process.exit(1);
  }
}

if (process.argv[1] && fileURLToPath(import.meta.url) === resolve(process.argv[1])) await main();
