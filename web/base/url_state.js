// The state of the page in its address: `#v=1&experiment=logistic&lr=0.2&pace=decades%3D1&view.axis=log`. Only what differs
// from the defaults is written. Values are the core's exact texts, so a link gives the same run to the last bit. `panel=map` opens a
// panel beside the run, `map.x=…` is one of its settings.

import { parsePace } from './pace.js';

/** The panels that an address can open. */
export const panelIds = ['theorems', 'ensemble', 'map', 'train'];

const version = '1';
const engineKey = 'engine'; // in the query it asks for one build of the engine; it is not part of the state

const freshState = () => ({ experiment: 'logistic', parameters: {}, view: {}, pace: 'decades=1', panel: '', settings: {} });

export const defaultState = Object.freeze(freshState());

/** Whether `key` is a setting of a panel, such as `ensemble.count`. */
const isPanelSetting = (key) => panelIds.some((id) => key.startsWith(`${id}.`));

/**
 * The state that `text` describes, and what in it cannot be used: `{state, errors}`. Names and values of parameters are left to
 * the core to check.
 */
export function parseState(text) {
  const errors = [];
  const state = freshState();
  for (const [key, value] of new URLSearchParams(text)) {
    if (key === 'v') {
      if (value !== version) {
        errors.push(`v "${value}": this page reads addresses of version ${version}; the default experiment is shown`);
        return { state: freshState(), errors };
      }
    } else if (key === 'experiment') {
      state.experiment = value;
    } else if (key === 'pace') {
      try {
        parsePace(value);
        state.pace = value;
      } catch (error) {
        errors.push(error.message);
      }
    } else if (key === 'panel') {
      if (panelIds.includes(value)) state.panel = value;
      else errors.push(`panel "${value}": must be one of ${panelIds.join(', ')}`);
    } else if (isPanelSetting(key)) {
      state.settings[key] = value;
    } else if (key.startsWith('view.')) {
      state.view[key.slice('view.'.length)] = value;
    } else if (key !== engineKey) {
      state.parameters[key] = value;
    }
  }
  return { state, errors };
}

/** The state of the run as text, without the version: what the user-interface module reads and writes. */
export function stateText({ experiment, parameters, view, pace }) {
  const text = new URLSearchParams({ experiment, ...parameters });
  if (pace !== defaultState.pace) text.set('pace', pace);
  for (const [key, value] of Object.entries(view)) text.set(`view.${key}`, value);
  return String(text);
}

/** The state in the address bar: its fragment, or else its query. */
export function readAddress(address = location) {
  return parseState((address.hash.length > 1 ? address.hash : address.search).slice(1));
}

/** The build of the engine that the address asks for, or undefined. */
export const wantedEngine = (address = location) => new URLSearchParams(address.search).get(engineKey) ?? undefined;

/** The state as the address holds it: with what is set in the panels. */
function addressText(state) {
  const text = new URLSearchParams(stateText(state));
  if (state.panel) text.set('panel', state.panel);
  for (const [key, value] of Object.entries(state.settings)) text.set(key, value);
  return String(text);
}

/** The whole address of a state. */
export function addressOf(state, address = location) {
  const url = new URL(address.href);
  for (const key of [...url.searchParams.keys()]) if (key !== engineKey) url.searchParams.delete(key);
  url.hash = `v=${version}&${addressText(state)}`;
  return url.href;
}

let pending = 0;

/** Puts the state into the address bar, at most a few times a second: browsers refuse more. */
export function writeAddress(state) {
  clearTimeout(pending);
  const { href } = location;
  pending = setTimeout(() => {
    if (location.href !== href) return; // the reader has gone to another one meanwhile
    try {
      history.replaceState(history.state, '', addressOf(state));
    } catch {
      // A sandboxed frame may not touch its address: the link can still be copied.
    }
  }, 250);
}
