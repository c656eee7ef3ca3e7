import type { Balances, Bps, Decimal } from '@tenbin/market';
import { bps, isPositive, subtract } from '@tenbin/market';
import { StrategyError } from './strategy-error.ts';

/**
 * Profit of balancing is the growth of the geometric mean of the balances, G = (Π B)^(1/n): no price is in it.
 * Growths of successive changes add up, and back again come basis points; so what a bot earned over many fills is
 * a plain sum.
 *
 * @returns ln(G_after / G_before), over the currencies of `before`
 * @throws {DomainError} `balanceNotPositive`, `noBalances`
 *
 * Source: docs/concepts/balancing.md, "Profit".
 */
export function growth(before: Balances, after: Balances): number {
  const currencies = Object.keys(before);
  if (currencies.length === 0) throw new StrategyError('noBalances');
  let logarithms = 0;
  for (const currency of currencies) {
    const was = before[currency] ?? '0';
    const is = after[currency] ?? '0';
    if (!isPositive(was) || !isPositive(is)) throw new StrategyError('balanceNotPositive', { currency, currencies: [currency] });
    // The difference is taken exactly: a fill changes a balance by little, and doubles would lose its digits.
    logarithms += Math.log1p(Number(subtract(is, was)) / Number(was));
  }
  return logarithms / currencies.length;
}

/**
 * As {@link growth}, of changes so large that doubles tell them well enough, as those of a whole run; faster.
 *
 * @param before - amounts by currency, all above zero; `after` likewise
 */
export function growthOfAmounts(before: readonly Decimal[], after: readonly Decimal[]): number {
  const logarithm = (was: number, is: number) => Math.log1p((is - was) / was);
  return before.reduce((sum, was, currency) => sum + logarithm(Number(was), Number(after[currency])), 0) / before.length;
}

/**
 * What a fill earned: 10 000 · (G_after / G_before − 1). Not rounded; screens show 4 decimals.
 *
 * @throws {DomainError} `balanceNotPositive`, `noBalances`
 */
export const basisPointChanged = (before: Balances, after: Balances): Bps => bpsOfGrowth(growth(before, after));

/** ln of a growth to basis points: 0 → 0, ln 2 → 10 000. */
export const bpsOfGrowth = (value: number): Bps => bps(10_000 * Math.expm1(value));

/**
 * A sum of growths in basis points that add up likewise: days to the whole, and, but for squares of what single fills
 * earned, records to both.
 */
export const summedBps = (growths: number): Bps => bps(10_000 * growths);

/** Basis points to the logarithm that may be summed up. */
export const growthOfBps = (value: number): number => Math.log1p(value / 10_000);
