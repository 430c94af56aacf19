// Fetching and compiling a WebAssembly module, with the bytes counted as they come in. In node the address may be a file.

/** The module at `address` (a URL). `onBytes(count)` hears of each piece that arrived. */
export async function compileModule(address, onBytes = () => {}) {
  if (address.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    const bytes = await readFile(address);
    onBytes(bytes.length);
    return WebAssembly.compile(bytes);
  }
  const response = await fetch(address, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${fileName(address)}: the server answered ${response.status} ${response.statusText}`);
  const counted = new Response(response.body.pipeThrough(counter(onBytes)), { headers: response.headers });
  // Only the right MIME type may be compiled while it arrives; with another one the bytes are taken first.
  return isWebAssembly(response)
    ? WebAssembly.compileStreaming(counted)
    : WebAssembly.compile(await counted.arrayBuffer());
}

/** Calls Emscripten's module `factory` with a compiled `module` in the place of the file it would look for itself. */
export function instantiate(factory, module, settings = {}) {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports, receive) => {
      WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module)).catch(reject);
      return {};
    };
    factory({ ...settings, instantiateWasm }).then(resolve, reject);
  });
}

/** Imports the script at `address`, and says why where it cannot be had: the browser itself gives no reason. */
export async function importScript(address) {
  try {
    return await import(address.href);
  } catch (error) {
    throw new Error(await explainScript(address, error.message));
  }
}

/** Why the script at `address` does not run: what the server does wrong, or else `reason`. */
export async function explainScript(address, reason) {
  if (address.protocol === 'file:') return `${fileName(address)}: ${reason}`;
  const response = await fetch(address).catch(() => null);
  if (!response) return `${fileName(address)} could not be fetched`;
  if (!response.ok) return `${fileName(address)}: the server answered ${response.status} ${response.statusText}`;
  const type = response.headers.get('content-type') ?? 'none';
  if (!/javascript/.test(type)) {
    return `${fileName(address)} comes with the MIME type "${type}"; the server must send text/javascript`;
  }
  return `${fileName(address)}: ${reason}`;
}

const fileName = (address) => address.pathname.split('/').pop();

const isWebAssembly = (response) => /^application\/wasm\b/.test(response.headers.get('content-type') ?? '');

function counter(onBytes) {
  return new TransformStream({
    transform(piece, controller) {
      onBytes(piece.byteLength);
      controller.enqueue(piece);
    },
  });
}
