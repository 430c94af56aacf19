// The licence texts of what is built into the page, gathered from where the libraries are installed.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the page contains, with its licence and the place of the text. */
function components(repository) {
  const toolchain = process.env.POLARIZE_TOOLCHAIN ?? join(repository, '.toolchain');
  return [
    ['polarize', 'see below', join(repository, 'LICENSE')],
    ['Dear ImGui (with stb_rect_pack, stb_textedit and stb_truetype)', 'MIT', join(toolchain, 'imgui/LICENSE.txt')],
    ['ImPlot', 'MIT', join(toolchain, 'implot/LICENSE')],
    ['SDL2', 'zlib', join(toolchain, 'emscripten/cache/ports/sdl2/LICENSE.txt')],
    ['Emscripten, with musl, libc++ and compiler-rt', 'MIT and Apache 2.0 with LLVM exceptions', join(toolchain, 'emscripten/copyright')],
    ['xsimd', 'BSD 3-clause', join(toolchain, 'include/xsimd/LICENSE')],
    ['Inter', 'SIL Open Font License 1.1', '/usr/share/doc/fonts-inter/copyright'],
    ['STIX', 'SIL Open Font License 1.1', '/usr/share/doc/fonts-stix/copyright'],
    ['Newsreader', 'SIL Open Font License 1.1', join(repository, 'web/tests/node_modules/@fontsource/newsreader/LICENSE')],
  ];
}

/** One text with every licence. Where a library was installed without its text, the licence is named. */
export function licences(repository) {
  return components(repository).map(([name, licence, file]) => {
    const heading = `${name} (${licence})`;
    const text = existsSync(file) ? `\n\n${readFileSync(file, 'utf8').trim()}` : '';
    return `${heading}\n${'='.repeat(heading.length)}${text}\n`;
  }).join('\n\n');
}
