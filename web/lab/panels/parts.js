// What several panels have in common.

import { button, html } from '../../base/elements.js';

/** The current run in one line: the experiment and what differs from its defaults, and where to change that. */
export class RunSummary {
  #context;
  #text = html('span');

  constructor(context) {
    this.#context = context;
    this.element = html('p', { class: 'subject' }, this.#text, ' ',
      button('Change parameters', () => showPlainControls(), { class: 'quiet' }));
    this.update();
  }

  update() {
    const { state, catalogue } = this.#context.lab;
    const { title } = catalogue.find(({ id }) => id === state.experiment);
    const changed = Object.entries(state.parameters).map(([name, value]) => html('code', {}, `${name} = ${value}`));
    this.#text.replaceChildren(html('strong', {}, title), ' ', ...(changed.length > 0 ? changed.flatMap((one) => [one, ' ']) : ['with its default parameters']));
  }
}

function showPlainControls() {
  const plain = document.getElementById('plain');
  plain.open = true;
  plain.querySelector('[data-control="parameters"]').scrollIntoView({ block: 'center' });
  plain.querySelector('select').focus({ preventScroll: true });
}

/** What the reader can rely on. */
export function Reproducible() {
  return html('p', { class: 'reproducible' }, html('strong', {}, 'Reproducible. '),
    'Double precision without fused multiply-add: the same bits with any number of workers, on every instruction set, here and in the command line. ',
    'Only a start drawn from a seed other than the paper’s may differ between this page and a native program, in its last bit.');
}

/** A card with a heading, a line of explanation and `content`. */
export function card(title, help, ...content) {
  const heading = [html('h3', {}, title)];
  if (help) heading.push(html('p', { class: 'soft' }, help));
  return html('section', { class: 'card', 'aria-label': title }, ...heading, ...content);
}

/** A bar filled to `share`, 0 to 1. */
export function meter(share) {
  const bar = html('span', { class: 'meter' });
  bar.style.setProperty('--share', String(share));
  return bar;
}

/** Calls `draw()` whenever the width of `element` has changed. Returns the function that ends it. */
export function watchWidth(element, draw) {
  let width = element.clientWidth;
  const observer = new ResizeObserver(() => {
    if (element.clientWidth === width) return;
    width = element.clientWidth;
    draw();
  });
  observer.observe(element);
  return () => observer.disconnect();
}
