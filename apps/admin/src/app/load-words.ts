import type { LoadWords, WordFile } from '@tenbin/ui';

/** What every page has, in one file for each language. */
const shared = {
  ja: async () => (await import('../words/ja/public.ts')).publicWords,
  en: async () => (await import('../words/en/public.ts')).publicWords,
} as const;

/** A file of texts; an unknown one is empty. */
export const loadWords: LoadWords = async (language, file) => {
  const words: Readonly<Record<string, WordFile>> = await shared[language]();
  if (words[file]) return words[file];
  // Whoever only signs in does not wait for where the others are.
  const { sectionWords } = await import('./section-words.ts');
  return file in sectionWords ? sectionWords[file as keyof typeof sectionWords][language]() : {};
};
