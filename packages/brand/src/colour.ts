/** A colour as brands write it: six hexadecimal digits after a hash. */
export const colourPattern = /^#[0-9a-fA-F]{6}$/;

/**
 * How well one colour reads on another, by WCAG 2: 1 is invisible, 21 is black on white.
 *
 * @param front - `#rrggbb`
 * @param back - `#rrggbb`, opaque
 */
export function contrast(front: string, back: string): number {
  const [light, dark] = [luminance(front), luminance(back)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(channel(colour, at) / 255)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** As `color-mix` of CSS does in sRGB. @param share - of the first, 0 to 1 */
export const mixed = (one: string, other: string, share: number): string =>
  `#${[1, 3, 5]
    .map((at) => Math.round(channel(one, at) * share + channel(other, at) * (1 - share)))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;

const channel = (colour: string, at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);

const linear = (share: number): number => (share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
