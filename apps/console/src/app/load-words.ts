import { fetchWords, type Language, type WordFile, type WordFiles } from '@tenbin/ui';

type Load = () => Promise<WordFiles>;

/** In three parts for each language, fetched when first used: a page must not wait for what is read after it. */
const entrance: Record<Language, Load> = {
  ja: async () => (await import('../words/ja/entrance.ts')).entrance,
  en: async () => (await import('../words/en/entrance.ts')).entrance,
};
const inside: Record<Language, Load> = {
  ja: async () => (await import('../words/ja/inside.ts')).inside,
  en: async () => (await import('../words/en/inside.ts')).inside,
};

const botPages: Record<Language, Load> = {
  ja: async () => (await import('../words/ja/bot-pages.ts')).botPages,
  en: async () => (await import('../words/en/bot-pages.ts')).botPages,
};

/** A file of texts; an unknown one is empty. */
export async function loadWords(language: Language, file: string): Promise<WordFile> {
  return (await entrance[language]())[file] ?? (await inside[language]())[file] ?? (await botPages[language]())[file] ?? {};
}

/** Fetches what is read after the login, beside the scripts that show it. */
export const fetchInsideWords = (): Promise<void> =>
  fetchWords(['dashboard', 'bots', 'bot', 'reasons', 'rebalance', 'history', 'account', 'help', 'legal']);

/** Fetches what is read only where a bot is set up, tried out or looked at closely. */
export const fetchBotWords = (): Promise<void> => fetchWords(['timeline', 'result', 'setup', 'backtest']);
