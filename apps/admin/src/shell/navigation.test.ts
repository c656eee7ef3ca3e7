import { expect, test } from 'vitest';
import { navigationOf } from './navigation.ts';

test('no two entries of the menu have the same picture', () => {
  const { work, read } = navigationOf('owner', (key) => key);
  const entries = [...work, ...(read ?? [])];
  expect(entries.length).toBeGreaterThan(10);
  expect(new Set(entries.map(({ icon }) => icon)).size).toBe(entries.length);
});
