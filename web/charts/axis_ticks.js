// Where the axes of the pictures have their ticks, and their labels.

import { numberText } from '../base/numbers.js';

/** A scale from values to 0 … 1. */
export class Scale {
  /** `logarithmic` scales need positive ends. */
  constructor(low, high, logarithmic = false) {
    this.low = low;
    this.high = high;
    this.logarithmic = logarithmic;
  }

  /** Where `value` is between the ends, 0 to 1. */
  place(value) {
    if (this.high === this.low) return 0.5;
    return this.logarithmic ? Math.log(value / this.low) / Math.log(this.high / this.low) : (value - this.low) / (this.high - this.low);
  }

  /** At most about `most` round values, as `{value, text}`. */
  ticks(most) {
    return (this.logarithmic ? this.#decades(most) : this.#steps(most)).map((value) => ({ value, text: numberText(value) }));
  }

  #decades(most) {
    const first = Math.ceil(Math.log10(this.low) - 1e-9);
    const last = Math.floor(Math.log10(this.high) + 1e-9);
    const decades = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
    if (decades.length < 2) return this.#steps(most).filter((value) => value > 0);
    const every = Math.ceil(decades.length / most);
    return decades.filter((exponent) => exponent % every === 0).map((exponent) => Number(`1e${exponent}`));
  }

  #steps(most) {
    const span = this.high - this.low;
    if (!(span > 0)) return [this.low];
    const rough = span / most;
    const unit = 10 ** Math.floor(Math.log10(rough));
    const step = unit * [1, 2, 5, 10].find((factor) => factor * unit >= rough * (1 - 1e-9));
    const first = Math.ceil(this.low / step - 1e-9);
    const last = Math.floor(this.high / step + 1e-9);
    return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
  }
}
