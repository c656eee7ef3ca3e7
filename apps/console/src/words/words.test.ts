import { expect, test } from 'vitest';
import { everyWord } from '../testing/every-word.ts';

const flat = (files: Record<string, Record<string, string>>) =>
  Object.entries(files).flatMap(([file, words]) => Object.entries(words).map(([key, text]) => ({ name: `${file}.${key}`, text })));
const ja = flat(everyWord.ja);
const en = new Map(flat(everyWord.en).map(({ name, text }) => [name, text]));

const factsIn = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();

/** English tells one from many; Japanese does not. */
const isSingular = (name: string): boolean => name.endsWith('_one');

test('both languages have the same texts', () => {
  expect([...en.keys()].filter((name) => !isSingular(name)).sort()).toEqual(ja.map(({ name }) => name).sort());
});

test('a text mentions the same facts in both languages', () => {
  for (const { name, text } of ja) expect({ name, facts: factsIn(en.get(name) ?? '') }).toEqual({ name, facts: factsIn(text) });
});
