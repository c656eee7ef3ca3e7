/**
 * Any strategy over recorded books and trades of one pair, through the same seam as a live bot. How a fill is told, always
 * to the bot's disadvantage where the record leaves it open:
 *
 * 1. An order joins the end of the queue at its price, as long as the book says that it is when it is placed.
 * 2. A trade through its price fills it, as far as the trade goes; a trade at its price fills it only by what is left of the
 *    trade when everything before it in the queue is gone.
 *    Beyond the last level that was recorded nobody knows what stands before it: there only a trade through its price does.
 * 3. What leaves the queue without a trade is taken to have stood behind it, so that it stays where it is; where the book
 *    shows less at its price than stood before it, no more than that stands before it.
 * 4. An order that would take from the book is not placed, and what others offer past its price fills nothing: only trades do.
 * 5. What one trade fills of several of the bot's orders is never more than the trade.
 */
import {
  type Balances,
  compare,
  cutOff,
  type Decimal,
  type MarketRules,
  multiply,
  type OrderBook,
  type PairName,
  parseDecimal,
  parsePair,
  reserveOf,
  type Side,
  subtract,
  toGrid,
} from '@tenbin/market';
import {
  applyFill,
  askedAfterFill,
  type EarningFill,
  hasReasonToAsk,
  isMatch,
  pricesSeen,
  requirePassed,
  type SeenPrices,
  type Slot,
  type Strategy,
  slotOf,
  topWithout,
  usdPrices,
  type Wanted,
  type WantedOrder,
} from '@tenbin/strategy';
import { unitForLots } from './grid-money.ts';
import type { StrategyTrade } from './run-strategy.ts';

/** A trade of others. */
export interface RecordedTrade {
  readonly at: Date;
  /** Counter per base. */
  readonly price: number;
  /** In base. */
  readonly amount: number;
  /** Of whoever took: a buy takes what is asked. */
  readonly takerSide: Side;
}

/** One line of a recording, in the order in which it was heard. */
export type BookRecord = { readonly book: Pick<OrderBook, 'at' | 'bids' | 'asks'> } | { readonly trade: RecordedTrade };

export interface BookRunOptions {
  readonly balances: Balances;
  readonly rules: MarketRules;
}

export interface BookRun {
  readonly trades: readonly StrategyTrade[];
  readonly balances: Balances;
  /** The first middle that was known, and the last one; null where there was none. */
  readonly firstMid: number | null;
  readonly lastMid: number | null;
}

interface Resting extends WantedOrder {
  readonly placedAt: Date;
  /** Base that has not been traded. */
  remaining: Decimal;
  /** Base of others before it at its price. */
  ahead: number;
}

/** @throws {DomainError} what the strategy's check of a start refuses */
export function runOnBooks(records: Iterable<BookRecord>, strategy: Strategy, options: BookRunOptions): BookRun {
  const run = new Run(strategy, options);
  for (const record of records) {
    if ('book' in record) run.see(record.book);
    else run.trade(record.trade);
  }
  return run;
}

class Run implements BookRun {
  readonly trades: StrategyTrade[] = [];
  balances: Balances;
  firstMid: number | null = null;
  lastMid: number | null = null;
  /** Of the book as it is now. */
  #mid: number | null = null;
  readonly #strategy: Strategy;
  readonly #pair: PairName;
  readonly #rules: MarketRules;
  #orders: Resting[] = [];
  #book: Pick<OrderBook, 'at' | 'bids' | 'asks'> | null = null;
  #asked: { readonly at: Date; readonly prices: SeenPrices } | null = null;
  #filledAt: Readonly<Record<Slot, Date>> = {};
  #hasStarted = false;

  constructor(strategy: Strategy, { balances, rules }: BookRunOptions) {
    this.#strategy = strategy;
    this.#pair = rules.pair;
    this.#rules = rules;
    this.balances = balances;
  }

