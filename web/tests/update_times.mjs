// How long an update of training takes in headless Chromium.

import { pageModule, until, withPage } from './browser.mjs';

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Parameters of a run of the paper's induction default with as many updates, that evaluates next to nothing. */
export const parametersOf = (updates) => ({ steps: updates, evaluation_sequences: 1, sequences: updates * 256 });

/** What `globalThis.update()` returns, and the milliseconds that it took. Runs in the page. */
function callUpdate() {
  const begun = performance.now();
  const returned = globalThis.update();
  return { returned, passed: performance.now() - begun };
}

/**
 * Calls the page's `globalThis.update()` so many times, one by one.
 *
 * @returns {Promise<{returned: Array, passed: number[], processor: number[]}>} for each call what it returned, the milliseconds
 *   that passed, and those that the processor spent in the page's main thread, which other work on the machine hardly changes
 */
export async function timeUpdates(page, count) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  async function processorMilliseconds() {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ThreadTime').value * 1e3;
  }
  const found = { returned: [], passed: [], processor: [] };
  for (let i = 0; i < count; ++i) {
    const begun = await processorMilliseconds();
    const { returned, passed } = await page.evaluate(callUpdate);
    found.processor.push(await processorMilliseconds() - begun);
    found.returned.push(returned);
    found.passed.push(passed);
  }
  return found;
}

/** Starts a run of build `variant`, whose updates are `globalThis.update()`. Runs in the page. */
async function startEngine({ module, variant, parameters }) {
  const { loadAttention } = await import(module);
  const attention = await loadAttention({ variant });
  const run = attention.start({ experiment: 'induction', parameters });
  run.evaluate();
  globalThis.update = () => run.train(1);
}

/** The times (see timeUpdates) of updates of the induction default by the engine's build "relaxed", "simd" or "scalar". */
export function engineTimes(variant, updates) {
  return withPage({ plotted: false, address: '#panel=train&train.steps=1' }, async (page) => {
    await until(page, ({ shown }) => shown?.sides?.[0]?.status === 'finished', 120);
    const module = new URL(pageModule('attention.mjs').split('/').pop(), page.url()).href;
    await page.evaluate(startEngine, { module, variant, parameters: parametersOf(updates) });
    return timeUpdates(page, updates);
  });
}
