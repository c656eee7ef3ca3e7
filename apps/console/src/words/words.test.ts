import { expect, test } from 'vitest';
import { botPages as botPagesEn } from './en/bot-pages.ts';
import { entrance as entranceEn } from './en/entrance.ts';
import { inside as insideEn } from './en/inside.ts';
import { botPages as botPagesJa } from './ja/bot-pages.ts';
import { entrance as entranceJa } from './ja/entrance.ts';
import { inside as insideJa } from './ja/inside.ts';

const flat = (files: Record<string, Record<string, string>>) =>
  Object.entries(files).flatMap(([file, words]) => Object.entries(words).map(([key, text]) => ({ name: `${file}.${key}`, text })));
const ja = flat({ ...entranceJa, ...insideJa, ...botPagesJa });
const en = new Map(flat({ ...entranceEn, ...insideEn, ...botPagesEn }).map(({ name, text }) => [name, text]));

const factsIn = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();

/** English tells one from many; Japanese does not. */
const isSingular = (name: string): boolean => name.endsWith('_one');

test('both languages have the same texts', () => {
  expect([...en.keys()].filter((name) => !isSingular(name)).sort()).toEqual(ja.map(({ name }) => name).sort());
});

test('a text mentions the same facts in both languages', () => {
  for (const { name, text } of ja) expect({ name, facts: factsIn(en.get(name) ?? '') }).toEqual({ name, facts: factsIn(text) });
});
