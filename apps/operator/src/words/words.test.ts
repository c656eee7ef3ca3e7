import { expect, test } from 'vitest';
import { botPageWords as botsEn } from './en/bots.ts';
import { pageWords as pagesEn } from './en/pages.ts';
import { publicWords as publicEn } from './en/public.ts';
import { botPageWords as botsJa } from './ja/bots.ts';
import { pageWords as pagesJa } from './ja/pages.ts';
import { publicWords as publicJa } from './ja/public.ts';

/** Plural forms are English's alone. */
const namesIn = (files: Readonly<Record<string, Readonly<Record<string, unknown>>>>): string[] =>
  Object.entries(files)
    .flatMap(([file, words]) => Object.keys(words).map((name) => `${file} ${name}`))
    .filter((name) => !name.endsWith('_one'))
    .sort();

test('both languages have the same texts', () => {
  expect(namesIn({ ...publicEn, ...pagesEn, ...botsEn })).toEqual(namesIn({ ...publicJa, ...pagesJa, ...botsJa }));
});

test('both languages mention the same facts', () => {
  const facts = ({ platform, machine, health, consistencies, testBots, markets, administrators, audit }: typeof pagesEn | typeof pagesJa) =>
    Object.entries({ ...platform, ...machine, ...health, ...consistencies, ...testBots, ...markets, ...administrators, ...audit })
      .filter(([name]) => !name.endsWith('_one'))
      .map(([name, text]) => `${name} ${[...(String(text).match(/\{\{\w+\}\}/g) ?? [])].sort().join()}`)
      .sort();
  expect(facts(pagesEn)).toEqual(facts(pagesJa));
});
