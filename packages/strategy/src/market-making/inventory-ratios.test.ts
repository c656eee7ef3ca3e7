import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Inventory, inventoryRatios } from './inventory-ratios.ts';

const about: Inventory = { base: 85_000, counter: 10_000, mid: 0.0036, targetPct: 3, range: 20_000 };

// Source: figures of hummingbot's pure market making, inventory skew, as its tests publish them.
test.each([
  { held: 'about the target', given: {}, bid: 1.04416666, ask: 0.95583333 },
  { held: 'hardly any base', given: { base: 8_500 }, bid: 2, ask: 0 },
  { held: 'base far beyond the range', given: { base: 200_000 }, bid: 0, ask: 2 },
  { held: 'base alone', given: { base: 1_000_000, counter: 0 }, bid: 0, ask: 2 },
  { held: 'somewhat too much base', given: { base: 95_000 }, bid: 0.55916666, ask: 1.440833333 },
  { held: 'somewhat too little base', given: { base: 70_000 }, bid: 1.77166666, ask: 0.22833333 },
  { held: 'nothing', given: { base: 0, counter: 0 }, bid: 0, ask: 0 },
  { held: 'counter alone', given: { base: 0 }, bid: 2, ask: 0 },
  { held: 'anything, with no range', given: { range: 0 }, bid: 0, ask: 0 },
  {
    held: 'too much, with a range of more than half',
    given: { base: 100, counter: 10, mid: 1, targetPct: 35, range: 200 },
    bid: 0,
    ask: 2,
  },
  { held: 'too little, with such a range', given: { base: 10, counter: 100, mid: 1, targetPct: 75, range: 200 }, bid: 2, ask: 0 },
])('who holds $held quotes $bid of the bids and $ask of the asks', ({ given, bid, ask }) => {
  const ratios = inventoryRatios({ ...about, ...given });
  expect(Math.abs(ratios.bid - bid)).toBeLessThan(1e-7);
  expect(Math.abs(ratios.ask - ask)).toBeLessThan(1e-7);
});

const amount = fc.integer({ min: 0, max: 1e9 }).map((thousandths) => thousandths / 1_000);
const inventory = fc.record({
  base: amount,
  counter: amount,
  mid: fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
  targetPct: fc.double({ min: 0, max: 100, noNaN: true }),
  range: amount,
});

test('both lie between 0 and 2, and together they are 2, or nothing is quoted at all', () => {
  let silent = 0;
  fc.assert(
    fc.property(inventory, (given) => {
      const { bid, ask } = inventoryRatios(given);
      expect(Math.min(bid, ask)).toBeGreaterThanOrEqual(0);
      expect(Math.max(bid, ask)).toBeLessThanOrEqual(2);
      if (bid + ask === 0) silent += 1;
      expect([0, 2]).toContain(Math.round((bid + ask) * 1e9) / 1e9);
      expect(bid + ask === 0).toBe(given.range === 0 || given.base * given.mid + given.counter === 0);
    }),
    { examples: [[{ base: 0, counter: 0, mid: 1, targetPct: 50, range: 1 }]] },
  );
  expect(silent).toBeGreaterThan(0);
});

test('at the target both are 1, and more base never makes the bids larger', () => {
  fc.assert(
    fc.property(inventory, amount, (given, more) => {
      const held = { ...given, base: given.base + 1, range: given.range + 1 };
      const [less, with_] = [inventoryRatios(held), inventoryRatios({ ...held, base: held.base + more })];
      expect(with_.bid).toBeLessThanOrEqual(less.bid + 1e-9);
      const targetPct = ((held.base * held.mid) / (held.base * held.mid + held.counter)) * 100;
      expect(inventoryRatios({ ...held, targetPct }).bid).toBeCloseTo(1, 6);
    }),
  );
});
