// The core's plain formulas ("s_j tau^2", "tau^(-2/k)") set as formulas.

import { html } from './elements.js';

const letters = { tau: 'τ', sigma: 'σ', kappa: 'κ', beta: 'β', alpha: 'α' };
const marks = /\b(tau|sigma|kappa|beta|alpha)(?![a-z])|\^\(([^)]+)\)|\^(\w+)|(?<=[A-Za-zσ])_(\w+)|(\d(?:\.\d+)?)e([+-]?)0*(\d+)\b/g;

const minus = (text) => text.replaceAll('-', '−');

/** `text` as nodes: Greek letters, raised exponents and lowered indices. */
export function formulaNodes(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    nodes.push(text.slice(end, match.index), ...nodesOf(match));
    end = match.index + match[0].length;
  }
  return [...nodes, text.slice(end)];
}

function nodesOf([whole, letter, group, exponent, index, mantissa, sign, power]) {
  if (letter) return [letters[letter]];
  if (index) return [html('sub', {}, index)];
  if (power) return [mantissa === '1' ? '10' : `${mantissa}\u2009×\u200910`, html('sup', {}, `${sign === '-' ? '−' : ''}${power}`)];
  return group || exponent ? [html('sup', {}, minus(group ?? exponent))] : [whole];
}
