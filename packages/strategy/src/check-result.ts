import type { Facts } from '@tenbin/market';
import { DomainError } from '@tenbin/market';

/** Why a bot may not be set up, may not start, or must not go on. */
export type CheckCode =
  /** The pairs do not cover exactly three currencies. */
  | 'notThreeCurrencies'
  | 'duplicatePair'
  | 'pairNotAvailable'
  | 'orderWidthOutOfRange'
  | 'balanceNotPositive'
  | 'unbalanced'
  /** A currency's worth in USD cannot be found out. */
  | 'noUsdPrice'
  /** An order would be worth too little: in USD, or for the exchange. */
  | 'valueTooSmall'
  | 'amountTooSmall'
  | 'amountTooLarge'
  | 'priceOutOfRange'
  /** The exchange's pairs do not join the currencies: they cannot be rebalanced. */
  | 'pairsNotEligible'
  | 'cannotSellFirst';

export interface Refusal {
  readonly ok: false;
  readonly code: CheckCode;
  /** What makes it understandable: names and numbers, no prose. */
  readonly facts: Facts;
}

export type CheckResult = { readonly ok: true } | Refusal;

export const passed: CheckResult = { ok: true };
export const refuse = (code: CheckCode, facts: Facts): Refusal => ({ ok: false, code, facts });

/** The first refusal in the order given; a later check may rely on the earlier ones. */
export function firstRefusal(checks: Iterable<() => CheckResult>): CheckResult {
  for (const check of checks) {
    const result = check();
    if (!result.ok) return result;
  }
  return passed;
}

/** For callers that cannot go on: the refusal as an error with the same code and facts. */
export function requirePassed(result: CheckResult): void {
  if (!result.ok) throw new DomainError(result.code, result.facts);
}
