// Strings and numbers in and out of the engine's memory, which moves when it grows: views are made anew for each use. WebAssembly
// hands addresses over as signed 32-bit integers; beyond 2 GiB they are negative and are made what they stand for here.

import { PolarizeError } from './polarize_error.mjs';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Calls `use` with the addresses of `texts` as NUL-terminated UTF-8, and frees them afterwards. */
export function withTexts(module, texts, use) {
  const addresses = [];
  try {
    for (const text of texts) addresses.push(newText(module, encoder.encode(text)));
    return use(...addresses);
  } finally {
    addresses.forEach((address) => module._free(address));
  }
}

function newText(module, bytes) {
  const address = allocated(module, bytes.length + 1);
  module.HEAPU8.set(bytes, address);
  module.HEAPU8[address + bytes.length] = 0;
  return address;
}

/** The address of `size` bytes, to be freed. */
function allocated(module, size) {
  const address = module._malloc(size) >>> 0;
  if (address === 0) throw new PolarizeError('out of memory');
  return address;
}

/** The NUL-terminated UTF-8 text at `address`. */
export function textAt(module, address) {
  const begin = address >>> 0;
  return decoder.decode(module.HEAPU8.subarray(begin, module.HEAPU8.indexOf(0, begin)));
}

/** A copy of `size` bytes at `address`. */
export function bytesAt(module, address, size) {
  const begin = address >>> 0;
  return module.HEAPU8.slice(begin, begin + size);
}

/** Writes `numbers` as little-endian doubles at `address`. */
export function writeDoubles(module, address, numbers) {
  new Float64Array(module.HEAPU8.buffer, address >>> 0, numbers.length).set(numbers);
}

/** A copy of the `count` doubles at `address`. */
export const doublesAt = (module, address, count) => new Float64Array(module.HEAPU8.buffer, address >>> 0, count).slice();

/** A copy of the `count` unsigned 32-bit integers at `address`. */
export const wordsAt = (module, address, count) => new Uint32Array(module.HEAPU8.buffer, address >>> 0, count).slice();

/** Calls `use` with the address of `numbers` as unsigned 32-bit integers, and frees it afterwards. */
export function withWords(module, numbers, use) {
  const address = allocated(module, 4 * numbers.length + 4);
  try {
    new Uint32Array(module.HEAPU8.buffer, address, numbers.length).set(numbers);
    return use(address);
  } finally {
    module._free(address);
  }
}
