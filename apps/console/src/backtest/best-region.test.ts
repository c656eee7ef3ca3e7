import { expect, test } from 'vitest';
import { bestRegion } from './best-region.ts';
import type { WidthPoint } from './worker-messages.ts';

const point = (width: number, cautious: number, part: Partial<WidthPoint> = {}): WidthPoint => ({
  width,
  cautious,
  path: cautious,
  sharedCandleShare: 0,
  fills: 100,
  ...part,
});

test('the best region holds the best width and its neighbours that bring nearly as much', () => {
  const points = [point(0.5, 2), point(1, 9.5), point(1.5, 10), point(2, 9), point(3, 5)];
  expect(bestRegion(points)).toEqual({ from: 1, to: 2, best: 1.5, basisPoints: 10 });
});

test('a result that rests on guesses about the inside of candles is never the best', () => {
  const shared = point(0.2, 50, { sharedCandleShare: 0.4 });
  const doubled = point(0.5, 20, { path: 60 });
  expect(bestRegion([shared, doubled, point(1, 3), point(1.5, 2.9), point(2, 2)])).toMatchObject({ from: 1, to: 1.5, best: 1 });
});

test('a spike is no region: the broad one beside it is the best', () => {
  const points = [point(1, 5), point(1.1, 5.1), point(1.2, 4.9), point(10, 2), point(11.7, 40), point(12.5, 2)];
  expect(bestRegion(points)).toEqual({ from: 1, to: 1.2, best: 1.1, basisPoints: 5.1 });
  expect(bestRegion([point(10, -2), point(11.7, 40), point(12.5, -2)])).toBeNull();
});

test('what a handful of fills brought is no reason for a width', () => {
  const few = [point(5, 30, { fills: 4 }), point(6, 30, { fills: 29 }), point(7, 30, { fills: 29 })];
  expect(bestRegion([point(1, 5), point(1.5, 5, { fills: 30 }), ...few])).toMatchObject({ from: 1, to: 1.5 });
  expect(bestRegion(few)).toBeNull();
});

test('where every width loses there is none', () => {
  expect(bestRegion([point(0.1, -4), point(0.2, -1)])).toBeNull();
  expect(bestRegion([])).toBeNull();
});
