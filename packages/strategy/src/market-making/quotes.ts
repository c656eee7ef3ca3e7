import {
  type Balances,
  compare,
  type Decimal,
  divide,
  feeOnTopOf,
  isPositive,
  type MarketRules,
  parsePair,
  reserveOf,
  type Side,
  subtract,
  toGrid,
} from '@tenbin/market';
import { checkExchangeMinimum } from '../check-exchange-minimum.ts';
import { checkPriceRange } from '../check-price-range.ts';
import { type CheckResult, firstRefusal } from '../check-result.ts';
import type { LeftOut, WantedOrder } from '../strategy.ts';
import type { TopOfBook } from '../top-of-book.ts';
import { type InventoryRatios, inventoryRatios } from './inventory-ratios.ts';
import { amountOfLevel, type QuoteTerms } from './quote-terms.ts';

/** What the quotes follow from. */
export interface QuoteMarket {
  readonly balances: Balances;
  readonly rules: MarketRules;
  /** Without the bot's own orders. */
  readonly top: TopOfBook;
}

export interface Quotes {
  readonly orders: readonly WantedOrder[];
  /** Levels that the market would not take. */
  readonly leftOut: readonly LeftOut[];
}

/** Bids and asks around the mid, from the inside outwards. */
export function quotesOf(terms: QuoteTerms, market: QuoteMarket): Quotes {
  const ratios = ratiosOf(terms, market);
  const { mid } = market.top;
  const bids = isAtLimit(terms, 'buy', mid) ? [] : levelsOf(terms, market, { side: 'buy', ratio: ratios.bid });
  const asks = isAtLimit(terms, 'sell', mid) ? [] : levelsOf(terms, market, { side: 'sell', ratio: ratios.ask });
  const affordable = [...withinBudget(bids, market), ...withinBudget(asks, market)];
  const judged = affordable.map((order) => ({ order, result: mayRest(order, market) }));
  return {
    orders: judged.flatMap(({ order, result }) => (result.ok && !wouldCross(order, market.top) ? [order] : [])),
    leftOut: judged.flatMap(({ order: { pair, side, level }, result }) => (result.ok ? [] : [{ pair, side, level, because: result }])),
  };
}

/** Whether the mid has reached what ends buying, the ceiling, or what ends selling, the floor. */
export function isAtLimit({ priceCeiling, priceFloor }: Pick<QuoteTerms, 'priceCeiling' | 'priceFloor'>, side: Side, mid: number): boolean {
  if (side === 'buy') return priceCeiling !== undefined && mid >= Number(priceCeiling);
  return priceFloor !== undefined && mid <= Number(priceFloor);
}

/** Whether the market takes an order of that size at that price. */
function mayRest(order: WantedOrder, { rules, top: { mid } }: QuoteMarket): CheckResult {
  const byPair = new Map([[rules.pair, rules]]);
  return firstRefusal([() => checkExchangeMinimum([order], byPair), () => checkPriceRange([order], byPair, new Map([[rules.pair, mid]]))]);
}

/** What the amounts of each side are multiplied by. */
export function ratiosOf(terms: QuoteTerms, { balances, top: { mid }, rules }: QuoteMarket): InventoryRatios {
  const { inventoryTargetBasePct: targetPct, orderLevels, inventoryRangeMultiplier = 1 } = terms;
  if (targetPct === null) return { bid: 1, ask: 1 };
  const { base, counter } = parsePair(rules.pair);
  let range = 0;
  for (let level = 0; level < orderLevels; level++) range += 2 * Number(amountOfLevel(terms, level)) * inventoryRangeMultiplier;
  return inventoryRatios({ base: Number(balances[base] ?? 0), counter: Number(balances[counter] ?? 0), mid, targetPct, range });
}

/** Every level of a side, whatever it costs. */
function levelsOf(
  terms: QuoteTerms,
  { rules: { pair, tickSize, lotSize }, top: { mid } }: QuoteMarket,
  { side, ratio }: { readonly side: Side; readonly ratio: number },
): WantedOrder[] {
  const [spread, sign, direction] = side === 'buy' ? [terms.bidSpread, -1, 'down' as const] : [terms.askSpread, 1, 'up' as const];
  return Array.from({ length: terms.orderLevels }, (_, level) => {
    const away = (spread + level * terms.orderLevelSpread) / 100;
    const whole = amountOfLevel(terms, level);
    return {
      pair,
      side,
      level,
      price: toGrid(mid * (1 + sign * away), tickSize, direction),
      amount: toGrid(ratio === 1 ? whole : Number(whole) * ratio, lotSize, 'down'),
    };
  });
}

/** The inner levels first: the first that is more than what is left gets what is left, and those behind it are left out. */
function withinBudget(orders: readonly WantedOrder[], { balances, rules }: QuoteMarket): WantedOrder[] {
  const [first] = orders;
  if (first === undefined) return [];
  let left = balances[reserveOf(first).currency] ?? '0';
  const affordable: WantedOrder[] = [];
  for (const order of orders) {
    const need = costOf(order, rules);
    const rest = subtract(left, need);
    if (compare(rest, '0') < 0) return [...affordable, ...shrunk(order, left, rules)];
    affordable.push(order);
    left = rest;
  }
  return affordable;
}

/** What an order holds back, and the fee where that comes on top: a quote only rests. */
export const costOf = (order: WantedOrder, rules: MarketRules): Decimal =>
  reserveOf({ ...order, ...feeOnTopOf(order.side, rules, { rests: true }) }).amount;

/** The part of an order that what is left pays for; none where that is nothing. */
function shrunk(order: WantedOrder, left: Decimal, rules: MarketRules): WantedOrder[] {
  if (!isPositive(left) || !isPositive(order.price)) return [];
  const each = costOf({ ...order, amount: '1' }, rules);
  let amount = toGrid(divide(left, each, 18), rules.lotSize, 'down');
  // The quotient is rounded: it may be a lot too much.
  if (compare(costOf({ ...order, amount }, rules), left) > 0) amount = subtract(amount, rules.lotSize);
  return isPositive(amount) ? [{ ...order, amount }] : [];
}

/** Quotes only rest: one that would take what others offer is none. */
const wouldCross = ({ side, price }: WantedOrder, { bestBid, bestAsk }: TopOfBook): boolean =>
  side === 'buy' ? Number(price) >= bestAsk : Number(price) <= bestBid;
