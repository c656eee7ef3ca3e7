import type { Language } from '@tenbin/accounts';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ui } from '../words/en.ts';
import { startWords } from '../words/start-words.ts';
import { WordsProvider } from '../words/words-provider.tsx';
import { LanguageSwitch, languageNames } from './language-switch.tsx';

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});

/** Those whose name is in the system's typeface. */
async function ofSystemOn(language: Language) {
  history.replaceState(null, '', `/?lng=${language}`);
  const words = startWords(async () => ui, { remembers: false });
  await words.ready;
  render(
    <WordsProvider words={words}>
      <LanguageSwitch />
    </WordsProvider>,
  );
  return Object.values(languageNames).filter((name) =>
    getComputedStyle(screen.getByRole('button', { name })).fontFamily.startsWith('system-ui'),
  );
}

test('only the Japanese name on an English page is in the system’s typeface: the Latin one is on every page', async () => {
  expect(await ofSystemOn('en')).toEqual([languageNames.ja]);
  cleanup();
  expect(await ofSystemOn('ja')).toEqual([]);
});
