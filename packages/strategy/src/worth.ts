import type { Balances, Currency, Decimal, PairName } from '@tenbin/market';
import { multiply, parseDecimal, parsePair, roundDecimal } from '@tenbin/market';
import { StrategyError } from './strategy-error.ts';
import type { UsdPrices } from './usd-prices.ts';

/**
 * @returns USD for one unit
 * @throws {DomainError} `noUsdPrice`
 */
export function requireUsdPrice(usd: UsdPrices, currency: Currency): number {
  const price = usd.get(currency);
  if (price === undefined) throw new StrategyError('noUsdPrice', { currencies: [currency] });
  return price;
}

/**
 * @returns USD, a double for figures and checks
 * @throws {DomainError} `noUsdPrice`
 */
export function totalWorth(balances: Balances, usd: UsdPrices): number {
  let total = 0;
  for (const [currency, amount] of Object.entries(balances)) total += Number(amount) * requireUsdPrice(usd, currency);
  return total;
}

/**
 * What a trade or an order counts as trading volume: its notional in USD, 4 decimals.
 *
 * @throws {DomainError} `noUsdPrice` where the counter's worth is not known
 */
export function usdVolume({ pair, notional }: { readonly pair: PairName; readonly notional: Decimal }, usd: UsdPrices): Decimal {
  const counterUsd = requireUsdPrice(usd, parsePair(pair).counter);
  return roundDecimal(multiply(notional, parseDecimal(counterUsd)), 4);
}
