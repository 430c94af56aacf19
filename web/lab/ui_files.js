// Where the user-interface module is, seen from the source tree. The assembled page has a file of this name and form with
// the addresses and sizes of its own copies.

export const ui = {
  script: new URL('../../build/wasm/web/ui/polarize-ui.mjs', import.meta.url),
  module: new URL('../../build/wasm/web/ui/polarize-ui.wasm', import.meta.url),
  bytes: 0, // of the module; 0 where unknown
};
