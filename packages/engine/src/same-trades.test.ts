import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { bpsOfGrowth } from '@tenbin/strategy';
import { expect, test } from 'vitest';
import { tradeBack, tradeLive } from './testing/replayed-trades.ts';

const folder = resolve(import.meta.dirname, '../../../../shared/data/candles/a-2021-crash-1m');
const hasCandles = existsSync(folder);

test.skipIf(!hasCandles).each([
  { when: 'on a restless morning', from: '2021-05-19T04:00Z', to: '2021-05-19T07:59Z', width: 0.5 },
  { when: 'in a crash that jumps over orders by more than 5 %', from: '2021-05-19T12:45Z', to: '2021-05-19T12:59Z', width: 1 },
])(
  `a bot live on replayed candles makes the trades of the backtest, each to the last digit, and earns as much, $when${hasCandles ? '' : ' (skipped: ../shared/data/candles is not here)'}`,
  async ({ from, to, width }) => {
    const replay = { folder, from: Date.parse(from), to: Date.parse(to), width };
    const { balances, trades, growth } = tradeBack(replay);
    expect(trades.length).toBeGreaterThan(200);
    const live = await tradeLive(replay, balances);
    expect(live.trades).toEqual(trades);
    // The bot knows the middle of the book where the backtest knows the price itself: half a tick at most.
    expect(bpsOfGrowth(live.growth)).toBeCloseTo(bpsOfGrowth(growth), 2);
  },
  300_000,
);
