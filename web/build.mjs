// Assembles the page from the WebAssembly builds, the modules and the fonts: every file gets a name with a hash of its
// content, so that it may be cached for ever, except index.html, polarize.mjs (the engine's JavaScript interface),
// licences.txt and manifest.json.
//
//     node web/build.mjs [--builds PREFIX] [--output DIR]

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { licences } from './licences.mjs';

const web = fileURLToPath(new URL('.', import.meta.url));
const repository = dirname(resolve(web));
const variants = ['relaxed', 'simd', 'scalar'];
const fonts = ['newsreader-latin-400-normal.woff2'];
const fontFolder = join(web, 'tests/node_modules/@fontsource/newsreader/files');

// The places where one of our files names another: modules, worker and assets, style sheets, markup.
const references = /((?:from |import |new URL\(|import\(|url\(|href=|src=)['"])(\.\.?\/[\w./-]+)(['"])/g;
const textual = /\.(m?js|css|html|svg)$/;

/** Files on their way into the page: each is read once, after those that it names. */
class Assembly {
  #output;
  #placed = new Map(); // source path → name in the page
  #open = new Set();
  #generated = new Map(); // source path → text that stands in its place
  files = [];

  constructor(output) {
    this.#output = output;
  }

  /** `text` takes the place of the file at `path`. */
  generate(path, text) {
    this.#generated.set(path, text);
  }

  /** Puts the file at `path` into the page and returns its name there. */
  place(path, { hashed = true, edit = (text) => text } = {}) {
    if (this.#placed.has(path)) return this.#placed.get(path);
    if (this.#open.has(path)) throw new Error(`${path} is named by a file that it names itself`);
    this.#open.add(path);
    const content = textual.test(path) ? Buffer.from(edit(this.#linked(path))) : this.#read(path);
    const name = hashed ? this.#hashedName(path, content) : basename(path);
    writeFileSync(join(this.#output, name), content);
    this.files.push({ name, source: basename(path), bytes: content.length });
    this.#placed.set(path, name);
    return name;
  }

  /** Writes a text that no source file holds. */
  write(name, text) {
    writeFileSync(join(this.#output, name), text);
  }

  #read(path) {
    try {
      return readFileSync(path);
    } catch {
      throw new Error(`${path} is missing: build the presets wasm-scalar, wasm-simd and wasm-relaxed and run scripts/setup first`);
    }
  }

  /** The text of the file with the names of others replaced by those they have in the page. */
  #linked(path) {
    const text = this.#generated.get(path) ?? this.#read(path).toString();
    return text.replace(references, (match, before, target, after) => {
      if (target === './licences.txt') return match;
      return `${before}./${this.place(this.#resolve(path, target))}${after}`;
    });
  }

  #resolve(path, target) {
    return fonts.includes(basename(target)) ? join(fontFolder, basename(target)) : resolve(dirname(path), target);
  }

  #hashedName(path, content) {
    const [, stem, extension] = /^(.*)(\.\w+)$/.exec(basename(path));
    return `${stem}.${createHash('sha256').update(content).digest('hex').slice(0, 10)}${extension}`;
  }
}

const bytesOf = (assembly, name) => assembly.files.find((file) => file.name === name).bytes;

/** The module that tells where a WebAssembly module and its script are, as one entry of an object. */
function placedPair(assembly, stem) {
  const script = assembly.place(`${stem}.mjs`);
  const module = assembly.place(`${stem}.wasm`);
  return `{ script: new URL('${script}', import.meta.url), module: new URL('${module}', import.meta.url), bytes: ${bytesOf(assembly, module)} }`;
}

function assemble(builds, output) {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const assembly = new Assembly(output);

  const engines = variants.map((variant) => `  ${variant}: ${placedPair(assembly, `${builds}-${variant}/web/engine/polarize-engine-${variant}`)},\n`);
  assembly.generate(join(web, 'engine/engines.mjs'), `export const engines = {\n${engines.join('')}};\n`);
  const ui = placedPair(assembly, `${builds}-scalar/web/ui/polarize-ui`);
  assembly.generate(join(web, 'page/ui_files.js'), `export const ui = ${ui};\n`);

  assembly.place(join(web, 'page/index.html'), { hashed: false, edit: (html) => withPreloads(html, assembly.files) });
  const api = assembly.files.find(({ source }) => source === 'polarize.mjs').name;
  assembly.write('polarize.mjs', `export * from './${api}';\n`);
  assembly.write('licences.txt', licences(repository));
  assembly.write('manifest.json', `${JSON.stringify({ files: assembly.files }, null, 1)}\n`);
  return assembly.files;
}

/** Lets the browser fetch at once what it would learn of only module by module. */
function withPreloads(html, files) {
  const named = (test) => files.filter(({ source }) => test(source)).map(({ name }) => name);
  const links = [
    ...named((source) => /\.m?js$/.test(source) && !/^polarize-engine|worker|^(main|polarize|self_test|probes|engines|pacer)\./.test(source))
      .map((name) => `<link rel="modulepreload" href="./${name}">`),
    ...named((source) => source === 'polarize-ui.wasm').map((name) => `<link rel="preload" as="fetch" type="application/wasm" crossorigin href="./${name}">`),
    ...named((source) => source === fonts[0]).map((name) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="./${name}">`),
  ];
  return html.replace('</head>', `${links.join('\n')}\n</head>`);
}

function main() {
  const { values } = parseArgs({
    options: {
      builds: { type: 'string', default: join(repository, 'build/wasm') },
      output: { type: 'string', default: join(repository, 'build/web') },
    },
  });
  const files = assemble(resolve(values.builds), resolve(values.output));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${values.output}: ${files.length} files, ${(total / 1000).toFixed(0)} kB`);
}

try {
  main();
} catch (error) {
  console.error(`build: ${error.message}`);
  process.exit(2);
}
