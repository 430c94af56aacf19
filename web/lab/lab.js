// The demonstration's state and what may be done with it. It holds no element of the page: those who show it register
// themselves by `on`.

import { decodeSnapshot } from '../engine/snapshot.mjs';
import { EngineClient } from './engine_client.js';

export class Lab {
  /** What is shown and will be in the address: {experiment, parameters, view, pace}. */
  state;
  /** The catalogue, once the engine is ready. */
  catalogue = [];
  /** Every parameter's default of the present experiment, as text. */
  defaults = {};
  /** Whether runs are to play, as far as the reader decides. */
  wantsToPlay;
  /** Whether nobody is looking. */
  held = false;
  /** The number of the present run. */
  run = 0;
  /** The last snapshot, decoded; null before the first one of a run. */
  latest = null;
  /** The engine: {variant, isa, version, rejected}, or null before it is ready. */
  engine = null;

  #client;
  #on;
  #fromView = false;

  /**
   * @param {object} on handlers: `progress(loaded, total)`, `ready()`, `started({errors, fromView})`, `changed()` (state or
   *   playing), `snapshot(bytes)` to be answered by `shown()`, `error(message)`, `failed(message)`
   * @param {boolean} wantsToPlay whether runs play from the start
   * @param {string} [variant] the only build of the engine to take
   */
  constructor(on, wantsToPlay, variant) {
    this.#on = on;
    this.wantsToPlay = wantsToPlay;
    this.#client = new EngineClient({
      progress: ({ loaded, total }) => on.progress(loaded, total),
      ready: ({ catalogue, ...engine }) => {
        this.catalogue = catalogue;
        this.engine = engine;
        on.ready();
      },
      started: ({ experiment, parameters, defaults, errors }) => {
        this.state = { ...this.state, experiment, parameters };
        this.defaults = defaults;
        on.started({ errors, fromView: this.#fromView });
      },
      changed: ({ name, value }) => {
        const { [name]: _, ...others } = this.state.parameters;
        this.state.parameters = value === this.defaults[name] ? others : { ...others, [name]: value };
        on.changed();
      },
      snapshot: ({ buffer }) => this.#receive(new Uint8Array(buffer)),
      error: ({ message }) => {
        on.error(message);
        on.changed();
      },
      failed: ({ message }) => on.failed(message),
    }, variant);
  }

  /** Whether the present run is over. */
  get over() {
    return this.latest !== null && this.latest.status !== 'running';
  }

  /** Whether the present run plays. */
  get playing() {
    return this.wantsToPlay && !this.over;
  }

  /** Starts a run of `state`. `fromView` says that the canvas asked for it and shows that state already. */
  open(state, { fromView = false } = {}) {
    this.state = { ...state };
    this.latest = null;
    this.#fromView = fromView;
    this.run = this.#client.start({ ...this.state, playing: this.wantsToPlay });
  }

  /** Starts the same run from its beginning. */
  reset() {
    this.open(this.state, { fromView: true });
  }

  /** Sets a parameter: at once where it is live and the run goes on, otherwise by a new run. */
  setParameter(name, value, { fromView = false } = {}) {
    const live = this.catalogue.find(({ id }) => id === this.state.experiment)?.parameters.find((row) => row.name === name)?.live;
    if (live && !this.over) this.#client.set(name, value);
    else this.open({ ...this.state, parameters: { ...this.state.parameters, [name]: value } }, { fromView });
  }

  /** Continues; a run that is over starts again. */
  play() {
    this.wantsToPlay = true;
    if (this.over) this.reset();
    else this.#client.play();
    this.#on.changed();
  }

  pause() {
    this.wantsToPlay = false;
    this.#client.pause();
    this.#on.changed();
  }

  /** Does `count` updates at once and stops. */
  step(count) {
    this.wantsToPlay = false;
    this.#client.step(count);
    this.#on.changed();
  }

  set pace(pace) {
    this.state.pace = pace;
    this.#client.pace = pace;
    this.#on.changed();
  }

  /** Stands still while nobody is looking. */
  hold(held) {
    this.held = held;
    this.#client.held = held;
  }

  /** The last snapshot is on the screen. */
  shown() {
    this.#client.shown();
  }

  #receive(bytes) {
    const wasPlaying = this.playing;
    this.latest = decodeSnapshot(bytes);
    if (this.playing !== wasPlaying) this.#on.changed();
    this.#on.snapshot(bytes);
  }
}
