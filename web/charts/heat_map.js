// A phase map as a picture: cells in colours, axes, a scale, and a mark that the pointer and the arrow keys move.

import { Scale } from './axis_ticks.js';
import { Chart } from './chart.js';
import { colourOf, colours } from './colour_map.js';
import { html } from '../base/elements.js';
import { numberText } from '../base/numbers.js';

const none = [128, 128, 128, 70]; // where the measure is undefined

export class HeatMap {
  #on;
  #frame = html('div', { class: 'axes' });
  #cells = html('canvas', { class: 'cells' });
  #mark = html('span', { class: 'mark', hidden: true });
  #surface;
  #legend = html('canvas', { class: 'legend-scale', width: String(colours.length), height: '1' });
  #ends = [html('span'), html('span', { class: 'title' }), html('span')];
  #undefined = html('p', { class: 'undefined', hidden: true }, 'undefined, or not yet computed');
  #map = null;
  #colourScale = new Scale(0, 1);
  #at = null; // [column, row] of the mark

  /** @param {object} on `point(column, row)` (the mark moved), `open(column, row)` (chosen) */
  constructor(on) {
    this.#on = on;
    this.#surface = html('div', { class: 'surface', tabindex: '0', role: 'application', 'aria-label': 'Map: arrow keys move the mark, Enter opens the run there' },
      this.#cells, this.#mark);
    this.element = html('div', { class: 'heat-map' },
      html('div', { class: 'scale' }, this.#legend, html('div', { class: 'ends' }, ...this.#ends), this.#undefined),
      html('div', { class: 'field-of-cells' }, this.#frame, this.#surface));
    this.#surface.addEventListener('pointermove', (event) => this.#move(this.#cellAt(event)));
    this.#surface.addEventListener('click', (event) => {
      this.#move(this.#cellAt(event));
      if (this.#at) on.open(...this.#at);
    });
    this.#surface.addEventListener('keydown', (event) => this.#press(event));
    this.#surface.addEventListener('focus', () => this.#at ?? this.#move([0, 0]));
    this.#paintLegend();
  }

  /** Shows `map`, as Studies gives it, with its values on `scale` (null: as far as they go) under the name `title`. */
  show(map, { scale, title }) {
    this.#map = map;
    this.#colourScale = scale ?? scaleOf(map.z);
    const [low, name, high] = this.#ends;
    low.textContent = numberText(this.#colourScale.low);
    name.textContent = title;
    high.textContent = numberText(this.#colourScale.high);
    this.#undefined.hidden = !map.z.some(Number.isNaN);
    this.#paint();
    this.layOut();
    if (this.#at) this.#move(this.#at.map((at, axis) => Math.min(at, this.#size[axis] - 1)));
  }

  /** Draws the axes for the width that there is. */
  layOut() {
    if (!this.#map) return;
    const { x, y } = this.#map;
    const width = this.#frame.clientWidth;
    const height = Math.round(Math.min(620, Math.max(280, width * 0.62)));
    const chart = new Chart(this.#frame, { x: cellScale(x), y: cellScale(y), xTitle: x.name, yTitle: y.name, height, xGrid: false, yGrid: false,
      label: `Axes: ${x.name} from ${numberText(x.values[0])} to ${numberText(x.values.at(-1))}, ${y.name} from ${numberText(y.values[0])} to ${numberText(y.values.at(-1))}` });
    const { left, top, right, bottom } = chart.area;
    Object.assign(this.#surface.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
  }

  get #size() {
    return [this.#map.x.values.length, this.#map.y.values.length];
  }

  #paint() {
    const [columns, rows] = this.#size;
    const pixels = new ImageData(columns, rows);
    this.#map.z.forEach((value, point) => {
      const row = rows - 1 - Math.floor(point / columns);
      const colour = Number.isNaN(value) ? none : [...colourOf(this.#colourScale.place(value)), 255];
      pixels.data.set(colour, 4 * (row * columns + point % columns));
    });
    this.#cells.width = columns;
    this.#cells.height = rows;
    this.#cells.getContext('2d').putImageData(pixels, 0, 0);
  }

  #paintLegend() {
    const pixels = new ImageData(colours.length, 1);
    colours.forEach((colour, i) => pixels.data.set([...colour, 255], 4 * i));
    this.#legend.getContext('2d').putImageData(pixels, 0, 0);
  }

  #cellAt({ clientX, clientY }) {
    if (!this.#map) return null;
    const { left, top, width, height } = this.#surface.getBoundingClientRect();
    const [columns, rows] = this.#size;
    const cell = (share, count) => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
    return [cell((clientX - left) / width, columns), rows - 1 - cell((clientY - top) / height, rows)];
  }

  #press(event) {
    if (!this.#map || !this.#at) return;
    const [column, row] = this.#at;
    const to = { ArrowLeft: [column - 1, row], ArrowRight: [column + 1, row], ArrowUp: [column, row + 1], ArrowDown: [column, row - 1] }[event.key];
    if (event.key === 'Enter') this.#on.open(column, row);
    else if (to) this.#move(to.map((at, axis) => Math.min(this.#size[axis] - 1, Math.max(0, at))));
    else return;
    event.preventDefault();
  }

  #move(cell) {
    if (!this.#map || !cell) return;
    this.#at = cell;
    const [columns, rows] = this.#size;
    const [column, row] = cell;
    this.#mark.hidden = false;
    Object.assign(this.#mark.style, {
      left: `${100 * column / columns}%`, top: `${100 * (rows - 1 - row) / rows}%`, width: `${100 / columns}%`, height: `${100 / rows}%`,
    });
    this.#on.point(column, row);
  }
}

/** A scale along the cells of an axis: its ends are half a cell beyond the outermost values. */
function cellScale({ values, logarithmic }) {
  const [low, high] = [values[0], values.at(-1)];
  if (values.length < 2) return new Scale(low - 0.5, low + 0.5);
  if (logarithmic) {
    const half = (high / low) ** (0.5 / (values.length - 1));
    return new Scale(low / half, high * half, true);
  }
  const half = (high - low) / (values.length - 1) / 2;
  return new Scale(low - half, high + half);
}

/** A scale over the values that are defined: logarithmic where they span more than two decades. */
function scaleOf(z) {
  const defined = z.filter((value) => !Number.isNaN(value));
  if (defined.length === 0) return new Scale(0, 1);
  const low = defined.reduce((least, value) => Math.min(least, value));
  const high = defined.reduce((most, value) => Math.max(most, value));
  return new Scale(low, high, low > 0 && high > 100 * low);
}
