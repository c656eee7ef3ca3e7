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
  for (const file of named)
    expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'), file).toMatch(new RegExp(`\\b${name}\\b`));
});
