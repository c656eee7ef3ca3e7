import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderIndex } from './order-index.ts';
import { none } from './price-levels.ts';

const id = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 1, max: 40 }).map((n) => n * 4_096),
  fc.integer({ min: 2 ** 40, max: 2 ** 40 + 50 }),
);

test('it finds what was added and not removed, whatever collides', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id, removes: fc.boolean() }), { maxLength: 400 }), (steps) => {
      const index = new OrderIndex();
      const expected = new Map<number, number>();
      for (const [slot, step] of steps.entries()) {
        if (step.removes) {
          index.remove(step.id);
          expected.delete(step.id);
        } else if (!expected.has(step.id)) {
          index.add(step.id, slot);
          expected.set(step.id, slot);
        }
      }
      for (const { id: wanted } of steps) expect(index.find(wanted)).toBe(expected.get(wanted) ?? none);
      expect(index.size).toBe(expected.size);
    }),
  );
});

test('it grows beyond its first size and empties again', () => {
  const index = new OrderIndex();
  for (let id = 1; id <= 10_000; id++) index.add(id, id);
  expect(index.find(9_999)).toBe(9_999);
  for (let id = 1; id <= 10_000; id++) index.remove(id);
  expect([index.size, index.find(5)]).toEqual([0, none]);
});
