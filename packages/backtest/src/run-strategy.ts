/**
 * Any strategy over candles, through the same seam as a live bot: slower than the loops that know balancing, which are
 * held to it trade by trade. How a candle is taken:
 *
 * 1. It is four trades of its pair: open, low, high, close, or open, high, low, close where it closes lower.
 * 2. An order fills whole and at its own price; a trade fills orders of its own pair only, the nearest first.
 * 3. First what rests there already fills, then what is placed because of that price.
 * 4. The strategy is asked anew for the reasons that it names. What would be more than 5 % worse than its pair's price is
 *    placed 5 % from it. An open order that is near enough to what is wanted stays; nothing is placed with money that
 *    another order holds.
 * 5. Balances are exact: money is cut off where the exchange cuts it off.
 */
import {
  type Balances,
  compare,
  cutOff,
  type Decimal,
  multiply,
  type PairName,
  parseDecimal,
  parsePair,
  reserveOf,
  type Side,
  subtract,
} from '@tenbin/market';
import {
  applyFill,
  askedAfterFill,
  atPriceLine,
  type EarningFill,
  hasReasonToAsk,
  isMatch,
  isPastPrice,
  type PricesByPair,
  pricesSeen,
  type Refusal,
  type RulesByPair,
  requirePassed,
  requireRules,
  type SeenPrices,
  type Slot,
  type Strategy,
  slotOf,
  type TopOfBook,
  usdPrices,
  type Wanted,
  type WantedOrder,
} from '@tenbin/strategy';
import type { CandleMarket } from './candle-market.ts';
import { unitForLots } from './grid-money.ts';

export interface StrategyTrade {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly pair: PairName;
  readonly side: Side;
  readonly level: number;
  /** Counter per base. */
  readonly price: Decimal;
  /** In base. */
  readonly amount: Decimal;
  readonly notional: Decimal;
  readonly fee: Decimal;
  readonly feeCurrency: string;
  /** What it earned, a logarithm. */
  readonly growth: number;
  /** The pair's price, or the middle of its book, as it was last known before the trade. */
  readonly mid: number;
}

export interface StrategyRun {
  readonly trades: readonly StrategyTrade[];
  /** At the end. */
  readonly balances: Balances;
  /** Why and when the strategy's checks stopped it, epoch milliseconds; null where it ran to the end. */
  readonly stop: (Omit<Refusal, 'ok'> & { readonly at: number }) | null;
}

export interface StrategyRunOptions {
  /** At the first opening. */
  readonly balances: Balances;
  readonly rules: RulesByPair;
  /** Maker fee as a fraction of what is received. The rules' own unless given. */
  readonly fee?: number;
}

/** An order in the book, and since when. */
interface Resting extends WantedOrder {
  readonly placedAt: Date;
}

/** @throws {DomainError} what the strategy's check of a start refuses; `pairNotAvailable` */
export function runStrategy(market: CandleMarket, strategy: Strategy, options: StrategyRunOptions): StrategyRun {
  const run = new Run(market, strategy, options);
  requirePassed(strategy.checkStart({ ...options, prices: run.prices, usd: usdPrices({ prices: run.prices }) }));
  return run.walk();
}

interface Moment {
  readonly at: number;
  readonly price: number;
  readonly isFirst: boolean;
}

/** With the pair's price as the orders that it reaches were placed at. */
interface FillingMoment extends Moment {
  readonly before: number;
}

class Run implements StrategyRun {
  readonly trades: StrategyTrade[] = [];
  /** Of each pair's last trade. */
  readonly prices = new Map<PairName, number>();
  balances: Balances;
  stop: StrategyRun['stop'] = null;
  readonly #market: CandleMarket;
  readonly #strategy: Strategy;
  readonly #rules: RulesByPair;
  readonly #fee: number | undefined;
  #orders: readonly Resting[] = [];
  #filledAt: Readonly<Record<Slot, Date>> = {};
  #asked: { readonly at: Date; readonly prices: SeenPrices } | null = null;
  #uneven: number;

