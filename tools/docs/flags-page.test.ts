import { readFileSync } from 'node:fs';
import { Brand } from '@tenbin/brand';
import { expect, test } from 'vitest';
import { flags } from './flags-page.ts';

test('every flag of a brand is told', () => {
  expect(Object.keys(flags).sort()).toEqual(Object.keys(Brand.shape.features.parse(undefined)).sort());
});

test.each(Object.entries(flags))('%s is tested where the page says so', (name, { calls, screens }) => {
  const named = [calls, screens].filter((file) => file !== null);
  expect(named).not.toEqual([]);
  for (const file of named) {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    const tried = [...(own(source, name)?.matchAll(/'(on|off)(?:: |', )/g) ?? [])].map(([, way]) => way);
    expect([file, [...new Set(tried)].sort()]).toEqual([file, ['off', 'on']]);
  }
});

/** What stands in the `describe` that has the flag's name. */
const own = (source: string, flag: string): string | undefined =>
  source.split(/^describe\(/m).find((part) => part.startsWith(`'${flag}',`));

test('a flag is only tested where tests of both ways stand under its name', () => {
  expect(own("describe('staging', () => {\n  test('on: it says so'", 'staging')).toContain('on: ');
  expect(own("test('staging', () => {", 'staging')).toBeUndefined();
});
