import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseYen, sumYen, yen } from './yen.ts';

test.each([
  ['1000', 1000],
  ['1000.0', 1000],
  ['1000.', 1000],
  ['-300.00', -300],
  ['0', 0],
  ['-0.0', 0],
])('"%s" is %d yen, not a hundredth of it', (text, amount) => {
  expect(Object.is(parseYen(text), amount)).toBe(true);
});

test.each(['10.5', '1e3', '', ' 1', '1,000', '¥1000', '--1', 'NaN', '9'.repeat(16)])('"%s" is no amount of yen', (text) => {
  expect(() => parseYen(text)).toThrow('notWholeYen');
});

test.each([0.1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is not a whole number of yen', (value) => {
  expect(() => yen(value)).toThrow('notWholeYen');
});

test('a sum is exact', () => {
  const amounts = fc.array(fc.integer({ min: -10_000_000, max: 10_000_000 }), { maxLength: 1000 });
  fc.assert(
    fc.property(amounts, (values) => {
      const exact = values.reduce((total, value) => total + BigInt(value), 0n);
      expect(BigInt(sumYen(values.map(yen)))).toBe(exact);
    }),
  );
});
