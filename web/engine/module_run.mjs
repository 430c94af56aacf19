import { textAt, withTexts } from './heap.mjs';
import { lastError } from './setups.mjs';

/** What every run in a module's memory has, whatever it computes. `module` and `address` are for the classes that extend it. */
export class ModuleRun {
  #names;

  /** The run at `address`, whose parameters are called `names`. */
  constructor(module, address, names) {
    this.module = module;
    this.address = address;
    this.#names = names;
  }

  /** Steps or updates done. */
  get step() {
    return this.module._polarize_step(this.address);
  }

  /** Whether no further step is possible. */
  get done() {
    return this.module._polarize_done(this.address) !== 0;
  }

  /** Rough floating-point operations of one step. */
  get workPerStep() {
    return this.module._polarize_work_per_step(this.address);
  }

  /** Changes a live parameter from the next step on. */
  set(name, value) {
    const refused = withTexts(this.module, [name, String(value)], (key, text) => this.module._polarize_set(this.address, key, text));
    if (refused) throw lastError(this.module);
  }

  /** The parameters in force, as exact texts by name. */
  parameters() {
    return Object.fromEntries(this.#names.map((name) => [name, withTexts(this.module, [name],
      (key) => textAt(this.module, this.module._polarize_text(this.address, key)))]));
  }

  /** Gives the run's memory back; the run must not be used afterwards. */
  free() {
    this.module._polarize_free(this.address);
    this.address = 0;
  }
}
