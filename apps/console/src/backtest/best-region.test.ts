import { expect, test } from 'vitest';
import { bestRegion } from './best-region.ts';
import type { WidthPoint } from './messages.ts';

const point = (width: number, cautious: number, part: Partial<WidthPoint> = {}): WidthPoint => ({
  width,
  cautious,
  path: cautious,
  sharedCandleShare: 0,
  ...part,
});

test('the best region holds the best width and its neighbours that bring nearly as much', () => {
  const points = [point(0.5, 2), point(1, 9.5), point(1.5, 10), point(2, 9), point(3, 5)];
  expect(bestRegion(points)).toEqual({ from: 1, to: 2, best: 1.5, basisPoints: 10 });
});

test('a result that rests on guesses about the inside of candles is never the best', () => {
  const shared = point(0.2, 50, { sharedCandleShare: 0.4 });
  const doubled = point(0.5, 20, { path: 60 });
  expect(bestRegion([shared, doubled, point(1, 3), point(2, 2)])).toMatchObject({ from: 1, to: 1, best: 1 });
});

test('where every width loses there is none', () => {
  expect(bestRegion([point(0.1, -4), point(0.2, -1)])).toBeNull();
  expect(bestRegion([])).toBeNull();
});
