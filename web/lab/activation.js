// Who owns the keyboard and the wheel? The page, until the reader clicks or tabs into the canvas; Esc, a click elsewhere
// or tabbing on gives them back. The Tab key is always the browser's.

const guarded = ['wheel', 'keydown', 'keypress', 'keyup'];

/**
 * Guards `canvas`: events that the reader did not mean for it end at `frame`, its parent, before they reach it.
 * `tell(active)` is called at each change.
 */
export function guardActivation(frame, canvas, tell) {
  let active = false;

  const change = (value) => {
    if (active === value) return;
    active = value;
    frame.classList.toggle('active', active);
    tell(active);
  };

  for (const type of guarded) {
    frame.addEventListener(type, (event) => {
      if (event.target === canvas && (!active || event.key === 'Tab')) event.stopPropagation();
    }, { capture: true, passive: true });
  }
  canvas.addEventListener('pointerdown', () => canvas.focus({ preventScroll: true }));
  canvas.addEventListener('focus', () => change(true));
  canvas.addEventListener('blur', () => change(false));
  canvas.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') canvas.blur();
  });
}
