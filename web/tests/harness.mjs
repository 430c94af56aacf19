// Tests one after the other, each with a time limit, and a count at the end.

const limit = 120_000; // milliseconds
const tests = [];

/** Registers a test; `body` throws or rejects when it fails. A string that it returns is printed with the result. */
export function test(name, body) {
  tests.push({ name, body });
}

/** Runs the tests whose names contain `pattern`. Returns how many failed. */
export async function runTests(pattern = '') {
  let passed = 0;
  const failed = [];
  for (const { name, body } of tests.filter((one) => one.name.includes(pattern))) {
    const started = performance.now();
    try {
      const note = await withLimit(body());
      passed += 1;
      console.log(`ok    ${name} (${seconds(started)})${note ? `: ${note}` : ''}`);
    } catch (error) {
      failed.push(name);
      console.log(`FAIL  ${name} (${seconds(started)})\n${String(error.stack ?? error).replace(/^/gm, '      ')}`);
    }
  }
  for (const name of failed) console.log(`failed: ${name}`);
  console.log(`${passed} passed, ${failed.length} failed`);
  return failed.length + (passed === 0 ? 1 : 0);
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
