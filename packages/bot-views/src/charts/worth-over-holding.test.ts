import { expect, test } from 'vitest';
import { overHolding, worthPoints } from './worth-over-holding.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

test('what is drawn is the worth of all currencies less that of holding', () => {
  const points = worthPoints([{ at: at(0), worth: { BTC: 10, ETH: 20, USDT: 30 }, holding: 59 }]);
  expect(overHolding(points)).toEqual([{ at: Date.parse(at(0)), value: 1 }]);
  expect(points[0]?.worth).toBe(60);
});

test('balances that nothing happened to differ by nothing, whatever a sum of cents leaves', () => {
  const points = worthPoints([{ at: at(0), worth: { BTC: 0.1, ETH: 0.2, USDT: 0 }, holding: 0.3 }]);
  expect(overHolding(points)[0]?.value).toBe(0);
});

test('a time without prices is left out, not drawn as no difference', () => {
  expect(
    worthPoints([
      { at: at(0), worth: null, holding: null },
      { at: at(1), worth: { BTC: 1 }, holding: null },
    ]),
  ).toEqual([]);
});
