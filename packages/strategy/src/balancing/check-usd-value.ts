import type { Balances, PairName } from '@tenbin/market';
import { currenciesOf } from '@tenbin/market';
import { type CheckResult, passed, refuse } from '../check-result.ts';
import type { UsdPrices } from '../usd-prices.ts';

/** What one order must at least be worth. */
export const minimumOrderUsd = 5;

export interface UsdValueQuery {
  readonly balances: Balances;
  readonly pairs: readonly PairName[];
  readonly delta: number;
  readonly usd: UsdPrices;
}

/**
 * For a set-up: balance × width × price exceeds 2 × 5 USD for every currency of every pair, so that each order is
 * worth more than 5 USD.
 */
export const checkUsdValue = (query: UsdValueQuery): CheckResult => checkOrderUsd(query, (orderUsd) => orderUsd > minimumOrderUsd);

/** For a start and a running bot: no order is worth less than 5 USD. */
export const checkUsdValueKept = (query: UsdValueQuery): CheckResult =>
  // Doubles: an order of exactly 5 USD is still allowed.
  checkOrderUsd(query, (orderUsd) => orderUsd >= minimumOrderUsd * (1 - 1e-9));

function checkOrderUsd({ balances, pairs, delta, usd }: UsdValueQuery, enough: (orderUsd: number) => boolean): CheckResult {
  const currencies = currenciesOf(pairs);
  const unknown = currencies.filter((currency) => !usd.has(currency));
  if (unknown.length > 0) return refuse('noUsdPrice', { currencies: unknown });
  for (const currency of currencies) {
    const orderUsd = Number(balances[currency] ?? 0) * delta * (usd.get(currency) ?? 0);
    if (enough(orderUsd)) continue;
    const pair = pairs.find((name) => currenciesOf([name]).includes(currency)) ?? '';
    const value = String(Math.round(orderUsd * 10_000) / 10_000);
    return refuse('valueTooSmall', { pair, currency, value, minimum: String(minimumOrderUsd), unit: 'USD' });
  }
  return passed;
}
