import { expect, test } from 'vitest';
import { scaleOf, ticksOf, widthsAcross } from './width-scale.ts';

test('equal factors are equally far apart', () => {
  const scale = scaleOf([0.1, 10], [0, 200]);
  expect([scale.of(0.1), scale.of(1), scale.of(10)]).toEqual([0, expect.closeTo(100), 200]);
});

test('a place leads to a round width inside of the span', () => {
  const scale = scaleOf([0.1, 20], [50, 450]);
  expect([scale.at(0), scale.at(50), scale.at(450), scale.at(999)]).toEqual([0.1, 0.1, 20, 20]);
  expect(scale.at(scale.of(0.777))).toBe(0.78);
  expect(scale.at(scale.of(12.34))).toBe(12.3);
});

test('the axis is marked at round widths, also where it is short', () => {
  expect(ticksOf([0.1, 20])).toEqual([0.1, 0.2, 0.5, 1, 2, 5, 10, 20]);
  expect(ticksOf([0.6, 0.9])).toEqual([0.6, 0.73, 0.9]);
});

test('widths across a span begin and end with it', () => {
  expect(widthsAcross([0.1, 10], 3)).toEqual([0.1, 1, 10]);
});
