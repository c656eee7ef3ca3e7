import { expect, test } from 'vitest';
import { bps } from './basis-points.ts';
import { DomainError } from './domain-error.ts';
import { currenciesOf, parsePair } from './pair.ts';

test('a pair is its base and its counter', () => {
  expect(parsePair('BTC/USDT')).toEqual({ name: 'BTC/USDT', base: 'BTC', counter: 'USDT' });
  expect(parsePair('1INCH/BTC').base).toBe('1INCH');
});

const wrong = [
  '',
  '/',
  'BTC',
  'BTC/',
  '/USDT',
  'BTC//USDT',
  'BTC/USDT/ETH',
  'BTC/BTC',
  'btc/usdt',
  'BTC/USDT:USDT',
  'BTC-USDT',
  ' BTC/USDT',
  `${'A'.repeat(21)}/USDT`,
];
test.each(wrong)('"%s" is no pair', (name) => {
  expect(() => parsePair(name)).toThrow(expect.objectContaining({ code: 'invalidCurrencyPairName' }));
});

test('a name from outside is cut before it is repeated', () => {
  try {
    parsePair('x'.repeat(10_000));
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    expect(String((error as DomainError).facts.name)).toHaveLength(60);
  }
});

test('three pairs of a triangle have three currencies, in order of appearance', () => {
  expect(currenciesOf(['BTC/USDT', 'ETH/USDT', 'ETH/BTC'])).toEqual(['BTC', 'USDT', 'ETH']);
  expect(currenciesOf([])).toEqual([]);
});

test('basis points are finite', () => {
  expect(bps(-0.5)).toBe(-0.5);
  expect(() => bps(Number.NaN)).toThrow(expect.objectContaining({ code: 'notFinite' }));
});

test('a refusal carries its code and facts, and the error behind it', () => {
  const cause = new Error('behind');
  const error = new DomainError('botRunning', { bot: 'Tokyo-1' }, { cause });
  expect(error).toMatchObject({ name: 'DomainError', code: 'botRunning', facts: { bot: 'Tokyo-1' }, cause });
  expect(error.message).toBe('botRunning {"bot":"Tokyo-1"}');
});
