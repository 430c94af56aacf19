// Assembles the page from the WebAssembly builds, the modules and the fonts: every file gets a name with a hash of its
// content, so that it may be cached for ever, except index.html, polarize.mjs (the engine's JavaScript interface),
// licences.txt and manifest.json.
//
//     node web/build.mjs [--builds DIR] [--output DIR] [--variants LIST] [--keep]
//
// LIST are the engine's variants that the page gets, with commas between them; --keep leaves in place what an earlier page
// was made of, so that one that is open can still load the rest of itself.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { licences } from './licences.mjs';

const web = fileURLToPath(new URL('.', import.meta.url));
const repository = dirname(resolve(web));
const allVariants = ['relaxed', 'simd', 'scalar'];
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
  #needs = new Map(); // source path → paths of the files that are fetched with it
  files = [];

  constructor(output) {
    this.#output = output;
  }

  /** `text`, which names the placed files of `paths`, takes the place of the file at `path`. */
  generate(path, text, paths) {
    this.#generated.set(path, { text, paths });
  }

  /** Puts the file at `path` into the page and returns its name there. */
  place(path, { hashed = true, edit = (text) => text } = {}) {
    if (this.#placed.has(path)) return this.#placed.get(path);
    if (this.#open.has(path)) throw new Error(`${path} is named by a file that it names itself`);
    this.#open.add(path);
    const content = textual.test(path) ? Buffer.from(edit(this.#linked(path))) : this.#read(path);
    const name = hashed ? this.#hashedName(path, content) : basename(path);
    this.write(name, content);
    this.files.push({ name, source: sourceName(path), path, bytes: content.length });
    this.#placed.set(path, name);
    return name;
  }

  /** Of the files in the page, those that come with the one at `path`: not what is imported only when it is wanted. */
  filesWith(path) {
    const reached = new Set();
    const visit = (one) => {
      if (reached.has(one)) return;
      reached.add(one);
      this.#needs.get(one)?.forEach(visit);
    };
    visit(path);
    return this.files.filter((file) => reached.has(file.path));
  }

  /** Writes a file of the page, at once as a whole: it may be served meanwhile. */
  write(name, content) {
    const path = join(this.#output, name);
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path);
  }

  #read(path) {
    try {
      return readFileSync(path);
    } catch {
      throw new Error(`${path} is missing: build the preset wasm and run scripts/setup first`);
    }
  }

  /** The text of the file with the names of others replaced by those they have in the page. */
  #linked(path) {
    const { text, paths } = this.#generated.get(path) ?? { text: this.#read(path).toString(), paths: [] };
    const needs = new Set(paths);
    this.#needs.set(path, needs);
    return text.replace(references, (match, before, target, after) => {
      if (target === './licences.txt') return match;
      const named = this.#resolve(path, target);
      if (!before.startsWith('import(')) needs.add(named);
      return `${before}./${this.place(named)}${after}`;
    });
  }

  #resolve(path, target) {
    return fonts.includes(basename(target)) ? join(fontFolder, basename(target)) : resolve(dirname(path), target);
  }

  #hashedName(path, content) {
    const [, stem, extension] = /^(.*)(\.\w+)$/.exec(sourceName(path));
    return `${stem}.${createHash('sha256').update(content).digest('hex').slice(0, 10)}${extension}`;
  }
}

/** What a file is called in the one folder of the page: modules of the lab's inner rooms have their room's name before their own. */
function sourceName(path) {
  const room = /\/lab\/(?:panels\/)?(\w+)\/[^/]+\.js$/.exec(path)?.[1];
  return room ? `${room}_${basename(path)}` : basename(path);
}

const bytesOf = (assembly, name) => assembly.files.find((file) => file.name === name).bytes;

/** The paths of a WebAssembly module and of its script. */
const pairOf = (stem) => [`${stem}.mjs`, `${stem}.wasm`];

/** Places both and tells where they are, as the text of an object. */
function placedPair(assembly, stem) {
  const [script, module] = pairOf(stem).map((path) => assembly.place(path));
  return `{ script: new URL('${script}', import.meta.url), module: new URL('${module}', import.meta.url), bytes: ${bytesOf(assembly, module)} }`;
}

function assemble(builds, output, variants, keep) {
  if (!keep) rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const assembly = new Assembly(output);

  const stem = (name, variant) => `${builds}/web/engine/polarize-${name}-${variant}`;
  const placedBuilds = (name) => variants.map((variant) => `  ${variant}: ${placedPair(assembly, stem(name, variant))},\n`).join('');
  assembly.generate(join(web, 'engine/engines.mjs'),
    `export const engines = {\n${placedBuilds('engine')}};\nexport const studies = {\n${placedBuilds('studies')}};\nexport const attention = {\n${placedBuilds('attention')}};\n`,
    variants.flatMap((variant) => pairOf(stem('engine', variant)))); // the others are fetched when they are wanted
  const ui = `${builds}/web/ui/polarize-ui`;
  assembly.generate(join(web, 'lab/ui_files.js'), `export const ui = ${placedPair(assembly, ui)};\n`, pairOf(ui));

  const page = join(web, 'lab/index.html');
  assembly.place(page, { hashed: false, edit: (html) => withPreloads(html, assembly.filesWith(page)) });
  const api = assembly.files.find(({ source }) => source === 'polarize.mjs').name;
  assembly.write('polarize.mjs', `export * from './${api}';\n`);
  assembly.write('licences.txt', licences(repository));
  const first = new Set(assembly.filesWith(page));
  const files = assembly.files.map((file) => ({ name: file.name, source: file.source, bytes: file.bytes, first: first.has(file) }));
  assembly.write('manifest.json', `${JSON.stringify({ files }, null, 1)}\n`);
  return files;
}

/** Lets the browser fetch at once what it would learn of only module by module. */
function withPreloads(html, files) {
  const named = (test) => files.filter(({ source }) => test(source)).map(({ name }) => name);
  const links = [
    ...named((source) => /\.m?js$/.test(source) && !/^polarize-engine|worker|^(main|polarize|choose|self_test|probes|engines|pacer)\./.test(source))
      .map((name) => `<link rel="modulepreload" href="./${name}">`),
    ...named((source) => source === 'polarize-ui.wasm').map((name) => `<link rel="preload" as="fetch" type="application/wasm" crossorigin href="./${name}">`),
    ...named((source) => source === fonts[0]).map((name) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="./${name}">`),
  ];
  return html.replace('</head>', `${links.join('\n')}\n</head>`);
}

/** The variants that `list` names, fastest first. */
function variantsOf(list) {
  const wanted = list.split(',');
  const unknown = wanted.find((variant) => !allVariants.includes(variant));
  if (unknown !== undefined) throw new Error(`--variants "${unknown}": must be one of ${allVariants.join(', ')}`);
  return allVariants.filter((variant) => wanted.includes(variant));
}

function main() {
  const { values } = parseArgs({
    options: {
      builds: { type: 'string', default: join(repository, 'build/wasm') },
      output: { type: 'string', default: join(repository, 'build/web') },
      variants: { type: 'string', default: allVariants.join(',') },
      keep: { type: 'boolean', default: false },
    },
  });
  const files = assemble(resolve(values.builds), resolve(values.output), variantsOf(values.variants), values.keep);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${values.output}: ${files.length} files, ${(total / 1000).toFixed(0)} kB`);
}

try {
  main();
} catch (error) {
  console.error(`build: ${error.message}`);
  process.exit(2);
}
