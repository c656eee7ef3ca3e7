import i18next from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';

export const languages = ['ja', 'en'] as const;
export type Language = (typeof languages)[number];

/** Flat: a key is a text. In double braces: facts. */
export type WordFile = Readonly<Record<string, string>>;
export type WordFiles = Readonly<Record<string, WordFile>>;

const inAddress = 'lng';

/**
 * Finds out the language and loads its words.
 *
 * Order: query string (`lng`), cookie, local storage, session storage, navigator, the page's own; otherwise Japanese.
 *
 * @param load - fetches a word file of a language
 */
export async function startWords(load: (language: Language, file: string) => Promise<WordFile>): Promise<void> {
  await i18next
    .use(LanguageDetector)
    .use(initReactI18next)
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
      fallbackLng: 'ja',
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
        lookupQuerystring: inAddress,
        caches: ['localStorage', 'cookie'],
      },
    });
  const mark = () => {
    document.documentElement.lang = currentLanguage();
  };
  mark();
  i18next.on('languageChanged', mark);
}

export const currentLanguage = (): Language => toLanguage(i18next.resolvedLanguage ?? 'ja');
/** Fetches word files before they are read. */
export const fetchWords = (files: string[]): Promise<void> => i18next.loadNamespaces(files);

/** Changes the language of the page, for good: an address that names another one (`?lng=`) names none afterwards. */
export async function changeLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
  const url = new URL(location.href);
  if (!url.searchParams.has(inAddress)) return;
  url.searchParams.delete(inAddress);
  history.replaceState(history.state, '', url);
}

const toLanguage = (text: string): Language => (text.startsWith('en') ? 'en' : 'ja');
