// Small makers of elements.

const svgNamespace = 'http://www.w3.org/2000/svg';

/** An HTML element with attributes (a boolean one is there or not) and children. */
export function html(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same in SVG. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(svgNamespace, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'boolean') element.toggleAttribute(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

let made = 0;

/** A labelled field: `input`, which gets an id where it has none, under the text `label`, with `help` to be read with it. */
export function field(label, input, help = '') {
  made += 1;
  input.id ||= `field-${made}`;
  const parts = [html('label', { for: input.id }, label), input];
  if (help) {
    input.setAttribute('aria-describedby', `${input.id}-help`);
    parts.push(html('small', { id: `${input.id}-help` }, help));
  }
  return html('div', { class: 'field' }, ...parts);
}

/** A field for a number as text, which phones give their decimal keys for. `tell(text)` is called with what was entered. */
export function numberInput(value, tell) {
  const input = html('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', spellcheck: 'false' });
  input.value = value;
  input.addEventListener('change', () => tell(input.value.trim()));
  return input;
}

/** A list of `[value, text]` to choose from. */
export function choiceInput(choices, value, tell) {
  const select = html('select', {}, ...choices.map(([key, text]) => html('option', { value: key }, text)));
  select.value = value;
  select.addEventListener('change', () => tell(select.value));
  return select;
}

export function button(text, press, attributes = {}) {
  const element = html('button', { type: 'button', ...attributes }, text);
  element.addEventListener('click', press);
  return element;
}
