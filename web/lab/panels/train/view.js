// A look into the models: one sequence, what every head of each does with it, and what one replaced token changes.

import { button, html } from '../../../base/elements.js';
import { numberText, percentText } from '../../../base/numbers.js';
import { card } from '../parts.js';
import { FlipMap } from './flips.js';
import { Heads } from './heads.js';
import { TrainSequence } from './sequence.js';

const maxSamples = 8;
const maxWeights = 2 ** 19; // of all samples in one snapshot
const maxReplacements = 20000; // tokens times positions

/** How many evaluation sequences of this model are looked at in every snapshot. */
export const samplesOf = ({ layers, heads, length }) => Math.max(1, Math.min(maxSamples, Math.floor(maxWeights / (layers * heads * length * length))));

const pointAtIt = 'Point at a weight, or move over a map with the arrow keys.';

export class TrainView {
  #on;
  #sides = []; // {mark, client, heads, legend, element, flips, seen}
  #task = '';
  #names = null;
  #own = null; // the reader's sequence
  #sample = 0;
  #flipped = ''; // what the flips are of
  #sequence;
  #places = html('div', { class: 'sides' });
  #reading = html('p', { class: 'reading' }, pointAtIt);
  #flipPlaces = html('div', { class: 'sides' });
  #flipReading = html('p', { class: 'reading' });
  #attacks = html('p', { class: 'soft attacks', role: 'status' });
  #measure = button('Attack 200 sequences', () => this.#intervene(), { class: 'chip' });

  /** @param {object} on `changed()` (something else is looked at), `sample(index)` (another sample is) */
  constructor(on, sample) {
    this.#on = on;
    this.#sample = sample;
    this.#sequence = new TrainSequence({ sample: (by) => this.#turn(by), own: (tokens) => this.#look(tokens) });
    this.heads = card('What every head attends to', 'One row per query token, one column per key token. Change a token, or type a sequence of your own.',
      this.#sequence.element, this.#reading, this.#places);
    this.flips = card('What one token can do', 'Every token is tried at every position; colour marks where the prediction flips. Click to put that token there.',
      this.#flipReading, this.#flipPlaces, html('div', { class: 'actions' }, this.#measure), this.#attacks);
  }

  /** Looks into the models of `sides`, `[{mark, client}]`, which were just started. */
  arrange(sides, task, names) {
    this.#task = task;
    this.#names = names;
    this.#flipped = '';
    this.#own = null;
    this.#attacks.textContent = '';
    this.#flipReading.textContent = '';
    this.#sides = sides.map(({ mark, client }) => this.#side(mark, client));
    this.#places.replaceChildren(...this.#sides.map(({ element }) => element));
    this.#flipPlaces.replaceChildren(...this.#sides.map(({ flips }) => flips.element));
  }

  /** Shows nothing: no model is there. */
  clear() {
    this.#sides = [];
    this.#places.replaceChildren();
    this.#flipPlaces.replaceChildren();
  }

  /** Shows the last snapshots; `settled` says that no model is training. */
  draw(settled) {
    const ready = this.#sides.filter(({ client }) => client.latest?.training.samples.tokens);
    if (ready.length === 0) return;
    const { tokens, title } = this.#subject(ready[0].client.latest.training.samples);
    this.#sequence.show({ names: this.#names, tokens, own: this.#own !== null, title });
    for (const side of ready) {
      side.heads.arrange(side.client.model, tokens.map((token) => this.#names.name(token)), tokens.indexOf(0));
      side.heads.measure(side.client.metrics);
      if (this.#own) side.client.look(tokens, (seen) => this.#paint(side, seen));
      else this.#paint(side, this.#ofSample(side.client.latest.training.samples));
    }
    if (!settled) this.#flipReading.textContent = 'Every token is tried once training stops: pause it, or wait until it ends.';
    else if (ready.length === this.#sides.length) this.#flip(tokens);
    this.#measure.hidden = !settled;
  }

  /** Paints again, after the theme changed. */
  repaint() {
    for (const { heads, flips } of this.#sides) {
      heads.repaint();
      flips.repaint();
    }
  }

  /** For tests: what is looked at and what is predicted. */
  state() {
    return {
      own: this.#own, sample: this.#sample,
      predictions: this.#sides.map(({ seen }) => (seen ? this.#names.classes[best(seen.logits)] : null)),
      flipped: this.#flipped,
    };
  }

  #subject({ tokens: { shape: [count, length], data } }) {
    const index = this.#sample % count; // the first snapshot has fewer than there will be
    const tokens = this.#own ?? [...data.subarray(index * length, (index + 1) * length)];
    return { tokens, title: `Sample ${index + 1} of ${count}` };
  }

  #ofSample({ logits, attention }) {
    const [, length, outputs] = logits.shape;
    const index = this.#sample % attention.shape[0];
    const end = (index + 1) * length * outputs;
    const size = attention.data.length / attention.shape[0];
    return { logits: logits.data.subarray(end - outputs, end), weights: attention.data.subarray(index * size, (index + 1) * size) };
  }

  #paint(side, { logits, weights }) {
    side.seen = { logits: logits.subarray(logits.length - side.client.model.outputs), weights };
    const high = Math.max(1, Heads.largest(weights));
    side.heads.paint(weights, high);
    const signed = weights.some((weight) => weight < 0);
    side.legend.classList.toggle('signed', signed);
    side.low.textContent = signed ? numberText(-high, 2) : '0';
    side.high.textContent = numberText(high, 2);
    const known = this.#sides.filter(({ seen }) => seen);
    this.#sequence.predict(known.map(({ mark, seen }) => ({ mark, logits: seen.logits })));
  }

  #side(mark, client) {
    const heads = new Heads(this.#task, {
      point: (layer, head, query, key) => this.#point(layer, head, query, key),
      leave: () => this.#leave(),
    });
    const low = html('span', {}, '0');
    const high = html('span', {}, '1');
    const legend = html('p', { class: 'weight-legend' }, 'weight ', low, html('span', { class: 'ramp' }), high);
    const element = html('section', { class: `side side-${mark.toLowerCase()}`, 'aria-label': `Model ${mark}` },
      html('header', {}, html('h4', {}, html('span', { class: `side-mark ${mark.toLowerCase()}` }, mark), ' ', client.parameters.kind), legend), heads.element);
    const flips = new FlipMap(mark, { replace: (position, token) => this.#replace(position, token), read: (text) => (this.#flipReading.textContent = text) });
    return { mark, client, heads, legend, low, high, element, flips, seen: null };
  }

  #point(layer, head, query, key) {
    if (this.#sides.some(({ seen, client }) => !seen || !client.latest)) return;
    const cell = [query, key];
    for (const { heads } of this.#sides) heads.mark(cell);
    const name = (position) => this.#names.name(this.#tokens[position]);
    const weights = this.#sides.map(({ mark, heads }) => `${this.#sides.length > 1 ? `${mark} ` : ''}${numberText(heads.weight(layer, head, query, key), 2)}`);
    this.#reading.textContent = `Layer ${layer + 1}, head ${head + 1}: ${name(query)} at position ${query + 1} gives ${name(key)} at position ${key + 1} the weight ${weights.join(', ')}.`;
  }

  #leave() {
    for (const { heads } of this.#sides) heads.mark(null);
    this.#reading.textContent = pointAtIt;
  }

  get #tokens() {
    return this.#own ?? this.#subject(this.#sides[0].client.latest.training.samples).tokens;
  }

  /** Another sample, or with 0 the same one again instead of the reader's own sequence. */
  #turn(by) {
    const [count] = this.#sides[0]?.client.latest?.training.samples.tokens.shape ?? [];
    if (!count) return;
    this.#own = null;
    this.#sample = (this.#sample + by + count) % count;
    this.#on.changed();
    this.#on.sample(this.#sample);
  }

  #look(tokens) {
    this.#own = tokens;
    this.#on.changed();
  }

  #replace(position, token) {
    this.#look(this.#tokens.map((one, i) => (i === position ? token : one)));
  }

