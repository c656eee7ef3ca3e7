import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDecimalText, parseNumber, writeNumber } from './typed-numbers.ts';

test.each([
  ['0.7', 0.7],
  ['１．５', 1.5],
  ['１４００', 1400],
  [' 14 ', 14],
  ['1,400', 1400],
  ['１，４００', 1400],
  ['1,234,567.25', 1_234_567.25],
  ['1,5', 1.5],
  ['12,', 12],
  ['1400,50', 1400.5],
  ['0,125', 0.125],
  ['1,4000', 1.4],
  ['.5', 0.5],
  ['2.', 2],
  ['007', 7],
  ['-1', -1],
  ['－１', -1],
  ['−1,400', -1400],
])('%j that somebody typed is %s', (typed, number) => {
  expect(parseNumber(typed)).toBe(number);
});

test.each([
  '',
  ' ',
  '.',
  ',',
  '-',
  '1e3',
  '0x10',
  '14,00,000',
  '1234,567',
  '1.400,5',
  '1,400,5',
  '1.4.0',
  '1 400',
  '--1',
  '¥14',
  'NaN',
  'Infinity',
])('%j is no number, and is not guessed at', (typed) => {
  expect([parseNumber(typed), parseDecimalText(typed)]).toEqual([null, null]);
});

test('money stays what was typed, to the last digit', () => {
  expect(parseDecimalText('１，２３４．５０')).toBe('1234.50');
  expect(parseDecimalText('0.10000000000000000001')).toBe('0.10000000000000000001');
  expect(parseDecimalText('.5')).toBe('0.5');
  expect(parseDecimalText('2.')).toBe('2');
});

test.each([
  [1e-7, '0.0000001'],
  [-1.25e-9, '-0.00000000125'],
  [0.000001, '0.000001'],
  [0, '0'],
  [99.9, '99.9'],
  [12_000, '12000'],
])('%d stands in a field as %s', (number, text) => {
  expect(writeNumber(number)).toBe(text);
});

test('what stands in a field is read as the number that it was, however small', () => {
  let small = 0;
  const number = fc.oneof(fc.double({ min: -1e-6, max: 1e-6, noNaN: true }), fc.double({ min: -1e12, max: 1e12, noNaN: true }));
  fc.assert(
    fc.property(number, (value) => {
      if (String(value).includes('e-')) small += 1;
      expect(parseNumber(writeNumber(value))).toBe(value === 0 ? 0 : value);
    }),
  );
  expect(small).toBeGreaterThan(0);
});
