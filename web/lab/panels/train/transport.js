// Play, pause, step and start over, and in words how far each model is.

import { button, html } from '../../../base/elements.js';
import { countText, numberText, percentText } from '../../../base/numbers.js';

/** A duration in the unit that suits it. */
export function durationText(seconds) {
  if (seconds < 10) return `${seconds.toFixed(1)}\u2009s`;
  if (seconds < 100) return `${Math.round(seconds)}\u2009s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)}\u2009min`;
  return `${(seconds / 3600).toFixed(1)}\u2009h`;
}

export class TrainTransport {
  #on;
  #play = button('Pause', () => this.#on.toggle(), { class: 'primary' });
  #bar = html('progress', { max: '1', 'aria-label': 'Trained' });
  #lines = html('div', { class: 'train-lines', role: 'status' });
  #hidden = html('input', { type: 'checkbox' });
  #told = [];

  /** @param {object} on `toggle()`, `step()`, `reset()`, `hidden(go)`, `slower(lr)` */
  constructor(on, goesOnHidden) {
    this.#on = on;
    this.#hidden.checked = goesOnHidden;
    this.#hidden.addEventListener('change', () => on.hidden(this.#hidden.checked));
    this.element = html('div', { class: 'train-transport' },
      html('div', { class: 'actions' }, this.#play, button('One update', () => on.step(), { class: 'chip' }), button('Start over', () => on.reset(), { class: 'chip' }),
        html('label', { class: 'tick-box' }, this.#hidden, 'Keep training while this page is hidden')),
      this.#bar, this.#lines);
  }

  /** Shows how far `sides` are, `[{mark, client}]`, and whether they play. */
  show(sides, playing) {
    const label = playing ? 'Pause' : sides.some(({ client }) => client.over) ? 'Train again' : 'Train';
    if (this.#play.textContent !== label) this.#play.textContent = label;
    const progress = sides.map(({ client }) => client.latest?.progress ?? 0);
    this.#bar.value = Math.min(...progress);
    sides.forEach(({ mark, client }, i) => this.#tell(i, sides.length > 1 ? mark : '', client));
    this.#forget(sides.length);
  }

  /** Says that something is awaited. */
  wait(text) {
    this.#bar.removeAttribute('value');
    this.#lines.replaceChildren(html('p', {}, text));
    this.#told = [];
  }

  #tell(index, mark, client) {
    const line = lineOf(client);
    const text = `${mark}|${line.text}|${line.notice}`;
    if (this.#told[index] === text) return;
    if (this.#told.length === 0) this.#lines.replaceChildren();
    this.#told[index] = text;
    const element = html('p', line.wrong ? { class: 'refused' } : {}, ...(mark ? [html('span', { class: `side-mark ${mark.toLowerCase()}` }, mark), ' '] : []), line.text);
    if (line.notice) element.append(' ', html('strong', {}, line.notice));
    if (line.slower) element.append(' ', button(`Try lr = ${line.slower}`, () => this.#on.slower(line.slower), { class: 'chip' }));
    const old = this.#lines.children[index];
    if (old) old.replaceWith(element);
    else this.#lines.append(element);
  }

  #forget(count) {
    this.#told.length = Math.min(this.#told.length, count);
    while (this.#lines.children.length > count) this.#lines.lastChild.remove();
  }
}

/** What there is to say of one model: `{text, notice, wrong, slower}`. */
function lineOf(client) {
  const { latest, refused, parameters, timing, learnt } = client;
  if (refused) return { text: refused, wrong: true };
  if (!latest) return { text: 'Starting …' };
  if (latest.status === 'diverged') {
    const slower = String(Number((Number(parameters.lr) / 10).toPrecision(3)));
    return { text: `Diverged at update ${countText(latest.divergedStep)}: the loss is no longer finite. The weights shown are those after update ${countText(latest.step)}.`, wrong: true, slower };
  }
  const spent = durationText(timing.seconds);
  const notice = learnt ? `More than ${percentText(0.95)} right since update ${countText(learnt.step)}, after ${durationText(learnt.seconds)}.` : '';
  if (latest.status === 'finished') return { text: `Finished: ${countText(latest.step)} updates in ${spent}.`, notice };
  const done = `update ${countText(latest.step)} of ${countText(latest.lastStep)}`;
  if (!(latest.step > 0 && timing.milliseconds > 0)) return { text: done };
  const left = timing.seconds / latest.step * (latest.lastStep - latest.step);
  const right = client.metrics.accuracy ? ` · ${percentText(client.metrics.accuracy.data[0])} right` : '';
  return { text: `${done}${right} · ${numberText(timing.milliseconds)}\u2009ms per update · ${spent} so far, about ${durationText(left)} to go`, notice };
}
