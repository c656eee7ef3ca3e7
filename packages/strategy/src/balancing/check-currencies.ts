import type { PairName } from '@tenbin/market';
import { currenciesOf } from '@tenbin/market';
import { type CheckResult, passed, refuse } from '../check-result.ts';
import type { RulesByPair } from '../rules-by-pair.ts';

/** How many currencies a bot of the console balances. */
export const currenciesOfBot = 3;

/**
 * The pairs cover exactly three currencies, each pair once. Three covered currencies are always connected: the third
 * is covered by a pair with one of the other two.
 *
 * @throws {DomainError} `invalidCurrencyPairName`
 */
export function checkCurrencies(pairs: readonly PairName[]): CheckResult {
  const twice = pairs.find((pair, index) => pairs.indexOf(pair) !== index);
  if (twice !== undefined) return refuse('duplicatePair', { pair: twice });
  const currencies = currenciesOf(pairs);
  return currencies.length === currenciesOfBot ? passed : refuse('notThreeCurrencies', { currencies, wanted: currenciesOfBot });
}

/** The exchange trades every one of them. */
export function checkPairsAvailable(pairs: readonly PairName[], rules: RulesByPair): CheckResult {
  const missing = pairs.find((pair) => !rules.has(pair));
  return missing === undefined ? passed : refuse('pairNotAvailable', { pair: missing });
}