  /** The recorded book never had the bot's orders in it. */
  see(book: Pick<OrderBook, 'at' | 'bids' | 'asks'>): void {
    this.#book = book;
    this.#mid = topWithout([], book)?.mid ?? null;
    this.firstMid ??= this.#mid;
    this.lastMid = this.#mid ?? this.lastMid;
    for (const order of this.#orders) order.ahead = Math.min(order.ahead, amountAt(book, order));
    this.#start();
    this.#askIfDue(book.at);
  }

  trade({ at, price, amount, takerSide }: RecordedTrade): void {
    const side: Side = takerSide === 'buy' ? 'sell' : 'buy';
    const reached = this.#orders.filter((order) => order.side === side && !isBehind(order, price));
    reached.sort((one, other) => (side === 'sell' ? 1 : -1) * (Number(one.price) - Number(other.price)));
    let left = amount;
    for (const order of reached) {
      if (Number(order.price) === price) {
        const before = Math.min(order.ahead, left);
        order.ahead -= before;
        left -= before;
      }
      if (left <= 0) break;
      left -= this.#fill(order, Math.min(left, Number(order.remaining)), at);
    }
    this.#askIfDue(at);
  }

  #start(): void {
    if (this.#hasStarted || this.#mid === null) return;
    this.#hasStarted = true;
    const prices = new Map([[this.#pair, this.#mid]]);
    const rules = new Map([[this.#pair, this.#rules]]);
    requirePassed(this.#strategy.checkStart({ balances: this.balances, rules, prices, usd: usdPrices({ prices }) }));
  }

  #askIfDue(at: Date): void {
    if (!this.#hasStarted) return;
    const prices = this.#prices();
    const afterFill = this.#asked && askedAfterFill(this.#strategy, this.#asked.at, this.#filledAt);
    const isDue = this.#asked === null || hasReasonToAsk(this.#strategy, this.#asked, { at, prices });
    if (!isDue && (afterFill === null || afterFill > at)) return;
    const top = this.#book && topWithout([], this.#book);
    const wanted = this.#strategy.wanted({
      balances: this.balances,
      rules: new Map([[this.#pair, this.#rules]]),
      prices,
      books: new Map(top ? [[this.#pair, top]] : []),
      openOrders: this.#orders,
      filledAt: this.#filledAt,
      now: at,
    });
    this.#open(wanted, at);
    this.#asked = { at, prices: pricesSeen(this.#strategy.pairs, prices) };
  }

  #prices(): ReadonlyMap<PairName, number> {
    return new Map(this.#mid === null ? [] : [[this.#pair, this.#mid]]);
  }

  #open({ orders, tolerance }: Wanted, now: Date): void {
    const kept = new Map(
      orders.map((order) => [order, this.#orders.find((open) => slotOf(open) === slotOf(order) && isMatch(order, open, tolerance))]),
    );
    const free = new Map(Object.entries(this.balances));
    const hold = (terms: WantedOrder): boolean => {
      const { currency, amount } = reserveOf(terms);
      const rest = subtract(free.get(currency) ?? '0', amount);
      if (compare(rest, '0') < 0) return false;
      free.set(currency, rest);
      return true;
    };
    for (const open of kept.values()) if (open) hold({ ...open, amount: open.remaining });
    this.#orders = orders.flatMap((order) => {
      const open = kept.get(order);
      if (open) return [open];
      if (this.#wouldTake(order) || !hold(order)) return [];
      return [
        { ...order, placedAt: now, remaining: order.amount, ahead: this.#book ? amountAt(this.#book, order) : Number.POSITIVE_INFINITY },
      ];
    });
  }

  #wouldTake({ side, price }: WantedOrder): boolean {
    const [best] = (side === 'buy' ? this.#book?.asks : this.#book?.bids) ?? [];
    return best !== undefined && (side === 'buy' ? Number(price) >= best[0] : Number(price) <= best[0]);
  }

  /** @returns how much of the trade that took */
  #fill(order: Resting, most: number, at: Date): number {
    const { pair, side, price, level } = order;
    const amount = toGrid(most, this.#rules.lotSize, 'down');
    if (amount === '0') return 0;
    const { base, counter } = parsePair(pair);
    const { counterUnit, baseUnit, lotSize, makerFee } = this.#rules;
    const notional = cutOff(multiply(price, amount), counterUnit);
    const [received, unit] = side === 'buy' ? [amount, unitForLots(baseUnit, lotSize)] : [notional, counterUnit];
    const fee = cutOff(multiply(received, parseDecimal(makerFee)), unit);
    const fill: EarningFill = { pair, side, price, amount, notional, fee, feeCurrency: side === 'buy' ? base : counter, isMaker: true };
    const { growth } = this.#strategy.earningOf(this.balances, fill, {
      earlier: [],
      marketPrice: this.#mid === null ? null : parseDecimal(this.#mid),
      current: this.#mid ?? undefined,
      isEvening: false,
      usd: usdPrices({ prices: this.#prices() }),
      feeRate: makerFee,
    });
    this.balances = applyFill(this.balances, fill);
    this.trades.push({ ...fill, at: at.getTime(), level, growth: growth ?? 0, mid: this.lastMid ?? Number(price) });
    this.#filledAt = { ...this.#filledAt, [slotOf(order)]: at };
    order.remaining = subtract(order.remaining, amount);
    if (order.remaining === '0') this.#orders = this.#orders.filter((one) => one !== order);
    return Number(amount);
  }
}

/** Whether a trade at that price leaves the order untouched. */
const isBehind = ({ side, price }: Resting, at: number): boolean => (side === 'sell' ? Number(price) > at : Number(price) < at);

/** What others have at an order's price; any amount where that lies beyond what was recorded. */
function amountAt({ bids, asks }: Pick<OrderBook, 'bids' | 'asks'>, { side, price }: WantedOrder): number {
  const at = Number(price);
  const levels = side === 'buy' ? bids : asks;
  const [deepest] = levels.at(-1) ?? [];
  if (deepest === undefined || (side === 'buy' ? at < deepest : at > deepest)) return Number.POSITIVE_INFINITY;
  return levels.find(([level]) => level === at)?.[1] ?? 0;
}
