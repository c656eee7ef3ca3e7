import { describe, expect, test } from 'vitest';
import { brokenPasswordRules, checkNewPassword, checkPassword } from './password.ts';

describe('a password', () => {
  const cases = [
    { password: 'Secret12', broken: [] },
    { password: `Aa1${'x'.repeat(46)}`, broken: [] },
    { password: 'Pässwörd1 ✓', broken: [] },
    { password: 'Secret1', broken: ['length'] },
    { password: `Aa1${'x'.repeat(47)}`, broken: ['length'] },
    { password: 'secret12', broken: ['upperCase'] },
    { password: 'SECRET12', broken: ['lowerCase'] },
    { password: 'SecretXY', broken: ['digit'] },
    { password: 'Ｓecret１２x', broken: ['upperCase', 'digit'] },
    { password: '', broken: ['length', 'upperCase', 'lowerCase', 'digit'] },
  ];
  test.each(cases)('"$password" breaks $broken', ({ password, broken }) => {
    expect(brokenPasswordRules(password)).toEqual(broken);
    expect(checkPassword(password)).toEqual(broken.length === 0 ? { ok: true } : { ok: false, code: 'weakPassword', facts: { broken } });
  });

  test('of 8 characters outside the basic plane is long enough', () => {
    expect(brokenPasswordRules(`Aa1${'𝒳'.repeat(5)}`)).toEqual([]);
    expect(brokenPasswordRules(`Aa1${'𝒳'.repeat(4)}`)).toEqual(['length']);
  });
});

test('the one in use is no new password, even where it would no longer be taken', () => {
  expect(checkNewPassword('Secret12', { isCurrent: true })).toMatchObject({ code: 'currentlyUsedPassword' });
  expect(checkNewPassword('weak', { isCurrent: true })).toMatchObject({ code: 'currentlyUsedPassword' });
  expect(checkNewPassword('weak', { isCurrent: false })).toMatchObject({ code: 'weakPassword' });
  expect(checkNewPassword('Secret12', { isCurrent: false })).toEqual({ ok: true });
});
