import { Brand } from './brand.ts';
import { contrastPairs } from './contrast-pairs.ts';

/** What is wrong with a brand's settings. */
export interface BrandProblem {
  /** Where, with dots: `theme.dark.muted`. */
  readonly key: string;
  readonly says: string;
}

export type BrandCheck = { readonly ok: true; readonly brand: Brand } | { readonly ok: false; readonly problems: readonly BrandProblem[] };

/**
 * Reads a brand's settings from outside: every wrong key at once, and every pair of colours that is hard to read.
 *
 * Text needs a contrast of 4.5 (WCAG AA), the edges of controls and a chart's areas 3.
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
  const problems: BrandProblem[] = contrastPairs(theme).flatMap(
    ({ mode, front, back, frontColour, backColour, found, needed, isEnough }) =>
      isEnough
        ? []
        : [
            {
              key: `theme.${mode}.${front}`,
              says: `${frontColour} on ${back} ${backColour} has a contrast of ${found.toFixed(2)}, needed is ${needed}`,
            },
          ],
  );
  if (enableAffiliateCode && !features.affiliate) problems.push({ key: 'enableAffiliateCode', says: 'needs features.affiliate' });
  return problems.length === 0 ? { ok: true, brand: read.data } : { ok: false, problems };
}
