import fc from 'fast-check';
import { expect, test } from 'vitest';
import { risingNonce } from './rising-nonce.ts';

const start = 1_767_225_600_000;
const mark = fc.integer({ min: 0, max: 999 });

test('rises from call to call, whatever the clock does, and stays exact', () => {
  fc.assert(
    fc.property(mark, fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 2 }), (own, steps) => {
      let now = start;
      const next = risingNonce(() => now, own);
      let last = 0;
      for (const step of steps) {
        now += step;
        const nonce = next();
        expect(nonce).toBeGreaterThan(last);
        expect(Number.isSafeInteger(nonce)).toBe(true);
        last = nonce;
      }
    }),
  );
});

test('two processes on one key never use the same number, and whoever calls a millisecond later is above', () => {
  fc.assert(
    fc.property(fc.uniqueArray(mark, { minLength: 2, maxLength: 2 }), ([one = 0, other = 1]) => {
      let now = start;
      const [first, second] = [risingNonce(() => now, one), risingNonce(() => now, other)];
      expect(first()).not.toBe(second());
      now += 1;
      const before = first();
      now += 1;
      expect(second()).toBeGreaterThan(before);
    }),
  );
});
