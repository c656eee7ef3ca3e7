import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast } from './colour.ts';
import { pointedAt } from './contrast-pairs.ts';

const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('what is read on a ground is seen no worse under the pointer', () => {
  fc.assert(
    fc.property(colour, colour, (ground, ink) => {
      expect(contrast(ink, pointedAt(ground, ink))).toBeGreaterThanOrEqual(contrast(ink, ground));
    }),
  );
  for (const [ground, ink] of [
    ['#7fb8e6', '#0c1a26'],
    ['#1b5a8c', '#ffffff'],
  ] as const)
    expect(contrast(ink, pointedAt(ground, ink))).toBeGreaterThan(contrast(ink, ground));
});
