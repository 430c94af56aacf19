// Numbers written for readers.

const three = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const thousands = new Intl.NumberFormat('en');
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A count with thin spaces between its thousands. */
export const countText = (value) => thousands.format(value).replaceAll(',', '\u202f');

const raised = (exponent) => `${exponent < 0 ? '⁻' : ''}${[...String(Math.abs(exponent))].map((digit) => superscripts[digit]).join('')}`;

/** A number in at most `digits` digits, as a power of ten where it is far from 1. */
export function numberText(value, digits = 3) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e6) return size >= 1e4 ? countText(Math.round(value)) : minus(String(Number(value.toPrecision(digits))));
  const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
  const factor = String(Number(mantissa));
  return minus(factor === '1' ? `10${raised(Number(exponent))}` : `${factor}\u2009×\u200910${raised(Number(exponent))}`);
}

const minus = (text) => text.replace(/^-/, '−');

/** A rate in millions or thousands. */
export function rateText(perSecond) {
  if (perSecond >= 1e6) return `${three.format(perSecond / 1e6)} million`;
  if (perSecond >= 1e3) return `${three.format(perSecond / 1e3)} thousand`;
  return three.format(perSecond);
}

export const percentText = (share) => `${three.format(100 * share)}\u2009%`;

/** What a duration of the core counts. */
export const unitWord = (unit) => ({ updates: 'updates', tau: 'units of τ', t: 'units of t' })[unit];
