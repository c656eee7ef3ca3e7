import { fallbackLanguage, type Language, languages } from '@tenbin/accounts';
import { createInstance, type i18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { painted } from '../painted.ts';

/** Flat: a key is a text. In double braces: facts. */
export type WordFile = Readonly<Record<string, string>>;
export type WordFiles = Readonly<Record<string, WordFile>>;

/** Fetches a file of texts. */
export type LoadWords = (language: Language, file: string) => Promise<WordFile>;

/** Where an address asks for a language. */
export const languageInAddress = 'lng';

/** The texts of one front end. */
export interface Words {
  readonly i18n: i18n;
  /** Settles when the texts that every page has are there. */
  readonly ready: Promise<unknown>;
}

/**
 * Finds out the language and loads its words.
 *
 * Order: query string (`lng`), cookie, local storage, session storage, navigator, the page's own; otherwise Japanese.
 *
 * @param load - fetches a word file of a language
 * @param settings - `remembers`: what is chosen is found again the next time
 */
export function startWords(load: LoadWords, { remembers = true }: { readonly remembers?: boolean } = {}): Words {
  const i18n = createInstance();
  i18n.on('languageChanged', () => {
    document.documentElement.lang = languageOf(i18n);
  });
  const ready = i18n
    .use(LanguageDetector)
    .use({
      type: 'backend' as const,
      read(language: string, file: string, done: (error: Error | null, words: WordFile | null) => void) {
        load(toLanguage(language), file).then(
          (words) => done(null, words),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
        );
      },
    })
    .init({
      // For whoever reads neither. Both languages have all texts, so that neither fetches the other's.
      fallbackLng: (code) => (code ? [] : [fallbackLanguage]),
      supportedLngs: [...languages],
      load: 'languageOnly',
      nonExplicitSupportedLngs: true,
      ns: ['ui'],
      defaultNS: 'ui',
      partialBundledLanguages: true,
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: languageInAddress,
        caches: remembers ? ['localStorage', 'cookie'] : [],
      },
    });
  return { i18n, ready };
}

export const languageOf = (i18n: i18n): Language => toLanguage(i18n.resolvedLanguage ?? '');

/** Changes the language of the page, for good: an address that names another one (`?lng=`) names none afterwards. */
export async function changeLanguage(i18n: i18n, language: Language): Promise<void> {
  await painted();
  await i18n.changeLanguage(language);
  const url = new URL(location.href);
  if (!url.searchParams.has(languageInAddress)) return;
  url.searchParams.delete(languageInAddress);
  history.replaceState(history.state, '', url);
}

const toLanguage = (tag: string): Language => languages.find((language) => tag.startsWith(language)) ?? fallbackLanguage;
