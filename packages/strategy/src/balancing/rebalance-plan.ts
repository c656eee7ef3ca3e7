import type { Balances, Currency, Decimal, MarketRules, PairName, Side } from '@tenbin/market';
import { compare, divide, multiply, parseDecimal, parsePair, subtract, toGrid } from '@tenbin/market';
import { applyFill } from '../apply-fill.ts';
import { allowedPrices } from '../check-price-range.ts';
import { refuse } from '../check-result.ts';
import { priceTolerance } from '../price-line.ts';
import type { RebalanceOrder, RebalanceResult } from '../rebalance-result.ts';
import { type RulesByPair, requireRules } from '../rules-by-pair.ts';
import { turnoverOf } from '../turnover.ts';
import type { PricesByPair, UsdPrices } from '../usd-prices.ts';
import { balanceTolerance, checkBalanced } from './check-balances.ts';
import { areJoined, evenMoves, type Move, type Road, roadsBetween } from './rebalance-moves.ts';

export interface RebalanceQuery {
  /** What may be moved: the currencies that are to be even, also those of which there is none yet. */
  readonly balances: Balances;
  /** Of all pairs that may be used. */
  readonly rules: RulesByPair;
  readonly prices: PricesByPair;
  readonly usd: UsdPrices;
  /** How far from even a start may be, see `checkBalanced`. */
  readonly tolerance?: number;
}

/**
 * The orders that make a wallet as even as the exchange's grid allows, with the least turnover. An order that the exchange
 * would refuse as too small is left out, and its worth goes another way where there is one. What is more than the market
 * takes at once is divided.
 *
 * @returns refused with `noUsdPrice`, `balanceNotPositive` (there is nothing at all), `pairsNotEligible` (the exchange's
 * pairs do not join the currencies) or `cannotSellFirst`: what there is too much of cannot be sold, being too little for
 * the exchange's minimums; the facts name what to buy instead
 */
export function planRebalance(query: RebalanceQuery): RebalanceResult {
  const { balances, rules, prices, usd, tolerance = balanceTolerance } = query;
  const currencies = Object.keys(balances);
  const unknown = currencies.filter((currency) => !usd.has(currency));
  if (unknown.length > 0) return refuse('noUsdPrice', { currencies: unknown });
  const worths = worthsOf(balances, usd);
  if (![...worths.values()].some((worth) => worth > 0))
    return refuse('balanceNotPositive', { currency: currencies.join(', '), currencies });
  const roads = roadsBetween(
    currencies,
    [...rules.values()].filter(({ pair }) => (prices.get(pair) ?? 0) > 0),
  );
  if (!areJoined(currencies, roads)) return refuse('pairsNotEligible', { currencies: currencies.join(', ') });

  const { orders, expected, turnover } = filledPurse(query, { worths, roads });
  if (checkBalanced({ balances: expected, currencies, usd }, { tolerance }).ok)
    return { ok: true, plan: { orders, rebalancedBalances: expected, turnover: { ...turnover } } };
  const left = [...worthsOf(expected, usd)].sort(([, a], [, b]) => b - a).map(([currency]) => currency);
  return refuse('cannotSellFirst', { currency: left[0] ?? '', other: left.at(-1) ?? '' });
}

/** A road that cannot be taken is left out, and all is moved anew without it. */
function filledPurse(query: RebalanceQuery, { worths, roads }: { worths: ReadonlyMap<Currency, number>; roads: readonly Road[] }): Purse {
  const purse = new Purse(query);
  const closed = purse.spend(evenMoves(worths, roads));
  return closed === null ? purse : filledPurse(query, { worths, roads: roads.filter((road) => road !== closed) });
}

/** What a plan has to spend, order by order. */
class Purse {
  readonly #query: RebalanceQuery;
  readonly orders: RebalanceOrder[] = [];
  /** If all fill at the current prices. */
  expected: Balances;
  /** If all fill at the worst prices that they accept. */
  #atLeast: Balances;

  constructor(query: RebalanceQuery) {
    this.#query = query;
    this.expected = query.balances;
    this.#atLeast = query.balances;
  }