  constructor(market: CandleMarket, strategy: Strategy, { balances, rules, fee }: StrategyRunOptions) {
    this.#market = market;
    this.#strategy = strategy;
    this.#rules = rules;
    this.#fee = fee;
    this.balances = balances;
    market.pairs.forEach((pair, p) => {
      this.prices.set(pair, market.rows[4 * p] ?? Number.NaN);
    });
    this.#uneven = strategy.unevenAtStart(balances, { before: null, left: 0, usd: usdPrices({ prices: this.prices }) }) ?? 0;
  }

  walk(): StrategyRun {
    const { at, rows, stride, pairs, intervalMs } = this.#market;
    this.#ask(at[0] ?? 0);
    for (let moment = 0; moment < at.length && this.stop === null; moment++) {
      pairs.forEach((pair, p) => {
        const row = moment * stride + 4 * p;
        const [open = 0, high = 0, low = 0, close = 0] = rows.subarray(row, row + 4);
        const path = close >= open ? [open, low, high, close] : [open, high, low, close];
        path.forEach((price, point) => {
          const time = (at[moment] ?? 0) + (intervalMs * (4 * p + point)) / (4 * pairs.length);
          this.#trade(pair, { at: time, price, isFirst: moment + point === 0 });
        });
      });
      this.#checkAt((at[moment] ?? 0) + intervalMs);
    }
    return { trades: this.trades, balances: this.balances, stop: this.stop };
  }

