import type { Refusal } from '@tenbin/strategy';
import { describe, expect, test } from 'vitest';
import { botErrorCodes, faultOfCheck, warningOf } from './bot-error.ts';
import { botNameFault } from './bot-name.ts';
import { requireSettings } from './bot-settings.ts';

describe('a bot’s name', () => {
  test.each(['Tokyo-1', 'a', 'A_b-9', 'x'.repeat(18), '-', '_'])('"%s" is one', (name) => {
    expect(botNameFault(name)).toBeNull();
  });

  test.each(['', ' ', 'Tokyo 1', '東京', 'bot!', 'a/b', 'a\n', 'ａ', 'bot.1'])('"%s" has characters that cannot be used', (name) => {
    expect(botNameFault(name)).toBe('invalidBotName');
  });

  test('nineteen characters are one too many', () => {
    expect(botNameFault('x'.repeat(19))).toBe('botNameTooLong');
  });
});

describe('settings', () => {
  const strategy = { kind: 'balancing', pairs: ['BTC/USDT', 'ETH/USDT'], delta: 0.005 } as const;
  const settings = { name: 'Tokyo-1', strategy };

  test('that hold are given back', () => {
    expect(requireSettings(settings)).toBe(settings);
  });

  test.each([
    { changes: { name: 'no spaces' }, code: 'invalidBotName' },
    { changes: { name: 'x'.repeat(19) }, code: 'botNameTooLong' },
    { changes: { strategy: { ...strategy, pairs: ['BTC/USDT', 'ETH-USDT'] } }, code: 'invalidCurrencyPairName' },
    { changes: { strategy: { ...strategy, pairs: ['BTC/USDT', 'BTC/USDT'] } }, code: 'duplicatePair' },
    { changes: { strategy: { ...strategy, pairs: ['BTC/USDT'] } }, code: 'notThreeCurrencies' },
    { changes: { strategy: { ...strategy, delta: 0 } }, code: 'orderWidthOutOfRange' },
    { changes: { strategy: { ...strategy, delta: 0.5 } }, code: 'orderWidthOutOfRange' },
  ])('$changes are refused: $code', ({ changes, code }) => {
    expect(() => requireSettings({ ...settings, ...changes })).toThrow(expect.objectContaining({ code }));
  });
});

test('a refused check is a warning before the start, and a reason to stop while running', () => {
  const table = [
    ['unbalanced', 'UNBALANCED', 'launchFailed'],
    ['valueTooSmall', 'MIN_VALUE', 'valueTooSmall'],
    ['amountTooSmall', 'MIN_VALUE', 'amountTooSmall'],
    ['amountTooLarge', null, 'amountTooLarge'],
    ['priceOutOfRange', 'OUT_OF_CONFIGURE_PRICE_RANGE', 'priceOutOfRange'],
    ['pairNotAvailable', null, 'pairNotAvailable'],
    ['balanceNotPositive', null, 'balanceNotPositive'],
    ['notThreeCurrencies', null, 'launchFailed'],
  ] as const;
  for (const [code, warning, cause] of table) {
    expect([warningOf(code), faultOfCheck({ ok: false, code, facts: {} } as unknown as Refusal).code]).toEqual([warning, cause]);
    expect(botErrorCodes).toContain(cause);
  }
});
