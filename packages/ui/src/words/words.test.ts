import { expect, test } from 'vitest';
import { ui as en } from './en.ts';
import { ui as ja } from './ja.ts';

test('both languages have the same texts', () => {
  expect(Object.keys(en)).toEqual(Object.keys(ja));
});
