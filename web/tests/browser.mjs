// Headless Chromium on the assembled page, served from a path of its own as a page within somebody's site would be.

import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { serve } from '../serve.mjs';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
export const pageFolder = process.env.POLARIZE_PAGE ?? join(repository, 'build/web');

export const nativeProgram = process.env.POLARIZE_PROGRAM ?? join(repository, 'build/release/polarize');

/** Where the assembled page has the module that is called `source` in the tree. */
export function pageModule(source) {
  const { files } = JSON.parse(readFileSync(join(pageFolder, 'manifest.json')));
  return join(pageFolder, files.find((file) => file.source === source).name);
}

const names = ['chromium', 'chromium-browser', 'google-chrome'];
const flags = [
  '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

function browserOnPath() {
  const candidates = process.env.PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const found = candidates.find((file) => existsSync(file));
  if (!found) throw new Error(`none of ${names.join(', ')} is on PATH`);
  return found;
}

let shared = null;

async function start() {
  const [server, browser] = await Promise.all([
    serve({ folder: pageFolder, prefix: '/some/where/' }),
    chromium.launch({ executablePath: browserOnPath(), args: flags }),
  ]);
  return { server, browser };
}

/** The address of the page and the browser; started at the first call. */
export async function environment() {
  shared ??= start();
  return shared;
}

/** Ends the browser and the server. */
export async function closeEnvironment() {
  if (!shared) return;
  const { server, browser } = await shared;
  await browser.close();
  await server.close();
}

/**
 * Opens the page in a context of its own, which the caller closes: `{page, context, troubles}`, where `troubles` takes in its errors.
 *
 * @param {object} options
 * @param {string} [options.address] what follows the page's address, such as "#v=1&experiment=kl"
 * @param {object} [options.context] settings of the browser's context
 * @param {(page) => Promise<void>} [options.prepare] is called before the page is loaded
 * @param {boolean} [options.plotted] whether to wait for the first plot
 */
export async function openPage({ address = '', context: settings = {}, prepare = async () => {}, plotted = true } = {}) {
  const { server, browser } = await environment();
  const context = await browser.newContext({ viewport: { width: 900, height: 600 }, ...settings });
  try {
    const page = await context.newPage();
    const troubles = [];
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(String(error)));
    await prepare(page);
    await page.goto(server.address + address, { timeout: 120_000 });
    if (plotted) await firstPlot(page);
    return { page, context, troubles };
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** Opens the page as `openPage` does, calls `use(page, troubles)` and closes it. */
export async function withPage(options, use) {
  const { page, context, troubles } = await openPage(options);
  try {
    page.setDefaultTimeout(120_000);
    return await use(page, troubles);
  } finally {
    await context.close();
  }
}

/** Waits until something is plotted. */
export async function firstPlot(page) {
  await page.waitForFunction(() => performance.getEntriesByName('polarize-first-plot').length > 0, null, { timeout: 120_000, polling: 50 });
}

/** What the page says of itself. Arrays of doubles become plain ones. */
export function state(page) {
  return page.evaluate(() => {
    const { snapshot, ...rest } = document.querySelector('#demo').polarize.state();
    if (!snapshot) return { ...rest, snapshot };
    const { step, lastStep, status, loss, alpha, a, winner } = snapshot;
    return { ...rest, snapshot: { step, lastStep, status, loss, winner, alpha: [...alpha], a: [...a] } };
  });
}

/** Waits until `condition(state)` holds and returns that state. The bound is for what never comes: a busy machine takes its time. */
export async function until(page, condition, seconds = 120) {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const now = await state(page);
    if (now.snapshot && condition(now)) return now;
    await rest(50);
  }
  throw new Error(`${condition} did not come true within ${seconds} s; the page says ${JSON.stringify(await state(page))}`);
}

/** Lets the page have `count` frames in which something could happen. */
export const frames = (page, count) => page.evaluate(async (left) => {
  for (; left > 0; --left) await new Promise((next) => requestAnimationFrame(next));
}, count);

/** Waits until `value(state)` stays the same over `count` frames of the page and returns it; fails where it never stops changing. */
export async function standsStill(page, value, count = 30) {
  const text = async () => JSON.stringify(value(await state(page)));
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    const before = await text();
    await frames(page, count);
    if ((await text()) === before) return JSON.parse(before);
  }
  throw new Error(`${value} goes on changing; the page says ${JSON.stringify(await state(page))}`);
}

/** Lets the page believe that it is hidden, or that it is not. */
export const hide = (page, hidden) => page.evaluate((value) => {
  Object.defineProperty(document, 'hidden', { value, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}, hidden);

/** The share of a processor that the machine has to give at present, at most 1: bars for speed are those of an idle machine. */
export function processorShare() {
  const begun = [performance.now(), process.cpuUsage()];
  while (performance.now() - begun[0] < 200);
  const { user, system } = process.cpuUsage(begun[1]);
  return Math.min(1, (user + system) / 1000 / (performance.now() - begun[0]));
}

const rest = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
