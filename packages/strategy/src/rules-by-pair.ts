import type { MarketRules, PairName } from '@tenbin/market';
import { StrategyError } from './strategy-error.ts';

/** What an exchange demands, by pair: `MarketData.fetchMarkets` answers with it. */
export type RulesByPair = ReadonlyMap<PairName, MarketRules>;

/** @throws {DomainError} `pairNotAvailable` */
export function requireRules(rules: RulesByPair, pair: PairName): MarketRules {
  const found = rules.get(pair);
  if (!found) throw new StrategyError('pairNotAvailable', { pair });
  return found;
}
