import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UsedWeight } from './used-weight.ts';

const rule = { header: 'x-used', limit: 1000, windowMs: 60_000 };
const noon = 60_000 * 1000;

/** Told at the beginning of a minute that this much is used. `at` sets the clock. */
function reported(used: number): { readonly weight: UsedWeight; readonly at: (ms: number) => UsedWeight } {
  let now = noon;
  const weight = new UsedWeight({ now: () => new Date(now) }, rule);
  weight.note({ 'X-USED': String(used) });
  const at = (ms: number) => {
    now = ms;
    return weight;
  };
  return { weight, at };
}

test('below half of the limit nobody waits', () => {
  expect(
    reported(499)
      .at(noon + 1)
      .reads.delayMs(),
  ).toBe(0);
});

test('above it reads are spread over the rest of the minute', () => {
  const { weight } = reported(600);
  const waits = [1, 2, 3].map(() => {
    const wait = weight.reads.delayMs();
    weight.reads.note();
    return wait;
  });
  expect(waits).toEqual([0, 240, 480]);
});

test('once the reads’ share is used up they wait for the next minute', () => {
  const { at } = reported(860);
  expect(at(noon + 15_000).reads.delayMs()).toBe(45_000);
  expect(at(noon + 60_000).reads.delayMs()).toBe(0);
});

test('orders wait for the next minute once nearly all is used up', () => {
  expect(
    reported(949)
      .at(noon + 15_000)
      .placing.delayMs(),
  ).toBe(0);
  expect(
    reported(950)
      .at(noon + 15_000)
      .placing.delayMs(),
  ).toBe(45_000);
  expect(
    reported(950)
      .at(noon + 60_000)
      .placing.delayMs(),
  ).toBe(0);
});

test('an answer without a figure changes nothing', () => {
  const { weight } = reported(860);
  weight.note({ 'X-USED': 'much' });
  weight.note({});
  expect(weight.reads.delayMs()).toBe(60_000);
});

test('reads of any weight never bring the limit, whatever others use up at first', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 860 }), fc.integer({ min: 1, max: 40 }), (others, cost) => {
      const { weight, at: setTo } = reported(others);
      let used = others;
      for (let now = noon; now < noon + 60_000; ) {
        const at = now + setTo(now).reads.delayMs();
        if (at >= noon + 60_000) break;
        setTo(at).reads.note();
        used += cost;
        weight.note({ 'x-used': String(used) });
        now = at + 5;
        if (used > 1000) return false;
      }
      return used <= 1000;
    }),
  );
});

test('what others read slows down from a quarter of the limit on, and ends where what traders read begins to', () => {
  expect(
    reported(249)
      .at(noon + 1)
      .others.delayMs(),
  ).toBe(0);
  const { weight } = reported(300);
  weight.others.note();
  expect(weight.others.delayMs()).toBe(300);
  expect(weight.reads.delayMs()).toBe(0);
  expect([reported(499), reported(500)].map(({ at }) => at(noon + 15_000).others.delayMs())).toEqual([0, 45_000]);
});
