import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UsedWeight } from './used-weight.ts';

const rule = { header: 'x-used', limit: 1000, windowMs: 60_000 };
const noon = 60_000 * 1000;

/** Told at the beginning of a minute that this much is used. */
function told(used: number): UsedWeight {
  const weight = new UsedWeight(rule);
  weight.note({ 'X-USED': String(used) }, noon);
  return weight;
}

test('below half of the limit nobody waits', () => {
  expect(told(499).reads.delayMs(noon + 1)).toBe(0);
});

test('above it reads are spread over the rest of the minute', () => {
  const weight = told(600);
  const waits = [1, 2, 3].map(() => {
    const wait = weight.reads.delayMs(noon);
    weight.reads.note(noon);
    return wait;
  });
  expect(waits).toEqual([0, 240, 480]);
});

test('once the reads’ share is used up they wait for the next minute', () => {
  const weight = told(860);
  expect(weight.reads.delayMs(noon + 15_000)).toBe(45_000);
  expect(weight.reads.delayMs(noon + 60_000)).toBe(0);
});

test('orders wait for the next minute once nearly all is used up', () => {
  expect(told(949).placing.delayMs(noon + 15_000)).toBe(0);
  expect(told(950).placing.delayMs(noon + 15_000)).toBe(45_000);
  expect(told(950).placing.delayMs(noon + 60_000)).toBe(0);
});

test('an answer without a figure changes nothing', () => {
  const weight = told(860);
  weight.note({ 'X-USED': 'much' }, noon);
  weight.note({}, noon);
  expect(weight.reads.delayMs(noon)).toBe(60_000);
});

test('reads of any weight never bring the limit, whatever others use up at first', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 860 }), fc.integer({ min: 1, max: 40 }), (others, cost) => {
      const weight = told(others);
      let used = others;
      for (let now = noon; now < noon + 60_000; ) {
        const at = now + weight.reads.delayMs(now);
        if (at >= noon + 60_000) break;
        weight.reads.note(at);
        used += cost;
        weight.note({ 'x-used': String(used) }, at);
        now = at + 5;
        if (used > 1000) return false;
      }
      return used <= 1000;
    }),
  );
});

test('what others read slows down from a quarter of the limit on, and ends where what traders read begins to', () => {
  expect(told(249).others.delayMs(noon + 1)).toBe(0);
  const weight = told(300);
  weight.others.note(noon);
  expect(weight.others.delayMs(noon)).toBe(300);
  expect(weight.reads.delayMs(noon)).toBe(0);
  expect([told(499), told(500)].map(({ others }) => others.delayMs(noon + 15_000))).toEqual([0, 45_000]);
});
