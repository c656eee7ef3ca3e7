import { compare, multiply, parsePair } from '@tenbin/market';
import { type CheckResult, passed, refuse } from './check-result.ts';
import { type RulesByPair, requireRules } from './rules-by-pair.ts';
import type { WantedOrder } from './strategy.ts';

/**
 * Every order has an amount and a notional that its market takes; the facts name the pair, the
 * limit and its unit.
 *
 * @throws {DomainError} `pairNotAvailable`
 */
export function checkExchangeMinimum(orders: readonly WantedOrder[], rules: RulesByPair): CheckResult {
  for (const order of orders) {
    const result = checkOrderSize(order, rules);
    if (!result.ok) return result;
  }
  return passed;
}

function checkOrderSize({ pair, side, price, amount }: WantedOrder, rules: RulesByPair): CheckResult {
  const { base, counter } = parsePair(pair);
  const { minimumAmount, maximumAmount, minimumNotional } = requireRules(rules, pair);
  if (amount === '0' || compare(amount, minimumAmount) < 0)
    return refuse('amountTooSmall', { pair, side, value: amount, minimum: minimumAmount, unit: base });
  if (maximumAmount !== null && compare(amount, maximumAmount) > 0)
    return refuse('amountTooLarge', { pair, side, value: amount, maximum: maximumAmount, unit: base });
  const notional = multiply(price, amount);
  if (compare(notional, minimumNotional) < 0)
    return refuse('valueTooSmall', { pair, side, value: notional, minimum: minimumNotional, unit: counter });
  return passed;
}
