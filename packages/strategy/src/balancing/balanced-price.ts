import type { Balances, Currency, PairName } from '@tenbin/market';
import { parsePair } from '@tenbin/market';
import { StrategyError } from '../strategy-error.ts';
import { evenPrice } from './order-kernel.ts';

/**
 * The price at which both sides of a pair are worth the same: what the bot compares the market with.
 *
 * @returns counter per base
 * @throws {DomainError} `balanceNotPositive`, `invalidCurrencyPairName`
 */
export function balancedPrice(balances: Balances, pair: PairName): number {
  const { base, counter } = parsePair(pair);
  return evenPrice(positiveBalance(balances, base), positiveBalance(balances, counter));
}

/** @throws {DomainError} `balanceNotPositive`, also where the bot has none of it */
export function positiveBalance(balances: Balances, currency: Currency): number {
  const value = Number(balances[currency] ?? 0);
  if (!(value > 0)) throw new StrategyError('balanceNotPositive', { currency, currencies: [currency] });
  return value;
}
