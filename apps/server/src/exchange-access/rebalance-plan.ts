import { DomainError, type MarketRules, type PairName, parsePair } from '@tenbin/market';
import type { RebalancePlan, RebalanceResult } from '@tenbin/strategy';

/** The pairs over which some currencies can be exchanged for one another: all that are offered, not only a bot's. */
export function pairsBetween(currencies: readonly string[], markets: ReadonlyMap<PairName, MarketRules>): PairName[] {
  return [...markets.keys()].filter((name) => {
    const { base, counter } = parsePair(name);
    return currencies.includes(base) && currencies.includes(counter);
  });
}

/** @throws {DomainError} `pairsNotEligible`, `cannotSellFirst`, `noUsdPrice`, `balanceNotPositive` */
export function requirePlan(result: RebalanceResult): RebalancePlan {
  if (!result.ok) throw new DomainError(result.code, result.facts);
  return result.plan;
}
