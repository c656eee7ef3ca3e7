import { Brand, type Palette } from './brand.ts';
import { contrast } from './colour.ts';

/** What is wrong with a brand's settings. */
export interface BrandProblem {
  /** Where, with dots: `theme.dark.muted`. */
  readonly key: string;
  readonly says: string;
}

export type BrandCheck = { readonly ok: true; readonly brand: Brand } | { readonly ok: false; readonly problems: readonly BrandProblem[] };

type Tone = Exclude<keyof Palette, 'series'>;

const text = 4.5;
const grounds = ['background', 'surface'] as const;
/** What is read on both grounds. */
const inks = ['text', 'muted', 'accent', 'positive', 'negative', 'warning'] as const satisfies readonly Tone[];
const readable: readonly (readonly [Tone, Tone])[] = [
  ...inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const)),
  ['onAccent', 'accent'],
];
/** WCAG 1.4.11: parts of a picture that carry meaning. */
const graphic = 3;

/**
 * Reads a brand's settings from outside: every wrong key at once, and every pair of colours that is hard to read.
 *
 * Text needs a contrast of 4.5 (WCAG AA), a chart's areas 3.
 */
export function checkBrand(settings: unknown): BrandCheck {
  const read = Brand.safeParse(settings);
  if (!read.success) {
    return {
      ok: false,
      problems: read.error.issues.map((issue) => ({ key: issue.path.join('.') || '(whole file)', says: issue.message })),
    };
  }
  const { enableAffiliateCode, features, theme } = read.data;
  const problems = (['light', 'dark'] as const).flatMap((mode) => weakPairs(mode, theme[mode]));
  if (enableAffiliateCode && !features.affiliate) problems.push({ key: 'enableAffiliateCode', says: 'needs features.affiliate' });
  return problems.length === 0 ? { ok: true, brand: read.data } : { ok: false, problems };
}

function weakPairs(theme: 'light' | 'dark', palette: Palette): BrandProblem[] {
  const tones = readable.map(([front, back]) => ({ name: front as string, colour: palette[front], back, least: text }));
  const series = palette.series.map((colour, index) => ({ name: `series.${index}`, colour, back: 'surface' as const, least: graphic }));
  return [...tones, ...series].flatMap(({ name, colour, back, least }) => {
    const found = contrast(colour, palette[back]);
    if (found >= least) return [];
    const says = `${colour} on ${back} ${palette[back]} has a contrast of ${found.toFixed(2)}, needed is ${least}`;
    return [{ key: `theme.${theme}.${name}`, says }];
  });
}
