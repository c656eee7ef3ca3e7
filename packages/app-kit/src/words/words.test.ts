import { expect, test } from 'vitest';
import { kit as en } from './en.ts';
import { kit as ja } from './ja.ts';

test('both languages have the same texts', () => {
  expect(Object.keys(en)).toEqual(Object.keys(ja));
});
