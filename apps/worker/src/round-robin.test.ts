import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RoundRobin } from './round-robin.ts';

test('each has its turn once a round, in its order, and the parts are as even as can be', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.array(fc.nat(), { maxLength: 200 }), (parts, all) => {
      const rounds = new RoundRobin(parts);
      for (const _ of [1, 2]) {
        const turns = Array.from({ length: parts }, () => rounds.next(all));
        expect(turns.flat()).toEqual(all);
        const sizes = turns.map((turn) => turn.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }
    }),
  );
});
