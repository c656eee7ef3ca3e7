import { describe, expect, test } from 'vitest';
import { codeExpiresAt, judgeCode, maxCodeTries, parseVerificationCode, verificationCodeFrom } from './verification-code.ts';

const sentAt = new Date('2025-01-01T00:00:00Z');
const later = (ms: number) => new Date(sentAt.getTime() + ms);
const sent = (tries: number) => ({ tries, expiresAt: codeExpiresAt(sentAt) });

describe('a code', () => {
  test.each([
    [0, '000000'],
    [42, '000042'],
    [999_999, '999999'],
  ])('from %i is %s', (random, code) => {
    expect(verificationCodeFrom(random)).toBe(code);
  });

  test.each([-1, 1_000_000, 0.5, Number.NaN])('from %s is a fault of ours', (random) => {
    expect(() => verificationCodeFrom(random)).toThrow();
  });

  test.each(['012345', ' 012345\n', '012 345', '012-345', '０１２３４５'])('"%s" is read as 012345', (text) => {
    expect(parseVerificationCode(text)).toBe('012345');
  });

  test.each(['', '12345', '1234567', '12345a', '１２３４５', '٠١٢٣٤٥'])('"%s" cannot be one', (text) => {
    expect(parseVerificationCode(text)).toBeNull();
  });
});

describe('a try', () => {
  test('with the right code opens, up to the fifth and to the last second', () => {
    expect(judgeCode(sent(1), { matches: true, now: sentAt })).toEqual({ ok: true });
    expect(judgeCode(sent(maxCodeTries), { matches: true, now: later(10 * 60_000 - 1) })).toEqual({ ok: true });
  });

  test('after ten minutes does not, right or wrong', () => {
    for (const matches of [true, false])
      expect(judgeCode(sent(1), { matches, now: later(10 * 60_000) })).toMatchObject({ code: 'verificationCodeExpired' });
  });

  test('a sixth does not, even with the right code', () => {
    expect(judgeCode(sent(6), { matches: true, now: sentAt })).toMatchObject({ code: 'verificationCodeUsedUp' });
  });

  test('with a wrong code says how many are left, and after the last that none are', () => {
    const answers = [1, 2, 3, 4, 5].map((tries) => judgeCode(sent(tries), { matches: false, now: sentAt }));
    expect(answers.map((answer) => (answer.ok ? null : [answer.code, answer.facts?.triesLeft]))).toEqual([
      ['verificationCodeWrong', 4],
      ['verificationCodeWrong', 3],
      ['verificationCodeWrong', 2],
      ['verificationCodeWrong', 1],
      ['verificationCodeUsedUp', undefined],
    ]);
  });

  test('where no code was sent, or it has been used, needs a new one', () => {
    expect(judgeCode(null, { matches: true, now: sentAt })).toMatchObject({ code: 'verificationCodeExpired' });
  });
});
