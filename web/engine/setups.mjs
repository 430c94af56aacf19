// What the modules' interfaces have in common: what a call returned is checked, and a set-up of an experiment is filled.

import { textAt, withTexts } from './heap.mjs';
import { PolarizeError } from './polarize_error.mjs';

/** The error of the last call that failed. */
export const lastError = (module) => new PolarizeError(textAt(module, module._polarize_error()));

/** `address`, which a call returned; throws where it is null. */
export function checked(module, address) {
  if (!address) throw lastError(module);
  return address;
}

/** The address of a set-up of `experiment` with its defaults, to be freed with `_polarize_setup_free`. */
export function setupOf(module, experiment) {
  return checked(module, withTexts(module, [experiment], (id) => module._polarize_setup(id)));
}

/** Sets one parameter of a set-up. Throws PolarizeError where it is refused. */
export function setParameter(module, setup, name, value) {
  const refused = withTexts(module, [name, String(value)], (key, text) => module._polarize_setup_set(setup, key, text));
  if (refused) throw lastError(module);
}

/** Calls `use` with the set-up of an experiment and parameters by name, and frees it. Throws PolarizeError for what is refused. */
export function withSetup(module, { experiment, parameters = {} }, use) {
  const setup = setupOf(module, experiment);
  try {
    for (const [name, value] of Object.entries(parameters)) setParameter(module, setup, name, value);
    return use(setup);
  } finally {
    module._polarize_setup_free(setup);
  }
}
