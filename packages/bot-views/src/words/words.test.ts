import { expect, test } from 'vitest';
import { closeWords as closeEn } from './en/close.ts';
import { botWords as botEn } from './en/index.ts';
import { closeWords as closeJa } from './ja/close.ts';
import { botWords as botJa } from './ja/index.ts';

const namesOf = (files: Record<string, Record<string, string>>): string[] =>
  Object.entries(files).flatMap(([file, words]) => Object.keys(words).map((key) => `${file}.${key}`));

test('both languages have the same texts', () => {
  expect(namesOf({ ...botEn, ...closeEn }).sort()).toEqual(namesOf({ ...botJa, ...closeJa }).sort());
});
