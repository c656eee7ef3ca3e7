import type { PairName } from '@tenbin/market';
import { parsePair } from '@tenbin/market';
import type { UsdPrices } from '../usd-prices.ts';
import { requireUsdPrice } from '../worth.ts';
import { positiveBalance } from './balanced-price.ts';
import { minimumOrderUsd } from './check-usd-value.ts';
import { marketOfBot, narrowestWidth, noise, widthSteps } from './market-widths.ts';
import { isOrderWidth } from './order-width.ts';
import type { OrderPlan } from './wanted-orders.ts';

/** A bot whose width is still to be chosen. */
export type WidthQuery = Omit<OrderPlan, 'delta'> & { readonly usd: UsdPrices };

export interface MinimumWidth {
  /** Percent, on a grid of 0.0001; null where no width up to 99.9 is enough. */
  readonly width: number | null;
  /** What sets it: the 5 USD that an order must exceed, or the exchange's own minimums on that pair. */
  readonly limitedBy: { readonly code: 'valueTooSmall' | 'amountTooSmall'; readonly pair: PairName };
}

/**
 * The width from which on every order of every pair, at any wider width of `widthRange` too, is worth more than 5 USD
 * and passes the exchange's minimum amount and notional on its grid.
 *
 * @throws {DomainError} `balanceNotPositive`, `noUsdPrice`, `pairNotAvailable`
 */
export function minimumWidth(query: WidthQuery): MinimumWidth {
  let [width, limitedBy]: [number, MinimumWidth['limitedBy']] = [0, { code: 'valueTooSmall', pair: query.pairs[0] ?? '' }];
  for (const pair of query.pairs) {
    const market = marketOfBot(query, pair);
    const forUsd = widthForUsd(query, pair);
    const forExchange = Math.max(narrowestWidth(market, 'sell'), narrowestWidth(market, 'buy'));
    if (forUsd > width) [width, limitedBy] = [forUsd, { code: 'valueTooSmall', pair }];
    if (forExchange > width) [width, limitedBy] = [forExchange, { code: 'amountTooSmall', pair }];
  }
  return { width: isOrderWidth(width) ? width : null, limitedBy };
}

/** The next step above 100·2·5/(balance·usd), which itself is not enough: an order must be worth more than 5 USD. */
function widthForUsd({ balances, usd }: WidthQuery, pair: PairName): number {
  const { base, counter } = parsePair(pair);
  const worths = [base, counter].map((currency) => positiveBalance(balances, currency) * requireUsdPrice(usd, currency));
  const bound = (100 * 2 * minimumOrderUsd) / Math.min(...worths);
  return (Math.floor(bound * widthSteps * (1 + noise)) + 1) / widthSteps;
}
