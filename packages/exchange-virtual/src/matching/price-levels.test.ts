import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maximumTicks, none, PriceLevels } from './price-levels.ts';

const price = fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: maximumTicks }));

test('levels are found, removed and walked as in a sorted set', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ ticks: price, removes: fc.boolean() }), { maxLength: 200 }), (steps) => {
      const levels = new PriceLevels();
      const expected = new Set<number>();
      for (const { ticks, removes } of steps) {
        const level = levels.find(ticks);
        expect(level !== none).toBe(expected.has(ticks));
        if (removes && level !== none) {
          levels.remove(level);
          expected.delete(ticks);
        } else if (!removes) {
          expect(levels.ticks[levels.require(ticks)]).toBe(ticks);
          expected.add(ticks);
        }
      }
      const sorted = [...expected].sort((a, b) => a - b);
      const upwards: (number | undefined)[] = [];
      for (let level = levels.lowest(); level !== none; level = levels.above(levels.ticks[level] ?? 0)) upwards.push(levels.ticks[level]);
      const downwards: (number | undefined)[] = [];
      for (let level = levels.highest(); level !== none; level = levels.below(levels.ticks[level] ?? 0))
        downwards.push(levels.ticks[level]);
      expect(upwards).toEqual(sorted);
      expect(downwards).toEqual(sorted.toReversed());
      expect(levels.size).toBe(sorted.length);
    }),
  );
});

test('a price between the levels still has neighbours', () => {
  const levels = new PriceLevels();
  levels.require(10);
  levels.require(5_000_000);
  expect([levels.ticks[levels.above(11)], levels.ticks[levels.below(4_999_999)]]).toEqual([5_000_000, 10]);
  expect([levels.above(5_000_000), levels.below(10)]).toEqual([none, none]);
});
