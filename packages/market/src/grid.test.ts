import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, compare, multiply, parseDecimal, subtract } from './decimal.ts';
import { toGrid } from './grid.ts';

describe('onto the grid', () => {
  const cases = [
    { says: 'a sell goes up to the next tick', value: 60600.001, step: '0.01', direction: 'up', gives: '60600.01' },
    { says: 'a buy goes down', value: 59400.009, step: '0.01', direction: 'down', gives: '59400' },
    { says: 'a price on the grid stays', value: 60600, step: '0.01', direction: 'up', gives: '60600' },
    {
      says: 'the noise of doubles is no reason to go a tick further up',
      value: 59400.000000000007,
      step: '0.01',
      direction: 'up',
      gives: '59400',
    },
    { says: 'nor one further down', value: 0.1 * 3 - 1e-17, step: '0.1', direction: 'down', gives: '0.3' },
    { says: 'a tick need not be a power of ten', value: 101.3, step: '2.5', direction: 'up', gives: '102.5' },
    { says: 'nor divide one', value: 1, step: '0.3', direction: 'down', gives: '0.9' },
    { says: 'whole coins', value: 123456.7, step: '1', direction: 'down', gives: '123456' },
    { says: 'hundreds of coins', value: 123456.7, step: '100', direction: 'down', gives: '123400' },
    { says: 'less than a step is nothing', value: 0.000009, step: '0.00001', direction: 'down', gives: '0' },
    { says: 'nothing stays nothing', value: 0, step: '0.01', direction: 'up', gives: '0' },
    { says: 'a tiny price is written plainly', value: 1.23456e-7, step: '0.00000001', direction: 'up', gives: '0.00000013' },
    { says: 'an exact decimal just under a step is not that step', value: '0.9999999999999', step: '1', direction: 'down', gives: '0' },
    { says: 'an exact decimal just over a step is not that step', value: '1.0000000000001', step: '1', direction: 'up', gives: '2' },
    {
      says: 'on a very fine grid up is still up',
      value: 1234567.123456785,
      step: '0.00000001',
      direction: 'up',
      gives: '1234567.12345679',
    },
  ] as const;
  test.each(cases)('$says', ({ value, step, direction, gives }) => {
    expect(toGrid(value, step, direction)).toBe(gives);
  });

  const refusals = [
    { value: Number.NaN, step: '1', code: 'notFinite' },
    { value: Number.POSITIVE_INFINITY, step: '1', code: 'notFinite' },
    { value: -1, step: '1', code: 'notFinite' },
    { value: '-1', step: '1', code: 'notFinite' },
    { value: 1, step: '0', code: 'notPositive' },
    { value: 1, step: '-0.1', code: 'notPositive' },
  ];
  test.each(refusals)('$value on a grid of $step is refused', ({ value, step, code }) => {
    expect(() => toGrid(value, step, 'up')).toThrow(expect.objectContaining({ code }));
  });
});

const steps = fc.constantFrom('0.00000001', '0.00001', '0.01', '0.05', '0.25', '0.3', '1', '2.5', '7', '100');
const values = fc.double({ min: 1e-6, max: 1e7, noNaN: true });

describe('whatever the value and the step', () => {
  test('what comes out is a whole multiple of the step, and coming again changes nothing', () =>
    fc.assert(
      fc.property(values, steps, fc.constantFrom('up' as const, 'down' as const), (value, step, direction) => {
        const on = toGrid(value, step, direction);
        expect(toGrid(on, step, 'down')).toBe(on);
        expect(toGrid(on, step, 'up')).toBe(on);
        expect(toGrid(Number(on), step, direction)).toBe(on);
      }),
    ));

  test('it is less than a step away, in the right direction but for the noise of doubles', () =>
    fc.assert(
      fc.property(values, steps, (value, step) => {
        const exact = parseDecimal(value);
        const noise = multiply(step, '0.01');
        const up = toGrid(value, step, 'up');
        const down = toGrid(value, step, 'down');
        expect(compare(add(up, noise), exact)).toBeGreaterThanOrEqual(0);
        expect(compare(subtract(down, noise), exact)).toBeLessThanOrEqual(0);
        expect(compare(subtract(up, exact), step)).toBeLessThan(1);
        expect(compare(subtract(exact, down), step)).toBeLessThan(1);
      }),
    ));

  test('an exact decimal goes strictly where it is sent', () =>
    fc.assert(
      fc.property(values.map(parseDecimal), steps, (value, step) => {
        expect(compare(toGrid(value, step, 'up'), value)).toBeGreaterThanOrEqual(0);
        expect(compare(toGrid(value, step, 'down'), value)).toBeLessThanOrEqual(0);
      }),
    ));
});
