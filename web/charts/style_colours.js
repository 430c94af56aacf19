// Colours of a picture in pixels, which come from the style sheet as those of any element do.

/** What the style sheet gives `canvas` as its colour, its upper and its lower border colour, each as `[red, green, blue]` bytes. */
export function styleColours(canvas) {
  const { color, borderTopColor, borderBottomColor } = getComputedStyle(canvas);
  return [color, borderTopColor, borderBottomColor].map((text) => text.match(/[\d.]+/g).slice(0, 3).map(Number));
}
