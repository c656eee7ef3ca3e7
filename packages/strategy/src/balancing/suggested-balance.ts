import type { Balances, Currency, Decimal } from '@tenbin/market';
import { toGrid } from '@tenbin/market';
import type { UsdPrices } from '../usd-prices.ts';
import { requireUsdPrice, totalWorth } from '../worth.ts';

/** One row of the table in the last set-up step. */
export interface SuggestedBalance {
  readonly currency: Currency;
  readonly walletBalance: Decimal;
  /** An even part of the wallet's whole worth. */
  readonly suggestedBalance: Decimal;
  /** What rebalancing would lead to, fees paid. */
  readonly rebalancedBalance: Decimal;
}

/** Figures for people: 8 decimals. */
const smallest: Decimal = '0.00000001';

/**
 * Even parts by worth, for the currencies of `balances`.
 *
 * @param options - `rebalanced`: the result of `planRebalance`; absent where rebalancing would change nothing, or cannot be done
 * @throws {DomainError} `noUsdPrice`
 */
export function suggestedBalance(
  balances: Balances,
  usd: UsdPrices,
  { rebalanced = balances }: { readonly rebalanced?: Balances | undefined } = {},
): SuggestedBalance[] {
  const currencies = Object.keys(balances);
  const even = totalWorth(balances, usd) / currencies.length;
  return currencies.map((currency) => ({
    currency,
    walletBalance: balances[currency] ?? '0',
    suggestedBalance: toGrid(even / requireUsdPrice(usd, currency), smallest, 'down'),
    rebalancedBalance: toGrid(rebalanced[currency] ?? '0', smallest, 'down'),
  }));
}
