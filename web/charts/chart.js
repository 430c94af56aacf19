// Pictures of the panels in SVG: axes with a frame of grid lines, and in it bands, curves and columns. They are redrawn as data
// come in and take their colours from the style sheet.

import { svg } from '../base/elements.js';

const margins = { left: 46, right: 10, top: 8, bottom: 38 };

export class Chart {
  #root;
  #x;
  #y;
  #width;
  #height;

  /**
   * @param {HTMLElement} place receives the picture, which replaces its content
   * @param {object} options
   * @param {Scale} options.x
   * @param {Scale} options.y
   * @param {string} options.label for those who cannot see it
   * @param {string} [options.xTitle]
   * @param {string} [options.yTitle]
   * @param {number} [options.height] CSS pixels
   * @param {{value: number, text: string}[]} [options.xTicks] instead of the scale's own
   * @param {boolean} [options.xGrid] whether lines stand at its ticks
   * @param {boolean} [options.yGrid]
   */
  constructor(place, { x, y, label, xTitle = '', yTitle = '', height = 260, xTicks, xGrid = true, yGrid = true }) {
    this.#x = x;
    this.#y = y;
    this.#width = Math.max(220, place.clientWidth || 420);
    this.#height = height;
    this.#root = svg('svg', { class: 'chart', viewBox: `0 0 ${this.#width} ${height}`, role: 'img', 'aria-label': label });
    this.#drawAxes({ xTicks: xTicks ?? x.ticks(Math.max(3, Math.floor(this.#width / 90))), xTitle, yTitle, xGrid, yGrid });
    place.replaceChildren(this.#root);
  }

  /** Where the axes are, in CSS pixels from the corner of the place. */
  get area() {
    return { left: margins.left, top: margins.top, right: this.#width - margins.right, bottom: this.#height - margins.bottom };
  }

  /** The area between two curves over `xs`. */
  band(xs, lows, highs, kind) {
    const there = xs.map((value, i) => this.#point(value, highs[i]));
    const back = xs.map((value, i) => this.#point(value, lows[i])).reverse();
    this.#root.append(svg('path', { class: `band ${kind}`, d: `M${[...there, ...back].join('L')}Z` }));
  }

  curve(xs, ys, kind) {
    this.#root.append(svg('path', { class: `curve ${kind}`, d: `M${xs.map((value, i) => this.#point(value, ys[i])).join('L')}` }));
  }

  /** A column from the floor to `value` between `from` and `to`, which says `text` when it is pointed at. */
  column(from, to, value, kind, text) {
    const gap = Math.min(2, (this.#across(to) - this.#across(from)) / 6);
    const top = this.#up(value);
    const column = svg('rect', {
      class: `column ${kind}`, x: this.#across(from) + gap, width: Math.max(0.5, this.#across(to) - this.#across(from) - 2 * gap),
      y: top, height: Math.max(0, this.#up(this.#y.low) - top),
    }, svg('title', {}, text));
    this.#root.append(column);
  }

  /** Lets the reader point at one of `xs`: a line marks it, and `tell(index)` is called; with null when the pointer has left. */
  pointAt(xs, tell) {
    const line = svg('line', { class: 'pointer', y1: this.area.top, y2: this.area.bottom, visibility: 'hidden' });
    this.#root.append(line);
    this.#root.addEventListener('pointermove', ({ clientX }) => {
      const at = clientX - this.#root.getBoundingClientRect().left;
      const index = nearest(xs.map((value) => this.#across(value)), at);
      const x = this.#across(xs[index]);
      for (const [name, value] of [['x1', x], ['x2', x], ['visibility', 'visible']]) line.setAttribute(name, value);
      tell(index);
    });
    this.#root.addEventListener('pointerleave', () => {
      line.setAttribute('visibility', 'hidden');
      tell(null);
    });
  }

  #drawAxes({ xTicks, xTitle, yTitle, xGrid, yGrid }) {
    const floor = this.#up(this.#y.low);
    const ceiling = this.#up(this.#y.high);
    for (const { value, text } of this.#y.ticks(5)) {
      const y = this.#up(value);
      if (yGrid) this.#root.append(svg('line', { class: 'grid', x1: margins.left, x2: this.#width - margins.right, y1: y, y2: y }));
      this.#root.append(svg('text', { class: 'tick', x: margins.left - 8, y: y + 4, 'text-anchor': 'end' }, text));
    }
    for (const { value, text } of xTicks) {
      const x = this.#across(value);
      if (xGrid) this.#root.append(svg('line', { class: 'grid', x1: x, x2: x, y1: floor, y2: ceiling }));
      this.#root.append(svg('text', { class: 'tick', x, y: floor + 17, 'text-anchor': 'middle' }, text));
    }
    const middle = (margins.left + this.#width - margins.right) / 2;
    this.#root.append(svg('text', { class: 'tick title', x: middle, y: this.#height - 4, 'text-anchor': 'middle' }, xTitle));
    if (yTitle) this.#root.append(svg('text', { class: 'tick title', x: 2, y: margins.top + 4 }, yTitle));
  }

  #across(value) {
    return margins.left + this.#x.place(value) * (this.#width - margins.left - margins.right);
  }

  #up(value) {
    return margins.top + (1 - this.#y.place(value)) * (this.#height - margins.top - margins.bottom);
  }

  #point(x, y) {
    return `${this.#across(x).toFixed(2)} ${this.#up(y).toFixed(2)}`;
  }
}

/** The index of the one of `places` that is nearest to `at`. */
function nearest(places, at) {
  return places.reduce((best, place, i) => (Math.abs(place - at) < Math.abs(places[best] - at) ? i : best), 0);
}
