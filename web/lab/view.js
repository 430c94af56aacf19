// The canvas and the user-interface module that draws in it: loading, frames only when wanted, the lost context.

import { compileModule, importScript, instantiate } from '../engine/compile.mjs';
import { withTexts } from '../engine/heap.mjs';
import { ui } from './ui_files.js';

const troubles = {
  1: 'the canvas is missing from the page',
  2: 'this browser gives the page no WebGL 2',
  3: 'the drawing module could not start',
};

/** Loads the module for `canvas`. `onCommand(verb, argument)` is called with what the reader asks for in the canvas. */
export async function loadView(canvas, { onCommand, onProgress }) {
  let loaded = 0;
  const count = (bytes) => onProgress((loaded += bytes), ui.bytes);
  const [{ default: factory }, compiled] = await Promise.all([importScript(ui.script), compileModule(ui.module, count)]);
  const module = await instantiate(factory, compiled, { canvas, onCommand });
  return new View(canvas, module);
}

export class View {
  /** Called after each frame drawn. */
  onFrame = () => {};
  /** Frames drawn so far. */
  frames = 0;

  #canvas;
  #module;
  #request = 0;
  #timer = 0;
  #visible = true;
  #contextLost = false;
  #dirty = false;

  constructor(canvas, module) {
    this.#canvas = canvas;
    this.#module = module;
  }

  /** Takes over the canvas. Throws when the module cannot get its drawing context. */
  start() {
    const status = this.#withText(`#${this.#canvas.id}`, (selector) => this.#module._ui_start(selector));
    if (status !== 0) throw new Error(troubles[status]);
    this.#canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault(); // asks the browser to give it back
      this.#contextLost = true;
      this.#cancel();
      this.#module._ui_context_lost();
    });
    this.#canvas.addEventListener('webglcontextrestored', () => {
      this.#contextLost = false;
      this.#module._ui_context_restored();
      this.requestFrame();
    });
    for (const type of inputEvents) this.#canvas.addEventListener(type, () => this.requestFrame(), { passive: true });
  }

  /** Wants a frame. */
  requestFrame() {
    this.#dirty = true;
    if (this.#request !== 0 || !this.#visible || this.#contextLost) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#request = requestAnimationFrame((now) => this.#draw(now));
  }

  /** Nothing is drawn while nobody can see it. */
  set visible(visible) {
    this.#visible = visible;
    if (!visible) this.#cancel();
    else if (this.#dirty) this.requestFrame();
  }

  /** Draws at once: until then the browser stretches the old picture over the new size. */
  resize(cssWidth, cssHeight, pixelRatio) {
    this.#module._ui_resize(cssWidth, cssHeight, pixelRatio);
    if (!this.#visible || this.#contextLost) return;
    this.#cancel();
    this.#draw(performance.now());
  }

  scroll(y) {
    this.#module._ui_scroll(y);
    this.requestFrame();
  }

  set dark(dark) {
    this.#module._ui_theme(dark ? 1 : 0);
    this.requestFrame();
  }

  set active(active) {
    this.#module._ui_active(active ? 1 : 0);
    this.requestFrame();
  }

  set playing(playing) {
    this.#module._ui_playing(playing ? 1 : 0);
    this.requestFrame();
  }

  set engine(name) {
    this.#withText(name, (text) => this.#module._ui_engine(text));
  }

  set state(text) {
    this.#withText(text, (address) => this.#module._ui_state(address));
    this.requestFrame();
  }

  /** Announces a new run: what was recorded of the last one goes. */
  set run(number) {
    this.#module._ui_run(number);
    this.requestFrame();
  }

  /** Hands over an encoded snapshot (Uint8Array). */
  snapshot(bytes) {
    const address = this.#module._ui_buffer(bytes.length);
    this.#module.HEAPU8.set(bytes, address);
    this.#module._ui_snapshot(bytes.length);
    this.requestFrame();
  }

  /** Gives the text of the number field laid over the canvas, as `name=value`. */
  edit(text) {
    this.#withText(text, (address) => this.#module._ui_edit(address));
    this.requestFrame();
  }

  /** What the run recorded, as comma-separated values. */
  csv() {
    return this.#module.UTF8ToString(this.#module._ui_export_csv());
  }

  #draw(now) {
    this.#request = 0;
    this.#dirty = false;
    const wait = this.#module._ui_frame(now);
    this.frames += 1;
    this.onFrame();
    if (wait === 0) this.requestFrame();
    else if (wait > 0) this.#timer = setTimeout(() => this.requestFrame(), wait);
  }

  #cancel() {
    cancelAnimationFrame(this.#request);
    clearTimeout(this.#timer);
    this.#request = 0;
    this.#timer = 0;
  }

  #withText(text, use) {
    return withTexts(this.#module, [text], use);
  }
}

const inputEvents = [
  'pointermove', 'pointerdown', 'pointerup', 'pointerenter', 'pointerleave', 'pointercancel', 'touchstart', 'touchmove', 'touchend', 'wheel',
  'keydown', 'keyup', 'focus', 'blur',
];
