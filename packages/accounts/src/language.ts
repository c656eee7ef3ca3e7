/** The languages of screens, refusals and mails. */
export const languages = ['ja', 'en'] as const;
export type Language = (typeof languages)[number];

export const fallbackLanguage: Language = 'ja';

export const isLanguage = (value: string): value is Language => (languages as readonly string[]).includes(value);

/** No browser sends more. */
const maxCharacters = 500;

/**
 * The best of our languages for a caller.
 *
 * @param acceptLanguage - the header: 'en-US,en;q=0.9,ja;q=0.8'; a weight of 0 excludes
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const preferences = (acceptLanguage ?? '')
    .slice(0, maxCharacters)
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().toLowerCase().split(';');
      const weight = options.map((option) => /^\s*q=([\d.]+)\s*$/.exec(option)?.[1]).find((value) => value !== undefined);
      return { language: tag.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) };
    });
  const [best] = preferences.filter(({ language, weight }) => isLanguage(language) && weight > 0).sort((a, b) => b.weight - a.weight);
  return best && isLanguage(best.language) ? best.language : fallbackLanguage;
}
