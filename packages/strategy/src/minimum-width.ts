import type { MarketRules, PairName, Side } from '@tenbin/market';
import { parsePair } from '@tenbin/market';
import { balancedPrice, positiveBalance } from './balanced-price.ts';
import { minimumOrderUsd } from './check-usd-value.ts';
import { buyPrice, orderAmount, sellPrice } from './order-kernel.ts';
import { isOrderWidth, widestWidth } from './order-width.ts';
import type { UsdPrices } from './usd-prices.ts';
import { type OrderPlan, requireRules } from './wanted-orders.ts';
import { requireUsdPrice } from './worth.ts';

/** Widths are answered in ten-thousandths of a percent. */
const steps = 10_000;
/** Relative error of doubles after a few operations, generously. */
const noise = 1e-10;

/** A bot whose width is still to be chosen. */
export type WidthQuery = Omit<OrderPlan, 'delta'> & { readonly usd: UsdPrices };

export interface MinimumWidth {
  /** Percent, on a grid of 0.0001; null where no width up to 99.9 is enough. */
  readonly width: number | null;
  /** What sets it: the 5 USD that an order must exceed, or the exchange's own minimums on that pair. */
  readonly limitedBy: { readonly code: 'valueTooSmall' | 'amountTooSmall'; readonly pair: PairName };
}

/**
 * The width from which on every order of every pair, at any wider width too, is worth more than 5 USD and passes the
 * exchange's minimum amount and notional on its grid.
 *
 * @throws {DomainError} `balanceNotPositive`, `noUsdPrice`, `pairNotAvailable`
 */
export function minimumWidth(query: WidthQuery): MinimumWidth {
  let found = { width: 0, limitedBy: { code: 'valueTooSmall' as MinimumWidth['limitedBy']['code'], pair: query.pairs[0] ?? '' } };
  for (const pair of query.pairs) {
    const { base, counter } = parsePair(pair);
    const balance = positiveBalance(query.balances, base);
    const market = { base: balance, even: balancedPrice(query.balances, pair), rules: requireRules(query.rules, pair) };
    const forUsd = Math.max(
      widthForUsd(balance, requireUsdPrice(query.usd, base)),
      widthForUsd(positiveBalance(query.balances, counter), requireUsdPrice(query.usd, counter)),
    );
    const forExchange = Math.max(widthForExchange(market, 'sell'), widthForExchange(market, 'buy'));
    if (forUsd > found.width) found = { width: forUsd, limitedBy: { code: 'valueTooSmall', pair } };
    if (forExchange > found.width) found = { width: forExchange, limitedBy: { code: 'amountTooSmall', pair } };
  }
  return { ...found, width: isOrderWidth(found.width) ? found.width : null };
}

/** The next step above 100·2·5/(balance·usd), which itself is not enough: an order must be worth more than 5 USD. */
function widthForUsd(balance: number, usd: number): number {
  const bound = (100 * 2 * minimumOrderUsd) / (balance * usd);
  return (Math.floor(bound * steps * (1 + noise)) + 1) / steps;
}

interface MarketOfBot {
  readonly base: number;
  readonly even: number;
  readonly rules: MarketRules;
}

/**
 * As the width grows, an order's amount climbs lot by lot. So the question is for the smallest number of lots that is
 * enough all the way to the next lot; then for the width that reaches it.
 */
function widthForExchange(market: MarketOfBot, side: Side): number {
  const lot = Number(market.rules.lotSize);
  const fewest = Math.max(1, Math.ceil((Number(market.rules.minimumAmount) / lot) * (1 - noise)));
  const most = Math.floor(orderAmount(market.base, widestUseful(market, side) / 2, side) / lot);
  const lots = smallestInteger(fewest, most, (count) => notionalOfLots(market, side, count) >= Number(market.rules.minimumNotional));
  if (lots === null) return Number.POSITIVE_INFINITY;
  return Math.ceil(100 * distanceForAmount(market.base, lots * lot, side) * steps * (1 - noise)) / steps;
}

/** The lowest price × amount of an order of so many lots: a sell's where the lot is just reached, a buy's before the next. */
function notionalOfLots({ base, even, rules }: MarketOfBot, side: Side, lots: number): number {
  const lot = Number(rules.lotSize);
  if (side === 'sell') return lots * lot * sellPrice(even, distanceForAmount(base, lots * lot, side) / 2);
  const price = buyPrice(even, distanceForAmount(base, (lots + 1) * lot, side) / 2);
  return lots * lot * (price - Number(rules.tickSize));
}

/** A buy's notional grows with its distance only until a tick weighs more than the amount gained: (1 − u)² = tick / P0. */
function widestUseful({ even, rules }: MarketOfBot, side: Side): number {
  const widest = widestWidth / 100;
  return side === 'sell' ? widest : Math.max(0, Math.min(widest, 1 - Math.sqrt(Number(rules.tickSize) / even)));
}

/** The order amount's formula solved for u: a = B·u/2/(1 ± u). Far above every width where the balance cannot give it. */
function distanceForAmount(base: number, amount: number, side: Side): number {
  if (side === 'buy') return (2 * amount) / (base + 2 * amount);
  return base > 2 * amount ? (2 * amount) / (base - 2 * amount) : widestWidth;
}

function smallestInteger(from: number, to: number, passes: (value: number) => boolean): number | null {
  if (from > to || !passes(to)) return null;
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
