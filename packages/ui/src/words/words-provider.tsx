import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { Words } from './start-words.ts';

export const WordsProvider = ({ words, children }: { words: Words; children: ReactNode }) => (
  <I18nextProvider i18n={words.i18n}>{children}</I18nextProvider>
);
