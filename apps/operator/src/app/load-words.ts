import type { LoadWords, WordFile } from '@tenbin/ui';

const shared = {
  ja: async () => (await import('../words/ja/public.ts')).publicWords,
  en: async () => (await import('../words/en/public.ts')).publicWords,
} as const;

const pages = {
  ja: async () => (await import('../words/ja/pages.ts')).pageWords,
  en: async () => (await import('../words/en/pages.ts')).pageWords,
} as const;

const bots = {
  ja: async () => (await import('../words/ja/bots.ts')).botPageWords,
  en: async () => (await import('../words/en/bots.ts')).botPageWords,
} as const;

/** Of what is shown of one bot. */
export const botFiles = ['bot', 'bots', 'causes', 'charts', 'history', 'rebalance', 'result', 'timeline'] as const;
/** Of every other page behind the log-in. */
export const pageFiles = [
  'account',
  'actions',
  'administrators',
  'audit',
  'auth',
  'causeLabels',
  'consistencies',
  'factNames',
  'factValues',
  'health',
  'markets',
  'machine',
  'money',
  'platform',
  'refusals',
  'security',
  'testBots',
] as const;

export type PageWords = Awaited<ReturnType<(typeof pages)['ja']>> & Awaited<ReturnType<(typeof bots)['ja']>>;

/** A file of texts; an unknown one is empty. */
export const loadWords: LoadWords = async (language, file) => {
  const of = (names: readonly string[]) => names.includes(file);
  const words = of(botFiles) ? await bots[language]() : of(pageFiles) ? await pages[language]() : await shared[language]();
  return (words as Readonly<Record<string, WordFile>>)[file] ?? {};
};