  /** Tries every replacement in every model, once for a sequence and a state of training. */
  #flip(tokens) {
    const subject = `${tokens.join()}|${this.#sides.map(({ client }) => client.latest.step).join()}`;
    if (subject === this.#flipped || this.#sides.some(({ seen }) => !seen)) return;
    this.#flipped = subject;
    this.#flipReading.textContent = '';
    const positions = tokens.flatMap((token, position) => (token === 0 ? [] : [position]));
    for (const side of this.#sides) {
      const { client, flips, mark } = side;
      if (positions.length * client.model.tokens > maxReplacements) {
        flips.element.replaceChildren(html('p', { class: 'soft' }, `${positions.length} positions times ${client.model.tokens} tokens are too many to try.`));
        continue;
      }
      client.look(tokens, (seen) => {
        this.#paint(side, seen);
        const before = best(side.seen.logits);
        flips.begin({ title: `${this.#sides.length > 1 ? `${mark}: ` : ''}${client.parameters.kind} predicts ${this.#names.classes[before]}`, names: this.#names, tokens, before, positions });
        client.replacements(tokens, positions, ({ position, predictions }) => flips.add(position, predictions));
      });
    }
  }

  /** Lets the core attack and mix evaluation sequences. */
  #intervene() {
    this.#attacks.textContent = 'Measuring …';
    const told = this.#sides.map(() => '');
    this.#sides.forEach(({ mark, client, heads }, i) => client.intervene(() => {
      heads.measure(client.metrics);
      told[i] = `${this.#sides.length > 1 ? `${mark}: ` : ''}${attackText(client.metrics)}`;
      this.#attacks.textContent = told.filter(Boolean).join(' ');
    }));
  }
}

const best = (logits) => logits.reduce((most, logit, i) => (logit > logits[most] ? i : most), 0);

function attackText({ one_token_attack: one, attack_flipped: flipped, attack_tokens: tokens, dominance }) {
  const rest = dominance ? ` The favourite token alone decides the label in ${percentText(Math.max(...dominance.data))} of the mixtures, in the head where it does most.` : '';
  return `Replacing the token that is attended to most flips ${percentText(one.data[0])} of 200 evaluation sequences; with up to ten, in order of attention, ${percentText(flipped.data[0])} flip, after ${numberText(tokens.data[0], 2)} on average.${rest}`;
}
