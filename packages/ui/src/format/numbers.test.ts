import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimals, formatAmount, formatNumber, formatPrice, formatWidth } from './numbers.ts';

test('figures have the decimals of their kind, thousands commas, and a real minus', () => {
  expect(formatNumber(1234567.891, { digits: decimals.usd })).toBe('1,234,567.8910');
  expect(formatNumber(-0.1234, { digits: decimals.bps, sign: 'always' })).toBe('−0.1234');
  expect(formatNumber(0.5, { digits: decimals.rate, sign: 'always' })).toBe('+0.50');
  expect(formatNumber(0.00001, { digits: decimals.bps, sign: 'always' })).toBe('0.0000');
  expect(formatNumber(-0.00001, { digits: decimals.bps })).toBe('0.0000');
});

test('an amount is never rounded up to more than there is', () => {
  expect(formatAmount('1234.5678999999')).toBe('1,234.56789999');
  expect(formatAmount('0.99999999999', 2)).toBe('0.99');
  expect(formatAmount('1500')).toBe('1,500');
  expect(formatAmount('-12.50')).toBe('−12.5');
  expect(formatAmount('2', 4, { always: true })).toBe('2.0000');
});

test('an amount has a minus where what is shown of it is below zero, and zero has none', () => {
  expect(formatAmount('-0.000000001')).toBe('0');
  let zeros = 0;
  const amounts = fc.tuple(fc.nat(2), fc.stringMatching(/^0{0,10}[0-9]{0,3}$/), fc.nat(8), fc.boolean());
  fc.assert(
    fc.property(amounts, ([whole, fraction, most, always]) => {
      const amount = `${whole}${fraction && `.${fraction}`}`;
      const shown = formatAmount(amount, most, { always });
      const isZero = Number(shown) === 0;
      if (isZero && Number(amount) !== 0) zeros += 1;
      expect(formatAmount(`-${amount}`, most, { always })).toBe(isZero ? shown : `−${shown}`);
    }),
  );
  expect(zeros, 'amounts too small to be shown were among them').toBeGreaterThan(0);
});

test('a price has as many decimals as its size needs', () => {
  expect(formatPrice(60123.456)).toBe('60,123.46');
  expect(formatPrice(151.2)).toBe('151.200');
  expect(formatPrice(0.0500301)).toBe('0.0500301');
});

test('a width has no useless zeros', () => {
  expect(formatWidth(1)).toBe('1');
  expect(formatWidth(0.35)).toBe('0.35');
});