  get turnover(): Balances {
    return turnoverOf(this.orders.map((order) => ({ ...order, notional: multiply(this.#current(order.pair), order.amount) })));
  }

  /**
   * One after the other: first what can be paid for in full, of that first what is sold, of that first the largest.
   *
   * @returns the first road on which the exchange takes no order of this size; null when all was spent
   */
  spend(moves: readonly Move[]): Road | null {
    const left = [...moves].sort((a, b) => Number(b.road.side === 'sell') - Number(a.road.side === 'sell') || b.worth - a.worth);
    while (left.length > 0) {
      const payable = left.findIndex((move) => this.#payable(move) >= wantedAmount(move, this.#query) * (1 - 1e-9));
      const [move] = left.splice(Math.max(0, payable), 1);
      if (move && !this.#take(move)) return move.road;
    }
    return null;
  }

  /** @returns whether the exchange takes it */
  #take({ road, worth }: Move): boolean {
    const rules = requireRules(this.#query.rules, road.pair);
    const before = this.orders.length;
    for (const amount of partsOf(wantedAmount({ road, worth }, this.#query), rules)) {
      const order = rebalanceOrder({ ...road, amount }, this.#world(road.pair));
      if (!order) break;
      this.orders.push(order);
      this.#atLeast = afterRebalanceOrder(this.#atLeast, order, rules);
      this.expected = afterRebalanceOrder(this.expected, { ...order, price: this.#current(order.pair) }, rules);
    }
    return this.orders.length > before;
  }

  #payable({ road }: Move): number {
    return Number(payableAmount(road, this.#world(road.pair)));
  }

  #world(pair: PairName): World {
    return { balances: this.#atLeast, rules: requireRules(this.#query.rules, pair), current: Number(this.#current(pair)) };
  }

  #current(pair: PairName): Decimal {
    return parseDecimal(this.#query.prices.get(pair) ?? 0);
  }
}

/** More orders than this for one move are not made: what is left is for the next rebalance. */
const maxParts = 50;

/** An amount as orders of like size, none larger than the market takes, so that none is too small either. */
function partsOf(amount: number, { lotSize, maximumAmount }: MarketRules): Decimal[] {
  const whole = toGrid(amount, lotSize, 'down');
  if (maximumAmount === null || compare(whole, maximumAmount) <= 0) return [whole];
  const most = toGrid(maximumAmount, lotSize, 'down');
  const count = most === '0' ? 0 : Math.min(maxParts, Math.ceil(Number(divide(whole, most, 9))));
  const parts: Decimal[] = [];
  for (let left = whole; parts.length < count; left = subtract(left, parts.at(-1) ?? '0')) {
    const share = toGrid(divide(left, parseDecimal(count - parts.length), 18), lotSize, 'up');
    parts.push(compare(share, most) < 0 ? share : most);
  }
  return parts;
}

interface World {
  /** What there is to pay with. */
  readonly balances: Balances;
  readonly rules: MarketRules;
  /** Counter per base. */
  readonly current: number;
}

/**
 * One order of a rebalance as it can be sent now: at the worst price that is accepted, no larger than can be paid for.
 *
 * @param wanted - `amount`: in base, before the grid
 * @returns null where the exchange would not take it
 */
export function rebalanceOrder(
  { pair, side, amount }: { readonly pair: PairName; readonly side: Side; readonly amount: number | Decimal },
  world: World,
): RebalanceOrder | null {
  const { lotSize, maximumAmount } = world.rules;
  const price = worstPrice(world.rules, side, world.current);
  const most = [payableAmount({ pair, side }, world), ...(maximumAmount === null ? [] : [maximumAmount])].reduce(
    (least, one) => (compare(one, least) < 0 ? one : least),
    toGrid(amount, lotSize, 'down'),
  );
  const order = { pair, side, price, amount: toGrid(most, lotSize, 'down') };
  return isTaken(order, world.rules) ? order : null;
}

/** The base amount that there is enough for. */
function payableAmount({ pair, side }: { readonly pair: PairName; readonly side: Side }, { balances, rules, current }: World): Decimal {
  const { base, counter } = parsePair(pair);
  const held = balances[side === 'sell' ? base : counter] ?? '0';
  if (compare(held, '0') <= 0) return '0';
  if (side === 'sell') return held;
  const price = worstPrice(rules, side, current);
  // Rounding may be up by one in the eighteenth digit; the grid is coarser, and goes down.
  return price === '0' ? '0' : divide(held, price, 18);
}

/** In base, before the grid. */
function wantedAmount({ road, worth }: Move, { prices, usd }: RebalanceQuery): number {
  const { base, counter } = parsePair(road.pair);
  if (road.side === 'sell') return worth / (usd.get(base) ?? 0);
  return worth / (usd.get(counter) ?? 0) / (prices.get(road.pair) ?? 0);
}

/**
 * The price of a limit order that shall fill at once, however thin the book: at most 5 % worse than the current price,
 * inside the market's own limits.
 *
 * @param current - counter per base
 * @returns on the grid; '0' where there is no such price
 */
function worstPrice(rules: MarketRules, side: Side, current: number): Decimal {
  const { lowest, highest } = allowedPrices(rules, side, current);
  if (side === 'sell') return toGrid(Math.max(current * (1 - priceTolerance), lowest), rules.tickSize, 'up');
  return toGrid(Math.min(current * (1 + priceTolerance), highest), rules.tickSize, 'down');
}

/** Whether the market takes an order by its amount and notional. */
function isTaken({ price, amount }: Pick<RebalanceOrder, 'price' | 'amount'>, rules: MarketRules): boolean {
  if (price === '0' || amount === '0' || compare(amount, rules.minimumAmount) < 0) return false;
  return compare(multiply(price, amount), rules.minimumNotional) >= 0;
}

/** Balances after a whole fill at the order's price, the taker's fee paid from what is received. */
export function afterRebalanceOrder(balances: Balances, order: RebalanceOrder, { takerFee }: MarketRules): Balances {
  const { base, counter } = parsePair(order.pair);
  const notional = multiply(order.price, order.amount);
  const [feeCurrency, received] = order.side === 'buy' ? [base, order.amount] : [counter, notional];
  return applyFill(balances, { ...order, notional, fee: multiply(received, parseDecimal(takerFee)), feeCurrency });
}

const worthsOf = (balances: Balances, usd: UsdPrices): Map<Currency, number> =>
  new Map(Object.entries(balances).map(([currency, amount]) => [currency, Number(amount) * (usd.get(currency) ?? 0)]));
