import { DomainError } from '@tenbin/market';
import { minimumOrderUsd, type RulesByPair, requireDelta, requireRules, usdLikeCurrencies } from '@tenbin/strategy';
import type { CandleMarket } from './candle-market.ts';
import { leastBalances } from './least-balances.ts';

/**
 * How much all currencies together, evenly held, must be worth so that no order of this width is too small: for the
 * exchange's minimums, and for 5 USD where the market is told in a currency that counts as USD. At the latest closes.
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
  if (closing.length < count) throw new DomainError('noJointCandles', { pairs });
  const byPair = pairs.map((pair) => requireRules(rules, pair));
  const least = leastBalances(market, { delta, rules: byPair, minimums: true });
  const usd = usdLikeCurrencies.includes(worthIn) ? minimumOrderUsd / delta : 0;
  return count * least.reduce((most, balance, c) => Math.max(most, balance * closing[c]!), usd);
}
