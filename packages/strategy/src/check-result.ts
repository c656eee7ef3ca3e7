import { DomainError, type Side } from '@tenbin/market';

/** Why a bot may not be set up, may not start, or must not go on. */
export const checkCodes = [
  /** The pairs do not cover exactly three currencies. */
  'notThreeCurrencies',
  'duplicatePair',
  'pairNotAvailable',
  'orderWidthOutOfRange',
  'balanceNotPositive',
  'unbalanced',
  /** A currency's worth in USD cannot be found out. */
  'noUsdPrice',
  /** An order would be worth too little: in USD, or for the exchange. */
  'valueTooSmall',
  'amountTooSmall',
  'amountTooLarge',
  'priceOutOfRange',
  /** The exchange's pairs do not join the currencies: they cannot be rebalanced. */
  'pairsNotEligible',
  'cannotSellFirst',
] as const;
export type CheckCode = (typeof checkCodes)[number];

/** What makes each understandable: names and numbers, no prose. Amounts and prices are decimals as text. */
export interface CheckFacts {
  notThreeCurrencies: { readonly currencies: readonly string[]; readonly wanted: number };
  duplicatePair: { readonly pair: string };
  pairNotAvailable: { readonly pair: string };
  /** Percent. */
  orderWidthOutOfRange: { readonly width: string; readonly widest: number };
  /** `currency`: all of them, as one text. */
  balanceNotPositive: { readonly currency: string; readonly currencies: readonly string[] };
  /** Of the currency that is furthest from its even share. */
  unbalanced: {
    readonly currency: string;
    readonly offPercent: number;
    readonly tolerance: number;
    readonly worthUsd: number;
    readonly evenUsd: number;
  };
  noUsdPrice: { readonly currencies: readonly string[] };
  /** `currency`: whose balance makes it too small, where the bound is in USD. */
  valueTooSmall: SizeFacts & { readonly minimum: string; readonly currency?: string };
  amountTooSmall: SizeFacts & { readonly minimum: string };
  amountTooLarge: SizeFacts & { readonly maximum: string };
  priceOutOfRange: {
    readonly pair: string;
    readonly side: Side;
    readonly price: string;
    readonly lowest: number;
    readonly highest: number | null;
  };
  pairsNotEligible: { readonly currencies: string };
  cannotSellFirst: { readonly currency: string; readonly other: string };
}

/** An order's size and the currency in which it and its bound are counted. */
type SizeFacts = { readonly pair: string; readonly side?: Side; readonly value: string; readonly unit: string };

export type Refusal = {
  [Code in CheckCode]: { readonly ok: false; readonly code: Code; readonly facts: CheckFacts[Code] };
}[CheckCode];

export type CheckResult = { readonly ok: true } | Refusal;

export const passed: CheckResult = { ok: true };
export const refuse = <Code extends CheckCode>(code: Code, facts: CheckFacts[Code]): Refusal => ({ ok: false, code, facts }) as Refusal;

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
