// The run in words: under the canvas for everybody, and now and then for a screen reader.

import { countText, numberText } from '../base/numbers.js';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 4 });

/** t = exp(log t) in words of scientific notation; it may be far beyond what a number holds. */
function timeText(logT) {
  const exponent = logT / Math.LN10;
  if (exponent < 6) return numberText(Math.exp(logT));
  return `10^${numberText(exponent)}`;
}

function placeText({ step, lastStep, flow, progress }) {
  if (flow) return `Gradient flow at time ${timeText(flow.logT)}, ${percent.format(progress)} of the way`;
  return `Step ${countText(step)} of ${countText(lastStep)}`;
}

/** One or two sentences about a decoded snapshot. */
export function summarise(snapshot, playing) {
  const { status, loss, entropy, maxAlpha, winner, alpha, divergedStep, divergedQuantity, stuckReason } = snapshot;
  const place = placeText(snapshot);
  if (status === 'stuck') return `${place}. The flow is stuck: ${stuckReason}.`;
  if (status === 'diverged') {
    return `${place}. The run diverged: ${divergedQuantity} was no longer finite at step ${countText(divergedStep)}. ` +
      'A smaller learning rate may help.';
  }
  const state = status === 'finished' ? 'finished' : playing ? 'playing' : 'paused';
  const share = maxAlpha >= 0 && maxAlpha <= 1 ? percent.format(maxAlpha) : numberText(maxAlpha);
  return `${place}, ${state}. Token ${winner + 1} of ${alpha.length} has the largest weight, ${share}; ` +
    `the entropy is ${numberText(entropy)} nats, the loss ${numberText(loss)}.`;
}

/**
 * Writes the text into `visible` at most once a second and into `live`, which is read aloud, when the run stops or starts, and
 * every ten seconds while it plays.
 */
export class Summary {
  #visible;
  #live;
  #text = '';
  #state = '';
  #shownAt = -Infinity;
  #spokenAt = -Infinity;
  #timer = 0;

  constructor(visible, live) {
    this.#visible = visible;
    this.#live = live;
  }

  update(snapshot, playing) {
    const state = `${snapshot.status} ${playing}`;
    const now = performance.now();
    this.#text = summarise(snapshot, playing);
    if (state !== this.#state || now - this.#shownAt >= 1000) {
      this.#show(now);
    } else {
      this.#timer ||= setTimeout(() => this.#show(performance.now()), 1000);
    }
    if (state !== this.#state || now - this.#spokenAt >= 10000) {
      this.#spokenAt = now;
      this.#live.textContent = this.#text;
    }
    this.#state = state;
  }

  #show(now) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#shownAt = now;
    this.#visible.textContent = this.#text;
  }
}
