import { fetchWords, type Language, type WordFile, type WordFiles } from '@tenbin/ui';

type Load = () => Promise<WordFiles>;

/** In two parts for each language, fetched when first used: the login must not wait for what is read after it. */
const entrance: Record<Language, Load> = {
  ja: async () => (await import('../words/ja/entrance.ts')).entrance,
  en: async () => (await import('../words/en/entrance.ts')).entrance,
};
const inside: Record<Language, Load> = {
  ja: async () => (await import('../words/ja/inside.ts')).inside,
  en: async () => (await import('../words/en/inside.ts')).inside,
};

/** A file of texts; an unknown one is empty. */
export async function loadWords(language: Language, file: string): Promise<WordFile> {
  return (await entrance[language]())[file] ?? (await inside[language]())[file] ?? {};
}

/** Fetches what is read after the login, beside the scripts that show it. */
export const fetchInsideWords = (): Promise<void> =>
  fetchWords([
    'dashboard',
    'bots',
    'bot',
    'timeline',
    'reasons',
    'rebalance',
    'result',
    'setup',
    'backtest',
    'history',
    'account',
    'help',
    'legal',
  ]);
