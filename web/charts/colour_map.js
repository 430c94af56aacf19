// Colours for numbers from 0 to 1: from a dark blue by green to a light yellow. Lightness rises evenly, so the order can be read
// without telling hues apart, in print and by colour-blind people.

// Anchors in Oklab: lightness, green to red, blue to yellow.
const anchors = [
  [0.22, 0.03, -0.09],
  [0.36, 0.0, -0.11],
  [0.5, -0.06, -0.06],
  [0.63, -0.1, 0.01],
  [0.77, -0.11, 0.1],
  [0.93, -0.03, 0.15],
];

/** sRGB bytes of an Oklab colour. */
function bytesOf([lightness, a, b]) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(encoded);
}

function encoded(linear) {
  const value = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));
}

function colourAt(share) {
  const place = share * (anchors.length - 1);
  const i = Math.min(Math.floor(place), anchors.length - 2);
  const part = place - i;
  return bytesOf(anchors[i].map((from, axis) => from + part * (anchors[i + 1][axis] - from)));
}

/** 256 colours as `[red, green, blue]` bytes. */
export const colours = Array.from({ length: 256 }, (_, i) => colourAt(i / 255));

/** The colour of `share`, 0 to 1. */
export const colourOf = (share) => colours[Math.round(255 * Math.min(1, Math.max(0, share)))];
