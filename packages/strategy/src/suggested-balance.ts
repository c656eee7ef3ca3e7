import type { Balances, Currency, Decimal } from '@tenbin/market';
import { toGrid } from '@tenbin/market';
import type { UsdPrices } from './usd-prices.ts';
import { requireUsdPrice, totalWorth } from './worth.ts';

/** One row of the table in the last set-up step. */
export interface SuggestedBalance {
  readonly currency: Currency;
  readonly walletBalance: Decimal;
  /** An even part of the wallet's whole worth. */
  readonly suggestedBalance: Decimal;
  /** What would be left of it after an ideal rebalance, fees paid. */
  readonly rebalancedBalance: Decimal;
}

/** Figures for people: 8 decimals. */
const smallest: Decimal = '0.00000001';

/**
 * Even parts by worth, for the currencies of `balances`.
 *
 * @param fee - fraction of the turnover that rebalancing costs, trading and service fee together
 * @throws {DomainError} `noUsdPrice`
 */
export function suggestedBalance(balances: Balances, usd: UsdPrices, { fee = 0 }: { fee?: number } = {}): SuggestedBalance[] {
  const currencies = Object.keys(balances);
  const even = totalWorth(balances, usd) / currencies.length;
  const turnover = currencies.reduce((sold, currency) => {
    const worth = Number(balances[currency]) * requireUsdPrice(usd, currency);
    return sold + Math.max(0, worth - even);
  }, 0);
  const evenAfterFees = even - (turnover * fee) / currencies.length;
  return currencies.map((currency) => ({
    currency,
    walletBalance: balances[currency] ?? '0',
    suggestedBalance: toGrid(even / requireUsdPrice(usd, currency), smallest, 'down'),
    rebalancedBalance: toGrid(evenAfterFees / requireUsdPrice(usd, currency), smallest, 'down'),
  }));
}
