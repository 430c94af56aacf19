import assert from 'node:assert/strict';

import { processorShare, state, until, withPage } from '../../browser.mjs';
import { test } from '../../harness.mjs';

const firstPlotLimit = 2000; // milliseconds on an idle machine

test('page: loads from a sub-path without an error and plots in time', async () => {
  const times = [];
  for (let load = 0; load < 3; ++load) {
    const share = processorShare();
    const time = await withPage({}, async (page, troubles) => {
      await until(page, ({ snapshot }) => snapshot.step > 0);
      assert.deepEqual(troubles, []);
      assert.equal(await page.locator('.notice').count(), 0);
      return page.evaluate(() => performance.getEntriesByName('polarize-first-plot')[0].startTime);
    });
    times.push(time.toFixed(0));
    if (time * share <= firstPlotLimit) return `first plot after ${times.at(-1)} ms`;
  }
  assert.fail(`first plot after ${times.join(', ')} ms`);
}, { alone: true });

test('page: asks for nothing outside of its own folder', () => {
  const addresses = [];
  const prepare = async (page) => page.on('request', (request) => addresses.push(request.url()));
  return withPage({ prepare }, async (page) => {
    const home = new URL('.', page.url()).href;
    assert.ok(addresses.length > 5);
    for (const address of addresses) assert.ok(address.startsWith(home), address);
  });
});

test('page: says which engine computes', () => withPage({}, async (page) => {
  const { engine } = await state(page);
  assert.ok(['relaxed', 'simd', 'scalar'].includes(engine.variant), engine.variant);
  assert.match(await page.locator('#engine').textContent(), /polarize \d+\.\d+\.\d+, engine with (relaxed SIMD|128-bit SIMD|no SIMD)/);
  return `${engine.variant} (${engine.isa})`;
}));

for (const variant of ['relaxed', 'simd', 'scalar']) {
  test(`page: runs with the engine build ${variant}`, () => withPage({ address: `?engine=${variant}` }, async (page) => {
    const { engine } = await until(page, ({ snapshot }) => snapshot.step > 0);
    assert.equal(engine.variant, variant);
  }));
}

test('page: a build that does not work is passed over', () => {
  const prepare = (page) => page.route(/polarize-engine-relaxed\.\w+\.wasm$/, (route) => route.fulfill({
    contentType: 'application/wasm', body: Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), // a module of nothing
  }));
  return withPage({ prepare }, async (page) => {
    const { engine } = await state(page);
    assert.equal(engine.variant, 'simd');
    assert.deepEqual(engine.rejected.map(({ variant }) => variant), ['relaxed']);
  });
});

test('page: a build with other numbers than expected is passed over, in words', () => {
  let asked = 0;
  const prepare = (page) => page.route(/polarize-engine-relaxed\.\w+\.wasm$/, async (route) => {
    asked += 1;
    const response = await route.fetch();
    const body = await response.body();
    await route.fulfill({ response, body: withOneConstantChanged(body) });
  });
  return withPage({ prepare }, async (page) => {
    const { engine } = await state(page);
    assert.equal(asked, 1);
    assert.equal(engine.variant, 'simd');
    assert.match(await page.locator('.notice').first().textContent(), /relaxed SIMD is not used: its self-test gave \d+ in the place of \d+/);
  });
});

/** The module with log2(e), by which its exp begins, made wrong wherever it stands. */
function withOneConstantChanged(module) {
  const changed = Buffer.from(module);
  const constant = Buffer.from(Float64Array.of(Math.LOG2E).buffer);
  let count = 0;
  for (let at = changed.indexOf(constant); at >= 0; at = changed.indexOf(constant, at + 8)) {
    changed[at + 6] ^= 1;
    count += 1;
  }
  assert.ok(count > 0, 'the constant is not in the module');
  return changed;
}

test('page: with a wrong MIME type for .wasm it still works', () => {
  const prepare = (page) => page.route(/\.wasm$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/octet-stream' } });
  });
  return withPage({ prepare }, (page) => until(page, ({ snapshot }) => snapshot.step > 0).then(() => ''));
});

async function firstFailure(page) {
  const notice = page.locator('.notice.failure').first();
  await notice.waitFor({ timeout: 60_000 });
  return notice.textContent();
}

test('page: a worker that cannot be had is told', () => {
  const prepare = (page) => page.route(/engine_worker/, (route) => route.abort());
  return withPage({ prepare, plotted: false }, async (page) => {
    assert.match(await firstFailure(page), /engine_worker.*Reload the page/);
  });
});

test('page: a worker with the wrong MIME type is told with what to do', () => {
  const prepare = (page) => page.route(/engine_worker/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'text/plain' } });
  });
  return withPage({ prepare, plotted: false }, async (page) => {
    assert.match(await firstFailure(page), /MIME type "text\/plain"; the server must send text\/javascript/);
  });
});

test('page: engines that cannot be had are told', () => {
  const prepare = (page) => page.route(/polarize-engine-.*\.wasm$/, (route) => route.abort());
  return withPage({ prepare, plotted: false }, async (page) => {
    assert.match(await firstFailure(page), /relaxed: .*simd: .*scalar: .*Reload the page/);
  });
});

test('page: without WebAssembly it says so', () => {
  const prepare = (page) => page.addInitScript(() => delete globalThis.WebAssembly);
  return withPage({ prepare, plotted: false }, async (page) => {
    assert.match(await firstFailure(page), /WebAssembly/);
  });
});

test('page: without WebGL 2 the run goes on in words', () => {
  const prepare = (page) => page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === 'webgl2' ? null : real.call(this, kind, ...rest);
    };
  });
  return withPage({ prepare, plotted: false }, async (page) => {
    assert.match(await firstFailure(page), /no WebGL 2.*plain controls/);
    await until(page, ({ snapshot }) => snapshot.step > 10);
    assert.match(await page.locator('#reading').textContent(), /^Step [\d\s]+ of 1\s000\s000/);
    assert.ok(await page.getByRole('button', { name: 'Pause' }).isVisible());
  });
});

test('page: the notice without JavaScript is there', () => withPage({ context: { javaScriptEnabled: false }, plotted: false }, async (page) => {
  assert.match(await page.locator('noscript').innerText(), /needs JavaScript/);
}));

test('page: a lost drawing context comes back and the run survives', () => withPage({ address: '#pace=steps%3D60' }, async (page, troubles) => {
  const before = await until(page, ({ snapshot }) => snapshot.step > 0);
  const drawn = await page.evaluate(async () => {
    const canvas = document.querySelector('#polarize-canvas');
    const happens = (type) => new Promise((happened) => canvas.addEventListener(type, () => setTimeout(happened), { once: true }));
    const loss = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    const lost = happens('webglcontextlost');
    loss.loseContext();
    await lost;
    const restored = happens('webglcontextrestored');
    loss.restoreContext();
    await restored;
    return document.querySelector('#demo').polarize.state().frames;
  });
  const later = await until(page, ({ frames, snapshot }) => frames > drawn + 3 && snapshot.step > before.snapshot.step);
  assert.equal(later.run, before.run);
  assert.equal(await page.locator('.notice').count(), 0);
  assert.deepEqual(troubles, []);
}));
