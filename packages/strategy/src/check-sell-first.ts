import type { Balances, Currency, PairName } from '@tenbin/market';
import { parsePair } from '@tenbin/market';
import { type CheckResult, passed, refuse } from './check-result.ts';
import type { UsdPrices } from './usd-prices.ts';
import { type RulesByPair, requireRules } from './wanted-orders.ts';
import { requireUsdPrice } from './worth.ts';

export interface SellFirstQuery {
  /** Free in the wallet, for the bot's currencies. */
  readonly balances: Balances;
  readonly pairs: readonly PairName[];
  readonly rules: RulesByPair;
  readonly usd: UsdPrices;
}

/**
 * Rebalancing begins by selling what there is too much of. Where the largest surplus cannot be sold (no pair against a
 * currency that lacks, or the surplus is under that pair's minimums), the facts say what to buy instead.
 *
 * @throws {DomainError} `noUsdPrice`, `pairNotAvailable`
 */
export function checkSellFirst({ balances, pairs, rules, usd }: SellFirstQuery): CheckResult {
  const surpluses = surplusUsd(balances, usd);
  const [most] = surpluses;
  const least = surpluses.at(-1);
  if (!most || !least || !(most.usd > 0)) return passed;
  const lacking = surpluses.filter((one) => one.usd < 0);
  const sellable = lacking.some((lack) => canExchange({ from: most, to: lack, pairs, rules, usd }));
  return sellable ? passed : refuse('cannotSellFirst', { currency: most.currency, other: least.currency });
}

interface Surplus {
  readonly currency: Currency;
  /** Negative where it lacks. */
  readonly usd: number;
}

/** What each currency is worth beyond an even part, largest first. */
function surplusUsd(balances: Balances, usd: UsdPrices): Surplus[] {
  const worths = Object.entries(balances).map(([currency, amount]) => ({
    currency,
    usd: Number(amount) * requireUsdPrice(usd, currency),
  }));
  const even = worths.reduce((total, one) => total + one.usd, 0) / worths.length;
  return worths.map((one) => ({ currency: one.currency, usd: one.usd - even })).sort((a, b) => b.usd - a.usd);
}

function canExchange({ from, to, pairs, rules, usd }: { from: Surplus; to: Surplus } & Omit<SellFirstQuery, 'balances'>): boolean {
  const movedUsd = Math.min(from.usd, -to.usd);
  return pairs.some((pair) => {
    const { base, counter } = parsePair(pair);
    const joins = (base === from.currency && counter === to.currency) || (base === to.currency && counter === from.currency);
    if (!joins) return false;
    const { minimumAmount, minimumNotional } = requireRules(rules, pair);
    const enoughAmount = movedUsd / requireUsdPrice(usd, base) >= Number(minimumAmount);
    return enoughAmount && movedUsd / requireUsdPrice(usd, counter) >= Number(minimumNotional);
  });
}
