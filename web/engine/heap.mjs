// Strings and numbers in and out of the engine's memory, which moves when it grows: views are made anew for each use.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Calls `use` with the addresses of `texts` as NUL-terminated UTF-8, and frees them afterwards. */
export function withTexts(module, texts, use) {
  const addresses = texts.map((text) => {
    const bytes = encoder.encode(text);
    const address = module._malloc(bytes.length + 1);
    module.HEAPU8.set(bytes, address);
    module.HEAPU8[address + bytes.length] = 0;
    return address;
  });
  try {
    return use(...addresses);
  } finally {
    addresses.forEach((address) => module._free(address));
  }
}

/** The NUL-terminated UTF-8 text at `address`. */
export function textAt(module, address) {
  return decoder.decode(module.HEAPU8.subarray(address, module.HEAPU8.indexOf(0, address)));
}

/** A copy of `size` bytes at `address`. */
export const bytesAt = (module, address, size) => module.HEAPU8.slice(address, address + size);

/** Writes `numbers` as little-endian doubles at `address`. */
export function writeDoubles(module, address, numbers) {
  new Float64Array(module.HEAPU8.buffer, address, numbers.length).set(numbers);
}

/** A copy of the `count` doubles at `address`. */
export const doublesAt = (module, address, count) => new Float64Array(module.HEAPU8.buffer, address, count).slice();

/** A copy of the `count` unsigned 32-bit integers at `address`. */
export const wordsAt = (module, address, count) => new Uint32Array(module.HEAPU8.buffer, address, count).slice();

/** Calls `use` with the address of `numbers` as unsigned 32-bit integers, and frees it afterwards. */
export function withWords(module, numbers, use) {
  const address = module._malloc(4 * numbers.length + 4);
  new Uint32Array(module.HEAPU8.buffer, address, numbers.length).set(numbers);
  try {
    return use(address);
  } finally {
    module._free(address);
  }
}
