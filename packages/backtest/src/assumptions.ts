import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';

/** What a result rests on. The code is for screens that say it in their own words. */
export interface Assumption {
  readonly code:
    | 'candlePath'
    | 'throughByTick'
    | 'ownPrice'
    | 'ownMarketOnly'
    | 'noLatency'
    | 'fee'
    | 'exchangeGrid'
    | 'noGrid'
    | 'stopsUnderMinimums'
    | 'noMinimums'
    | 'derivedCross'
    | 'gapsPassedOver'
    | 'worthAtCloses';
  readonly text: string;
}

/** Everything that the result takes for granted, in plain sentences. */
export function assumptionsOf(market: CandleMarket, plan: CheckedPlan): Assumption[] {
  const { mode, grid, minimums } = plan;
  const fees = [...new Set(plan.fees)].map((fee) => `${Number((fee * 100).toPrecision(6))} %`).join(', ');
  const found: (Assumption | null)[] = [
    mode === 'path'
      ? {
          code: 'candlePath',
          text: 'A candle is four trades: open, low, high, close if it closed at or above its open, else open, high, low, close.',
        }
      : { code: 'throughByTick', text: 'A price must go through an order by a tick, and a pair fills at most one order in a candle.' },
    { code: 'ownPrice', text: 'An order fills whole and at its own price, however little was traded there.' },
    {
      code: 'ownMarketOnly',
      text: 'A trade fills orders of its own pair only; an order that is moved fills from the next trade of its pair on.',
    },
    {
      code: 'noLatency',
      text: 'Orders are replaced at once; one that would be more than 5 % worse than its pair’s price is placed 5 % from it.',
    },
    { code: 'fee', text: `Maker fee ${fees}, taken from what is received.` },
    grid
      ? { code: 'exchangeGrid', text: 'Prices and amounts are on the exchange’s grid, balances are exact.' }
      : { code: 'noGrid', text: 'Prices and amounts are not rounded to an exchange’s grid.' },
    minimums
      ? { code: 'stopsUnderMinimums', text: 'The bot stops for good when an order comes under the exchange’s minimums or 5 USD.' }
      : { code: 'noMinimums', text: 'Orders may be as small as they come.' },
    ...market.derived.map(({ pair, from }) => ({
      code: 'derivedCross' as const,
      text: `${pair} had no candles: its opens and closes come from ${from.join(' and ')}, and it is taken to have moved between them only.`,
    })),
    market.gaps.length === 0
      ? null
      : {
          code: 'gapsPassedOver',
          text: `${market.gaps.reduce((sum, gap) => sum + gap.missing, 0)} moments have no candles of all pairs (gaps: ${market.gaps.length}); nothing is traded there.`,
        },
    { code: 'worthAtCloses', text: `Value is given in ${market.worthIn} at the candles’ closes, and so is the max drawdown.` },
  ];
  return found.filter((one) => one !== null);
}
