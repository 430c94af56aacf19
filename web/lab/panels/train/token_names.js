// What the tokens of the tasks are called, for people to read and to type.

const capitals = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const letters = [...capitals, ...capitals.map((letter) => letter.toLowerCase())];
const prime = '′';

/** A vocabulary. Its token 0 is the special one of every sequence, BOS or CLS, which is never replaced. */
class TokenNames {
  #names;
  #tokens;

  /**
   * @param {string[]} names of the tokens
   * @param {string[]} classes names of what is predicted
   * @param {string} help how tokens are typed
   * @param {(tokens: number[]) => object} lookUp what is right for a sequence: `{answer, marked}`, the class (undefined where
   *   none is) and the positions that determine it
   */
  constructor(names, classes, help, lookUp) {
    this.#names = names;
    this.#tokens = new Map(names.map((name, token) => [name, token]));
    this.classes = classes;
    this.help = help;
    this.lookUp = lookUp;
  }

  get count() {
    return this.#names.length;
  }

  name(token) {
    return this.#names[token];
  }

  text(tokens) {
    return [...tokens].map((token) => this.name(token)).join(' ');
  }

  /** The tokens of `text`, as many as `length`. Throws with what is allowed. */
  parse(text, length) {
    const words = text.trim().split(/[\s,]+/).filter(Boolean);
    const tokens = words.map((word) => {
      const token = this.#tokens.get(word.replace(/['’]$/, prime));
      if (token === undefined) throw new Error(`token "${word}": unknown; ${this.help}`);
      return token;
    });
    if (tokens.length !== length) throw new Error(`sequence: has ${tokens.length} tokens; the model reads ${length}`);
    return tokens;
  }
}

/** Induction, of a run's parameters as texts: BOS, then letters where there are enough of them; a query that is written as another token has a prime. */
export function inductionNames({ vocabulary, shift_query_token: shifted }) {
  const count = Number(vocabulary);
  const named = count - 1 <= letters.length;
  const plain = Array.from({ length: count }, (_, token) => (token === 0 ? 'BOS' : named ? letters[token - 1] : String(token)));
  const names = shifted === 'on' ? [...plain, ...plain.map((name) => `${name}${prime}`)] : plain;
  const range = `the tokens are BOS and ${plain[1]} to ${plain.at(-1)}${shifted === 'on' ? `, and with ${prime} where one is asked for again` : ''}`;
  return new TokenNames(names, names, range, (tokens) => {
    const seen = tokens.indexOf(tokens.at(-1) % count, 1);
    if (seen < 0 || (seen === tokens.length - 1)) return { marked: [] };
    const next = seen + 1 < tokens.length - 1 ? tokens[seen + 1] : tokens.at(-1);
    return { answer: next, marked: [seen, seen + 1] };
  });
}

/** Classification, of a run's parameters as texts: the label's letter and a number, and CLS. */
export function classificationNames({ vocabulary, labels }) {
  const each = (Number(vocabulary) - 1) / Number(labels);
  const classes = Array.from({ length: Number(labels) }, (_, label) => capitals[label] ?? `L${label + 1}.`);
  const names = Array.from({ length: Number(vocabulary) }, (_, token) => (token === 0 ? 'CLS' : `${classes[Math.floor((token - 1) / each)]}${(token - 1) % each + 1}`));
  const labelOf = (token) => Math.floor((token - 1) / each);
  return new TokenNames(names, classes, `the tokens are CLS and ${names[1]} to ${names.at(-1)}`, (tokens) => {
    const labels = new Set(tokens.slice(0, -1).map(labelOf));
    return { answer: labels.size === 1 ? [...labels][0] : undefined, marked: [] };
  });
}
