import { bpsOfGrowth } from '@tenbin/strategy';
import { candleDays } from '@tenbin/testkit/candle-days';
import { describe, expect, test } from 'vitest';
import { tradeBack, tradeLive } from '../testing/replayed-trades.ts';

describe.each(candleDays)('a bot live on the candles of $name', ({ folder, isHere, restless, crash }) => {
  test.skipIf(!isHere).each([
    { when: 'on a restless morning', ...restless, width: 0.5 },
    { when: 'in a crash that jumps over orders by more than 5 %', ...crash, width: 1 },
  ])('makes the trades of the backtest, each to the last digit, and earns as much, $when', async ({ from, to, width }) => {
    const replay = { folder, from: Date.parse(from), to: Date.parse(to), width };
    const { balances, trades, growth } = tradeBack(replay);
    expect(trades.length).toBeGreaterThan(200);
    const live = await tradeLive(replay, balances);
    expect(live.trades).toEqual(trades);
    // The bot knows the middle of the book where the backtest knows the price itself: half a tick at most.
    expect(bpsOfGrowth(live.growth)).toBeCloseTo(bpsOfGrowth(growth), 2);
  });
});
