// The tabs over the demonstration: one run in the canvas, or a panel in its place. A panel lives as long as it is open.

import { explainScript } from '../engine/compile.mjs';
import { panels } from './panels.js';

const run = { id: '', title: 'One run' };

export class PanelHost {
  #tabs;
  #stage;
  #place;
  #lab;
  #on;
  #open = ''; // the id of what is shown; '' is the run
  #panel = null; // the one that is open, once its module is there

  /**
   * @param {HTMLElement} tabs gets a tab for each panel
   * @param {HTMLElement} stage holds the canvas
   * @param {HTMLElement} place gets the panel
   * @param {Lab} lab its state's `panel` and `settings` are kept here
   * @param {object} on `changed()` (of what is in the address), `shown(id)`, `openRun(state)` and `failed(message)`
   */
  constructor(tabs, stage, place, lab, on) {
    this.#tabs = tabs;
    this.#stage = stage;
    this.#place = place;
    this.#lab = lab;
    this.#on = on;
    tabs.append(...[run, ...panels].map((row) => this.#tab(row)));
    tabs.addEventListener('keydown', (event) => this.#move(event));
  }

  /** Brings what is shown up to the lab's state, after a new run was opened or a parameter was set. */
  update() {
    const { panel } = this.#lab.state;
    if (panel !== this.#open) this.#show(panel);
    else this.#panel?.update();
  }

  /** What the open panel says of itself, null where none is open. */
  state() {
    return this.#panel?.state() ?? null;
  }

  /** Shows the panel `id`; '' the run. */
  open(id) {
    this.#lab.state.panel = id;
    this.update();
    this.#on.changed();
  }

  #show(id) {
    this.#panel?.close();
    this.#panel = null;
    this.#open = id;
    this.#stage.hidden = id !== '';
    this.#place.hidden = id === '';
    for (const tab of this.#tabs.children) {
      const selected = tab.dataset.panel === id;
      tab.setAttribute('aria-selected', String(selected));
      tab.tabIndex = selected ? 0 : -1;
      if (selected) this.#bringIntoSight(tab);
    }
    if (id) this.#place.setAttribute('aria-labelledby', `tab-${id}`);
    this.#on.shown(id);
    const row = panels.find((one) => one.id === id);
    if (row) this.#start(row);
  }

  async #start(row) {
    const root = document.createElement('div');
    root.className = `panel ${row.id}`;
    this.#place.replaceChildren(root);
    try {
      const { Panel } = await row.load();
      if (this.#open === row.id && root.isConnected) this.#panel = new Panel(root, this.#context(row.id, Panel.settings));
    } catch (error) {
      const address = /https?:\S+/.exec(error.message)?.[0];
      const reason = address ? await explainScript(new URL(address), error.message) : error.message;
      this.#on.failed(`The view "${row.title}" cannot be shown: ${reason}.`);
    }
  }

  /** What a panel may do. `defaults` are the texts of its settings that stand where the address has none. */
  #context(id, defaults) {
    const lab = this.#lab;
    return {
      lab,
      /** The text of a setting. */
      setting: (name) => lab.state.settings[`${id}.${name}`] ?? defaults[name],
      /** Keeps a setting in the address; undefined, or its default, takes it out. */
      set: (name, text) => {
        const { [`${id}.${name}`]: _, ...others } = lab.state.settings;
        const kept = text === undefined || text === defaults[name] ? others : { ...others, [`${id}.${name}`]: text };
        lab.state.settings = kept;
        this.#on.changed();
      },
      /** Sets parameters of the current experiment and stays. */
      change: (parameters) => this.#on.openRun({ ...lab.state, parameters: { ...lab.state.parameters, ...parameters } }),
      /** Opens the run of the current experiment with `parameters` (those that differ from the defaults) in the canvas. */
      openRun: (parameters) => this.#on.openRun({ ...lab.state, parameters, panel: '' }),
      /** Informs the reader of a failure. */
      failed: (message) => this.#on.failed(message),
    };
  }

  /** Where the tabs are wider than the screen. */
  #bringIntoSight(tab) {
    this.#tabs.scrollLeft = tab.offsetLeft - (this.#tabs.clientWidth - tab.offsetWidth) / 2;
  }

  #tab({ id, title }) {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = `tab-${id || 'run'}`;
    tab.dataset.panel = id;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', (id ? this.#place : this.#stage).id);
    tab.setAttribute('aria-selected', String(id === ''));
    tab.tabIndex = id === '' ? 0 : -1;
    tab.textContent = title;
    tab.addEventListener('click', () => this.open(id));
    return tab;
  }

  /** Arrow keys, Home and End go from tab to tab. */
  #move(event) {
    const all = [...this.#tabs.children];
    const at = all.indexOf(document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const tab = all[(to + all.length) % all.length];
    tab.focus();
    tab.click();
  }
}
