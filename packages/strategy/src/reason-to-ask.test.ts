import { describe, expect, test } from 'vitest';
import { MarketMaking } from './market-making/market-making.ts';
import { hasMoved, hasReasonToAsk } from './reason-to-ask.ts';

const pair = 'BTC/USDT';
const settings = {
  kind: 'calculateOrder',
  pairs: [pair],
  inventoryTargetBasePct: 50,
  orderLevels: 1,
  bidSpread: 1,
  askSpread: 1,
  orderLevelSpread: 0,
  orderAmount: '1',
  orderLevelAmount: '0',
  midPriceThreshold: 0.1,
  intervalMs: 60_000,
} as const;

describe('a market maker with a threshold of 0.1 %', () => {
  const isAsked = (before: number, now: number, afterMs: number) =>
    hasReasonToAsk(
      new MarketMaking(settings),
      { at: new Date(0), prices: [before] },
      { at: new Date(afterMs), prices: new Map([[pair, now]]) },
    );

  // Among them what doubles make a little more and a little less than a thousandth.
  test.each([
    [60_000, 60_060],
    [60_000, 59_940],
    [1, 1.001],
    [1, 0.999],
    [70, 70.07],
    [1.1, 1.1011],
    [0.7, 0.7007],
  ])('follows no move of just that, from %d to %d', (before, now) => {
    expect(isAsked(before, now, 30_000)).toBe(false);
    expect(isAsked(before, now, 60_000)).toBe(true);
  });

  test.each([
    [60_000, 60_060.01],
    [60_000, 59_939.99],
    [1, 1.00101],
    [70, 70.0701],
  ])('follows a larger one, from %d to %d, a second after the last at the earliest', (before, now) => {
    expect(isAsked(before, now, 1_000)).toBe(true);
    expect(isAsked(before, now, 999)).toBe(false);
  });
});

test('a price that comes or goes has moved, and one that stays has not, even by nothing', () => {
  expect([hasMoved(undefined, 1, 1), hasMoved(1, undefined, 1), hasMoved(1, 1.1, 0)]).toEqual([true, true, true]);
  expect([hasMoved(undefined, undefined, 0), hasMoved(1, 1, 0)]).toEqual([false, false]);
});
