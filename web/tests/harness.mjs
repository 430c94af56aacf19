// Tests, some of them at a time, each with a time limit, and a count at the end.

const limit = 300_000; // milliseconds; for a test that hangs, on a busy machine too
const abreast = 3; // pages mostly wait: for the browser, for a worker, for a frame
const tests = [];

/**
 * Registers a test; `body` throws or rejects when it fails. A string that it returns is printed with the result. A test that measures
 * times or memory wants to run `alone`.
 */
export function test(name, body, { alone = false } = {}) {
  tests.push({ name, body, alone });
}

/** Runs the tests whose names contain `pattern`. Returns how many failed. */
export async function runTests(pattern = '') {
  let passed = 0;
  const failed = [];
  const run = async ({ name, body }) => {
    const started = performance.now();
    try {
      const note = await withLimit(body());
      passed += 1;
      console.log(`ok    ${name} (${seconds(started)})${note ? `: ${note}` : ''}`);
    } catch (error) {
      failed.push(name);
      console.log(`FAIL  ${name} (${seconds(started)})\n${String(error.stack ?? error).replace(/^/gm, '      ')}`);
    }
  };
  const wanted = tests.filter(({ name }) => name.includes(pattern));
  await inTurn(wanted.filter(({ alone }) => !alone), abreast, run);
  await inTurn(wanted.filter(({ alone }) => alone), 1, run);
  for (const name of failed) console.log(`failed: ${name}`);
  console.log(`${passed} passed, ${failed.length} failed`);
  return failed.length + (passed === 0 ? 1 : 0);
}

/** Calls `run` for each of `queue`, with at most `count` under way. */
async function inTurn(queue, count, run) {
  const left = [...queue];
  const lane = async () => {
    while (left.length > 0) await run(left.shift());
  };
  await Promise.all(Array.from({ length: count }, lane));
}

const seconds = (started) => `${((performance.now() - started) / 1000).toFixed(2)} s`;

async function withLimit(work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${limit / 1000} s`)), limit);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
