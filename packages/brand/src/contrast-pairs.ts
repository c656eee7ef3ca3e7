import type { Brand, Palette } from './brand.ts';
import { contrast, mixed } from './colour.ts';

type Tone = Exclude<keyof Palette, 'series'>;
type Mode = keyof Brand['theme'];

/** Two colours of a palette of which one has to be seen on the other. */
export interface ContrastPair {
  readonly mode: Mode;
  /** What is seen: `text`, `series.0`; `edge`: that of a control. */
  readonly front: Tone | `series.${number}` | 'edge';
  readonly back: Tone;
  readonly frontColour: string;
  readonly backColour: string;
  /** As WCAG 2 counts, cut off after two digits, so that nothing looks as if it were enough. */
  readonly found: number;
  readonly needed: number;
  readonly isEnough: boolean;
}

/** WCAG AA for text of any size. */
const text = 4.5;
/** WCAG 1.4.11: edges of controls, and parts of a picture that carry meaning. */
const graphic = 3;

const grounds = ['background', 'surface'] as const;
/** What is read on both grounds. */
const inks = ['text', 'muted', 'accent', 'positive', 'negative', 'warning'] as const satisfies readonly Tone[];
const readable: readonly (readonly [Tone, Tone])[] = [
  ...inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const)),
  ['onAccent', 'accent'],
];

/** Of labels' colour, on the surface that they stand on: quieter than text, and still seen. */
export const edgeOf = ({ muted, surface }: Pick<Palette, 'muted' | 'surface'>): string => mixed(muted, surface, 0.75);

/** Of a ground under the pointer: further from what is read on it, which is seen no worse then. */
export const pointedAt = (ground: string, ink: string): string =>
  mixed(ground, contrast(ground, '#000000') > contrast(ink, '#000000') ? '#ffffff' : '#000000', 0.85);

/** Every pair of colours that has to be told apart, with what it has of contrast and what it needs. */
export const contrastPairs = (theme: Brand['theme']): ContrastPair[] => [...pairsOf('light', theme.light), ...pairsOf('dark', theme.dark)];

function pairsOf(mode: Mode, palette: Palette): ContrastPair[] {
  const pair = (front: ContrastPair['front'], frontColour: string, back: Tone, needed: number): ContrastPair => {
    const exact = contrast(frontColour, palette[back]);
    const found = Math.floor(exact * 100) / 100;
    return { mode, front, back, frontColour, backColour: palette[back], found, needed, isEnough: exact >= needed };
  };
  return [
    ...readable.map(([front, back]) => pair(front, palette[front], back, text)),
    pair('edge', edgeOf(palette), 'surface', graphic),
    ...palette.series.map((colour, index) => pair(`series.${index}`, colour, 'surface', graphic)),
  ];
}
