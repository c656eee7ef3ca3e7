import { compare } from '@tenbin/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atPriceLine } from './price-line.ts';

test.each([
  ['sell', '95', 100, '95'],
  ['sell', '94.99', 100, '95'],
  ['sell', '1', 100.001, '95.01'],
  ['sell', '200', 100, '200'],
  ['buy', '105', 100, '105'],
  ['buy', '105.01', 100, '105'],
  ['buy', '500', 99.999, '104.99'],
  ['buy', '1', 100, '1'],
] as const)('a %s wanted at %s where the price is %d is placed at %s', (side, price, current, placed) => {
  expect(atPriceLine({ side, price }, current, '0.01')).toBe(placed);
});

test('an order is never placed worse than it was wanted, nor more than 5 % worse than the price', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(cents, cents, fc.constantFrom('sell', 'buy'), (wanted, current, side) => {
      const price = (wanted / 100).toFixed(2);
      const placed = atPriceLine({ side, price }, current / 100, '0.01');
      if (side === 'sell') expect(compare(placed, price) >= 0 && Number(placed) >= 0.95 * (current / 100) * (1 - 1e-8)).toBe(true);
      else expect(compare(placed, price) <= 0 && Number(placed) <= 1.05 * (current / 100) * (1 + 1e-8)).toBe(true);
    }),
  );
});
