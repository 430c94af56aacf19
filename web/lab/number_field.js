// A native text field laid over a number in the canvas, so that phones show their keyboard and every reader can type, paste
// and correct as usual.

/**
 * Opens the field over `frame`, the canvas's parent.
 *
 * @param {HTMLElement} frame
 * @param {{name: string, label: string, value: string, x: number, y: number, width: number, height: number}} place in CSS
 *   pixels from the canvas's corner
 * @param {(text: string) => void} accept gets `name=value` unless the reader dropped it
 * @param {() => void} close is called when the field is gone
 */
export function openNumberField(frame, { name, label, value, x, y, width, height }, accept, close) {
  const field = document.createElement('input');
  field.className = 'number-field';
  field.inputMode = 'decimal';
  field.autocomplete = 'off';
  field.spellcheck = false;
  field.setAttribute('aria-label', label);
  field.value = value;
  field.style.left = `${x}px`;
  field.style.top = `${y}px`;
  field.style.width = `${Math.max(width, 96)}px`;
  field.style.height = `${Math.max(height, 28)}px`;
  let open = true;

  const finish = (accepted) => {
    if (!open) return;
    open = false;
    const text = field.value.trim();
    field.remove();
    if (accepted && text !== value) accept(`${name}=${text}`);
    close();
  };

  field.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Enter') finish(true);
    if (event.key === 'Escape') finish(false);
  });
  field.addEventListener('blur', () => finish(true));
  frame.append(field);
  field.focus({ preventScroll: true });
  field.select();
}
