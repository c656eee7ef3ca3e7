import { expect, test } from 'vitest';
import { authenticatedWords as authenticatedEn } from './en/authenticated.ts';
import { botPageWords as botEn } from './en/bot-pages.ts';
import { failureWords as failureEn } from './en/failures.ts';
import { planWords as planEn } from './en/plan.ts';
import { publicWords as publicEn } from './en/public.ts';
import { securityWords as securityEn } from './en/security.ts';
import { statementWords as statementEn } from './en/statement.ts';
import { authenticatedWords as authenticatedJa } from './ja/authenticated.ts';
import { botPageWords as botJa } from './ja/bot-pages.ts';
import { failureWords as failureJa } from './ja/failures.ts';
import { planWords as planJa } from './ja/plan.ts';
import { publicWords as publicJa } from './ja/public.ts';
import { securityWords as securityJa } from './ja/security.ts';
import { statementWords as statementJa } from './ja/statement.ts';

const flat = (files: Record<string, Record<string, string>>) =>
  Object.entries(files).flatMap(([file, words]) => Object.entries(words).map(([key, text]) => ({ name: `${file}.${key}`, text })));
const ja = flat({ ...publicJa, ...authenticatedJa, ...botJa, ...failureJa, ...planJa, ...securityJa, ...statementJa });
const en = new Map(
  flat({ ...publicEn, ...authenticatedEn, ...botEn, ...failureEn, ...planEn, ...securityEn, ...statementEn }).map(({ name, text }) => [
    name,
    text,
  ]),
);

const factsIn = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();

/** English tells one from many; Japanese does not. */
const isSingular = (name: string): boolean => name.endsWith('_one');

test('both languages have the same texts', () => {
  expect([...en.keys()].filter((name) => !isSingular(name)).sort()).toEqual(ja.map(({ name }) => name).sort());
});

test('a text mentions the same facts in both languages', () => {
  for (const { name, text } of ja) expect({ name, facts: factsIn(en.get(name) ?? '') }).toEqual({ name, facts: factsIn(text) });
});
