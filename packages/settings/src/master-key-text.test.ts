import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { masterKeysFault, readMasterKeyBytes } from './index.ts';

test('32 random bytes are a key, however they are written', () => {
  const key = randomBytes(32);
  for (const form of ['hex', 'base64', 'base64url'] as const) {
    expect(masterKeysFault(` ${key.toString(form)}\n`)).toBeNull();
    expect(readMasterKeyBytes(key.toString(form))).toEqual([key]);
  }
});

test.each([
  ['nothing', ' '],
  ['a word', 'far-too-short'],
  ['a hexadecimal key with its end cut off', randomBytes(32).toString('hex').slice(0, 43)],
  ['a key and a half', randomBytes(48).toString('base64')],
  ['a key of 16 bytes', randomBytes(16).toString('hex')],
  ['a key with a sign that is none', `${randomBytes(32).toString('base64').slice(0, 42)}!=`],
])('%s is none', (_what, text) => {
  expect(masterKeysFault(text)).toContain('32 random bytes');
});

test.each([
  ['zeros', '0'.repeat(64)],
  ['one byte over and over', '07'.repeat(32)],
  ['one letter over and over', `${'A'.repeat(43)}=`],
  ['a few bytes over and over', 'deadbeef'.repeat(8)],
])('%s are no random key, unless a newer one takes its place', (_what, text) => {
  expect(masterKeysFault(text)).toContain('must be random');
  expect(masterKeysFault(`${text} ${randomBytes(32).toString('hex')}`)).toBeNull();
});
