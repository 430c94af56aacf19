// Whether this machine's WebAssembly takes the instructions that the engine's builds need: each probe is a module of one
// function, and the answer is whether it validates.

const prologue = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x04, 0x01, 0x60, 0x00, 0x00, 0x03, 0x02, 0x01, 0x00];

/** A module of one function `() -> ()` with `body`, which is shorter than 120 bytes. */
function moduleOf(body) {
  const code = [0x00, ...body, 0x0b];
  return new Uint8Array([...prologue, 0x0a, code.length + 2, 0x01, code.length, ...code]);
}

const splat = [0x41, 0x00, 0xfd, 0x0f]; // i32.const 0, i8x16.splat
const drop = 0x1a;

const bodies = {
  scalar: [0x06, 0x40, 0x19, 0x0b], // try … catch_all … end: the exceptions that every build uses
  simd: [...splat, drop],
  relaxed: [...splat, ...splat, 0xfd, 0x80, 0x02, drop], // i8x16.relaxed_swizzle
};

/** The engine's builds, fastest first. */
export const variants = ['relaxed', 'simd', 'scalar'];

/** Whether the instructions of build `variant` are known here. */
export function supports(variant) {
  return WebAssembly.validate(moduleOf(bodies[variant]));
}
