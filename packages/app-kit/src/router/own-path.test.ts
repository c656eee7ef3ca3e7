import { expect, test } from 'vitest';
import { isOwnPath } from './use-way-back.ts';

test.each([
  ['/history/?page=2', true],
  ['/', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['https://evil.example', false],
  ['javascript:alert(1)', false],
  [undefined, false],
])('after the login to %s: %s', (next, leads) => {
  expect(isOwnPath(next)).toBe(leads);
});
