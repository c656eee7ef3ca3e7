import { catalogue } from '@tenbin/messages';
import { expect, test } from 'vitest';
import { isTest, partOf, readSources } from './imports.ts';

/** What declares, words or shows codes, and stand-ins of what is outside: a code that stands there alone comes from nobody. */
const tellers = new Set([
  'messages',
  'contract',
  'ui',
  'app-kit',
  'bot-views',
  'console',
  'admin',
  'operator',
  'exchange-virtual',
  'testkit',
]);

/** Where a code is named and not given: in remarks, types, lists of codes, and where another's is looked at. */
const namings = [
  /\/\*[\s\S]*?\*\/|\/\/.*/g,
  /= \[[^\]]*\] as const/g,
  /new Set\(\[[^\]]*\]\)/g,
  /(?:\| '\w+'|'\w+' \|)/g,
  /[=!]== '\w+'/g,
  /\bcase '\w+':/g,
];

test('every code that has words is given by something', () => {
  const sources = readSources(process.cwd(), ['packages', 'apps']).filter(({ path }) => !isTest(path) && !tellers.has(partOf(path) ?? ''));
  const text = namings.reduce((rest, naming) => rest.replaceAll(naming, ''), sources.map((source) => source.text).join('\n'));
  const given = new Set([...text.matchAll(/'(\w+)'/g)].map(([, word]) => word));
  expect(Object.keys(catalogue.en).filter((code) => !given.has(code))).toEqual([]);
});