  #trade(pair: PairName, moment: Moment): void {
    const before = this.prices.get(pair) ?? moment.price;
    while (this.#fillOne(pair, { ...moment, before }));
    this.prices.set(pair, moment.price);
    const now = { at: new Date(moment.at), prices: this.prices };
    if (this.#asked && this.#hasReason(this.#asked, now)) this.#ask(moment.at);
    while (this.#fillOne(pair, { ...moment, before: moment.price }));
  }

  #hasReason(
    asked: { readonly at: Date; readonly prices: SeenPrices },
    now: { readonly at: Date; readonly prices: PricesByPair },
  ): boolean {
    const afterFill = askedAfterFill(this.#strategy, asked.at, this.#filledAt);
    return (afterFill !== null && afterFill <= now.at) || hasReasonToAsk(this.#strategy, asked, now);
  }

  /** @returns whether there was one */
  #fillOne(pair: PairName, moment: FillingMoment): boolean {
    if (this.stop !== null) return false;
    const reached = this.#orders
      .filter((order) => order.pair === pair)
      .map((order) => ({ order, price: this.#placedAt(order) }))
      .filter(({ order: { side }, price }) => (side === 'sell' ? Number(price) <= moment.price : Number(price) >= moment.price))
      .sort(nearestFirst)[0];
    if (reached === undefined) return false;
    this.#fill(reached.order, reached.price, moment);
    return true;
  }

  #placedAt(order: WantedOrder): Decimal {
    const current = this.prices.get(order.pair);
    return current === undefined ? order.price : atPriceLine(order, current, requireRules(this.#rules, order.pair).tickSize);
  }

  #fill(order: Resting, price: Decimal, { at, price: current, isFirst, before: mid }: FillingMoment): void {
    const { pair, side, level, amount } = order;
    const { base, counter } = parsePair(pair);
    const rules = requireRules(this.#rules, pair);
    const notional = cutOff(multiply(price, amount), rules.counterUnit);
    const feeRate = this.#fee ?? rules.makerFee;
    const [received, unit] = side === 'buy' ? [amount, unitForLots(rules.baseUnit, rules.lotSize)] : [notional, rules.counterUnit];
    const fee = cutOff(multiply(received, parseDecimal(feeRate)), unit);
    const fill: EarningFill = { pair, side, price, amount, notional, fee, feeCurrency: side === 'buy' ? base : counter, isMaker: true };
    const before = this.prices.get(pair) ?? current;
    const { growth, uneven } = this.#strategy.earningOf(this.balances, fill, {
      earlier: [],
      marketPrice: parseDecimal(before),
      current,
      isEvening: price !== order.price || (isFirst && isPastPrice({ side, price }, before)),
      uneven: this.#uneven,
      usd: usdPrices({ prices: this.prices }),
      feeRate,
    });
    this.#uneven = uneven;
    this.balances = applyFill(this.balances, fill);
    this.trades.push({ ...fill, at, level, growth: growth ?? 0, mid });
    this.#filledAt = { ...this.#filledAt, [slotOf(order)]: new Date(at) };
    // What replaces it is placed at the price that filled it.
    this.prices.set(pair, current);
    this.#refuseIf(this.#strategy.checkHoldings({ balances: this.balances, rules: this.#rules }), at);
    if (this.stop !== null) this.#orders = [];
    else if (this.#strategy.quoting.onFill) this.#ask(at);
    else this.#orders = this.#orders.filter((one) => one !== order);
  }

  #ask(at: number): void {
    const { balances, prices } = this;
    const openOrders = this.#orders.map((order) => ({ ...order, remaining: order.amount }));
    const now = new Date(at);
    const books = this.#strategy.quoting.byBook === true ? booksAt(prices) : noBooks;
    const filledAt = this.#filledAt;
    this.#open(this.#strategy.wanted({ balances, rules: this.#rules, prices, books, openOrders, filledAt, now }), now);
    this.#asked = { at: now, prices: pricesSeen(this.#strategy.pairs, prices) };
  }

  #open({ orders, tolerance }: Wanted, now: Date): void {
    const wanted = orders.filter(({ price, amount }) => price !== '0' && amount !== '0');
    const kept = new Map(
      wanted.map((order) => [order, this.#orders.find((open) => slotOf(open) === slotOf(order) && isMatch(order, open, tolerance))]),
    );
    const free = new Map(Object.entries(this.balances));
    const hold = (order: WantedOrder): boolean => {
      const { currency, amount } = reserveOf(order);
      const rest = subtract(free.get(currency) ?? '0', amount);
      if (compare(rest, '0') < 0) return false;
      free.set(currency, rest);
      return true;
    };
    for (const order of kept.values()) if (order) hold(order);
    this.#orders = wanted.flatMap((order) => kept.get(order) ?? (hold(order) ? [{ ...order, placedAt: now }] : []));
  }

  /** At the end of a moment. */
  #checkAt(at: number): void {
    const { balances, prices } = this;
    this.#refuseIf(this.#strategy.checkAtPrices({ balances, rules: this.#rules, prices, usd: usdPrices({ prices }) }), at);
  }

  #refuseIf(result: ReturnType<Strategy['checkHoldings']>, at: number): void {
    if (result.ok || this.stop !== null) return;
    const { ok: _, ...refusal } = result;
    this.stop = { ...refusal, at };
  }
}

const noBooks: ReadonlyMap<PairName, TopOfBook> = new Map();

/** Candles know no book: both sides of it stand at the price of the moment. */
const booksAt = (prices: PricesByPair): ReadonlyMap<PairName, TopOfBook> =>
  new Map([...prices].map(([pair, mid]) => [pair, { bestBid: mid, bestAsk: mid, mid }]));

interface Reached {
  readonly order: WantedOrder;
  readonly price: Decimal;
}

/** Sells before buys, as the walk of a candle has it; of each the one that a price comes to first. */
function nearestFirst(a: Reached, b: Reached): number {
  if (a.order.side !== b.order.side) return a.order.side === 'sell' ? -1 : 1;
  return a.order.side === 'sell' ? Number(a.price) - Number(b.price) : Number(b.price) - Number(a.price);
}
