// Which module of the page imports which, read from the sources.

import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('..', import.meta.url));
const rooms = ['base', 'charts', 'engine', 'lab'];
const imported = /(?:\bfrom |\bimport |\bimport\()'(\.\.?\/[^']+)'/g;

/** Every module of the page as `{module: [what it imports]}`, all as paths from the folder `web`. */
export function importsOfThePage() {
  const modules = rooms.flatMap((room) => readdirSync(join(web, room), { recursive: true }).map((name) => join(room, name)))
    .filter((name) => /\.m?js$/.test(name));
  return Object.fromEntries(modules.map((module) => {
    const text = readFileSync(join(web, module), 'utf8');
    return [module, [...text.matchAll(imported)].map(([, target]) => relative(web, resolve(web, module, '..', target)))];
  }));
}

const roomOf = (module) => module.split('/')[0];
const panelOf = (module) => /^lab\/panels\/(\w+)\//.exec(module)?.[1];
const reached = { base: ['base'], charts: ['base', 'charts'], engine: ['engine'], lab: rooms };

/** Whether `module` may import `target`: a room only those below it, a panel no other panel, and what studies share no panel. */
export function isAllowed(module, target) {
  if (!reached[roomOf(module)].includes(roomOf(target))) return false;
  const panel = panelOf(target);
  if (panel === undefined || panelOf(module) === panel) return true;
  return panelOf(module) === undefined && !module.startsWith('lab/studies/');
}

/** A circle of imports as the list of its modules, or null where there is none. */
export function circleIn(imports) {
  const finished = new Set();
  const path = [];
  const visit = (module) => {
    if (finished.has(module)) return null;
    if (path.includes(module)) return path.slice(path.indexOf(module));
    path.push(module);
    for (const target of imports[module] ?? []) {
      const circle = visit(target);
      if (circle) return circle;
    }
    path.pop();
    finished.add(module);
    return null;
  };
  for (const module of Object.keys(imports)) {
    const circle = visit(module);
    if (circle) return circle;
  }
  return null;
}
