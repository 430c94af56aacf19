// What went wrong, on the page itself: what happened and what to do about it.

/** Messages in `list` (an element with role="alert"), each shown only once. */
export class Notices {
  #list;
  #shown = new Map();

  constructor(list) {
    this.#list = list;
  }

  /**
   * Shows a message.
   *
   * @param {string} message what happened
   * @param {object} [options]
   * @param {string} [options.advice] what to do
   * @param {'warning'|'note'|'failure'} [options.kind] about the state, about the machine, or that something does not go on
   */
  show(message, { advice = '', kind = 'warning' } = {}) {
    if (this.#shown.has(message)) return;
    const notice = document.createElement('div');
    notice.className = `notice ${kind}`;
    const text = document.createElement('p');
    const what = document.createElement('strong');
    what.textContent = message;
    text.append(what, advice ? ` ${advice}` : '');
    const close = document.createElement('button');
    close.type = 'button';
    close.className = 'quiet';
    close.textContent = 'Dismiss';
    close.addEventListener('click', () => this.#remove(message));
    notice.append(text, close);
    this.#shown.set(message, { notice, kind });
    this.#list.append(notice);
  }

  /** Removes the warnings, which were about a state that is over. */
  clearWarnings() {
    for (const [message, { kind }] of this.#shown) if (kind === 'warning') this.#remove(message);
  }

  #remove(message) {
    this.#shown.get(message)?.notice.remove();
    this.#shown.delete(message);
  }
}
