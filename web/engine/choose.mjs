// Which of a module's builds to take: the fastest one that the WebAssembly implementation knows and that computes rightly.

import { PolarizeError } from './polarize_error.mjs';
import { supports, variants } from './probes.mjs';

/**
 * What `attempt(variant, rejected)` gives for the first of `builds` that works.
 *
 * @param {Object<string, object>} builds by variant; a page may hold some of them only
 * @param {string|undefined} wanted take this build only
 * @param {(variant: string, rejected: {variant: string, reason: string}[]) => Promise} attempt loads a build and tests it;
 *   rejects where it is not to be used. `rejected` are the builds passed over before
 * @throws {Error} when no build works, with the reason for each
 */
export async function firstThatWorks(builds, wanted, attempt) {
  if (wanted !== undefined && !variants.includes(wanted)) {
    throw new PolarizeError(`variant "${wanted}": must be one of ${variants.join(', ')}`);
  }
  if (typeof WebAssembly !== 'object') throw new Error('there is no WebAssembly here, or it is switched off');
  const rejected = [];
  for (const variant of wanted ? [wanted] : variants) {
    try {
      if (!(variant in builds)) throw new Error('this page was put together without it');
      if (!supports(variant)) throw new Error('this WebAssembly implementation lacks its instructions');
      return await attempt(variant, rejected);
    } catch (error) {
      rejected.push({ variant, reason: error.message });
    }
  }
  throw new Error(rejected.map(({ variant, reason }) => `${variant}: ${reason}`).join('; '));
}
