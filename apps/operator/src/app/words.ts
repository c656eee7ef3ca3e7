import { type LoadWords, makeUseText, type WordFiles } from '@tenbin/ui';
import type { words } from '../words/ja.ts';

const languages = {
  ja: async () => (await import('../words/ja.ts')).words,
  en: async () => (await import('../words/en.ts')).words,
} as const;

/** A file of texts; an unknown one is empty. */
export const loadWords: LoadWords = async (language, file) => {
  const files: WordFiles = await languages[language]();
  return files[file] ?? {};
};

export const useText = makeUseText<typeof words>();
