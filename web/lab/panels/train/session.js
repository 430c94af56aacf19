// The models in training, which outlive the panel that shows them: after a look at something else they are found where they
// were left.

import { TrainingClient } from './client.js';

let kept = null;

export class TrainingSession {
  /** The workers' pages, one for each model. */
  clients = [];
  /** Of the module, once it is there. */
  catalogue = null;
  /** What was begun last, as text; '' before. */
  begun = '';
  /** Whether training is wanted to go on. */
  wants;

  #variant;
  #on = {};
  #held = false;

  /** The session that was left, or a new one with build `variant`. */
  static open(variant, wants) {
    const session = kept?.#variant === variant ? kept : new TrainingSession(variant, wants);
    kept = session;
    return session;
  }

  constructor(variant, wants) {
    this.#variant = variant;
    this.wants = wants;
    this.#add();
  }

  /** Handlers as for TrainingClient, each called with the client first. */
  set on(handlers) {
    this.#on = handlers;
  }

  /** Starts a model for each of `requests`, `{experiment, parameters}`. */
  begin(requests, begun) {
    this.begun = begun;
    while (this.clients.length > requests.length) this.clients.pop().end();
    while (this.clients.length < requests.length) this.#add();
    this.clients.forEach((client, i) => client.start(requests[i].experiment, requests[i].parameters));
    this.#drive();
  }

  play() {
    this.wants = true;
    this.#drive();
  }

  pause() {
    this.wants = false;
    this.#drive();
  }

  /** Does `count` updates of each model and stops. */
  step(count) {
    this.wants = false;
    for (const client of this.clients) client.step(count);
  }

  /** Stands still because nobody is looking. */
  set held(held) {
    this.#held = held;
    this.#drive();
  }

  /** Whether a model is in training. */
  get playing() {
    return this.wants && !this.#held && this.clients.some((client) => client.latest !== null && !client.over);
  }

  /** Ends all workers; the next panel starts again. */
  end() {
    for (const client of this.clients) client.end();
    if (kept === this) kept = null;
  }

  #drive() {
    for (const client of this.clients) {
      if (this.wants && !this.#held) client.play();
      else client.pause();
    }
  }

  #add() {
    const client = new TrainingClient(this.#variant);
    for (const event of ['ready', 'started', 'snapshot', 'changed', 'refused', 'failed']) {
      client.on[event] = (...news) => {
        if (event === 'ready') this.catalogue = news[0].catalogue;
        this.#on[event]?.(client, ...news);
      };
    }
    this.clients.push(client);
  }
}
