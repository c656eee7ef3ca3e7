import { type MarketRules, type Side, toGrid } from '@tenbin/market';
import {
  minimumOrderUsd,
  orderAmount,
  orderPrice,
  type RulesByPair,
  requireDelta,
  requireRules,
  usdLikeCurrencies,
} from '@tenbin/strategy';
import { BacktestError } from './backtest-error.ts';
import type { CandleMarket } from './candle-market.ts';

/**
 * How much all currencies together, evenly held, must be worth so that no order of this width is too small: for the
 * exchange's minimums on its grid, and for 5 USD where the market is told in a currency that counts as USD. At the latest closes.
 *
 * @param query - `delta`: fraction of a balance that one order moves
 * @returns in the market's currency of worth
 * @throws {DomainError} `orderWidthOutOfRange`, `pairNotAvailable`
 */
export function smallestWorth(market: CandleMarket, { delta, rules }: { delta: number; rules: RulesByPair }): number {
  requireDelta(delta);
  const { values, currencies, pairs, worthIn } = market;
  const count = currencies.length;
  const closing = values.subarray(values.length - count);
  if (closing.length < count) throw new BacktestError('noCandles', { pairs });
  const usd = usdLikeCurrencies.includes(worthIn) ? minimumOrderUsd / delta : 0;
  const each = pairs.map((pair, p) => {
    const value = closing[market.bases[p]!]!;
    const terms = { even: value / closing[market.counters[p]!]!, delta, rules: requireRules(rules, pair) };
    return value * Math.max(leastBase('sell', terms), leastBase('buy', terms));
  });
  return count * Math.max(usd, ...each);
}

/** The balance of base from which on the exchange takes such an order: whole lots, at least one, at a price of whole ticks. */
function leastBase(side: Side, { even, delta, rules }: { even: number; delta: number; rules: MarketRules }): number {
  const price = Number(toGrid(orderPrice(even, delta, side), rules.tickSize, side === 'sell' ? 'up' : 'down'));
  const lot = Number(rules.lotSize);
  const lots = Math.max(Number(rules.minimumAmount), Number(rules.minimumNotional) / price) / lot;
  return (Math.max(1, Math.ceil(lots * (1 - 1e-9))) * lot) / orderAmount(1, delta, side);
}
