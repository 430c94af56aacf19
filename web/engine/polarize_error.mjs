/** What the core refuses: the message is one line that names the field, its value and what is allowed. */
export class PolarizeError extends Error {
  name = 'PolarizeError';
}
