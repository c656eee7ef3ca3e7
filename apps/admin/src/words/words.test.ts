import { expect, test } from 'vitest';
import { everyWord } from '../testing/every-word.ts';

type File = Readonly<Record<string, string>>;
const en: Readonly<Record<string, File>> = everyWord.en;
const files = Object.entries(everyWord.ja).map(([file, ja]: [string, File]) => ({ file, ja, en: en[file] ?? {} }));

const factsIn = (text: string | undefined): string[] => [...(text ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();

test('both languages have the same texts', () => {
  // English tells one from many; Japanese does not.
  for (const { file, ja, en } of files)
    expect({
      file,
      keys: Object.keys(en)
        .filter((key) => !key.endsWith('_one'))
        .sort(),
    }).toEqual({ file, keys: Object.keys(ja).sort() });
});

test('a text mentions the same facts in both languages', () => {
  for (const { file, ja, en } of files)
    for (const [key, text] of Object.entries(ja))
      expect({ file, key, facts: factsIn(en[key]) }).toEqual({ file, key, facts: factsIn(text) });
});
