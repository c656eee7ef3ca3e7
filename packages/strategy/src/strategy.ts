/**
 * How a bot trades, as one value. The engine, the journal and the backtest call it, and know no more of any strategy than
 * stands here. What holds for every one:
 *
 * 1. Its answers follow from its settings and from what it is given: no clock, no chance, nothing remembered between calls.
 * 2. It wants at most one order in a slot: a pair, a side and a level.
 * 3. Its settings are plain JSON and name it by their `kind`.
 */
import type { Balances, Currency, Decimal, Facts, FeeOnTop, PairName, Side } from '@tenbin/market';
import type { CheckResult, Refusal } from './check-result.ts';
import type { EarningFill, FillMoment } from './fill-moment.ts';
import type { RebalanceOrder, RebalanceResult } from './rebalance-result.ts';
import type { RulesByPair } from './rules-by-pair.ts';
import type { Slot } from './slot.ts';
import type { TopOfBook } from './top-of-book.ts';
import type { PricesByPair, UsdPrices } from './usd-prices.ts';

/** An order that a strategy would have open now. Price and amount are on the exchange's grid. */
export interface WantedOrder {
  readonly pair: PairName;
  readonly side: Side;
  /** Tells the orders of one side of a pair apart: 0, 1, 2 …, from the market outwards. */
  readonly level: number;
  /** Counter per base. */
  readonly price: Decimal;
  /** In base. */
  readonly amount: Decimal;
  /** An open order that was placed before does not do, even where it says the same. */
  readonly placedSince?: Date;
}

/** An order of the bot that rests in the book. */
export interface OpenOrder extends WantedOrder, FeeOnTop {
  /** Base that has not been traded. */
  readonly remaining: Decimal;
  readonly placedAt: Date;
}

/** How far an open order may be off what is wanted and still be kept, as fractions of price and amount. */
export interface Tolerance {
  readonly price: Decimal;
  readonly amount: Decimal;
}

export const exact: Tolerance = { price: '0', amount: '0' };

/** What a strategy wants open, and how far an open order may be off it. */
export interface Wanted {
  readonly orders: readonly WantedOrder[];
  readonly tolerance: Tolerance;
  /**
   * Orders are replaced without a gap: new ones are placed beside those that leave where the balances pay for both, and while
   * orders of one side of a pair are replaced, one of them rests. Else they follow when the others are gone.
   */
  readonly withoutGap?: boolean;
  /** What its settings ask for and the market would not take; what of that begins and ends is told. */
  readonly leftOut?: readonly LeftOut[];
}

/** A place that stays empty for now, and what the market would say. */
export interface LeftOut extends Pick<WantedOrder, 'pair' | 'side' | 'level'> {
  readonly because: Refusal;
}

/** What a bot has, and what its markets demand. */
export interface Holdings {
  readonly balances: Balances;
  readonly rules: RulesByPair;
}

export interface PricedHoldings extends Holdings {
  readonly prices: PricesByPair;
  readonly usd: UsdPrices;
}

/** All that a strategy is told when it is asked what it wants. */
export interface Situation extends Holdings {
  /** A pair whose price is not known now is left out. */
  readonly prices: PricesByPair;
  /** Where it asks for books: what others make of each. One that is not known now, or has an empty side, is left out. */
  readonly books: ReadonlyMap<PairName, TopOfBook>;
  readonly openOrders: readonly OpenOrder[];
  /** When an order in a place was last traded, as far as is remembered. */
  readonly filledAt: Readonly<Record<Slot, Date>>;
  readonly now: Date;
}

/** When a strategy is asked anew, in any combination. Other rules of its markets are always a reason. */
export interface Quoting {
  /** When its balances or its orders have changed; else a slot that was filled stays empty until another reason comes. */
  readonly onFill: boolean;
  /** So long after it was last asked; null: time is no reason. */
  readonly everyMs: number | null;
  /** When a price of its pairs has moved by more than this fraction since it was last asked; null: no price is a reason. */
  readonly onMove: number | null;
  /** That often at most for moves; a price that comes or goes is news at once. Absent: for each. */
  readonly movesAtMostEveryMs?: number;
  /** So long after a trade of its orders; absent or null: that is no reason. */
  readonly afterFillMs?: number | null;
  /** Its prices are the middles of what others have in the books, which it is told as well; without one it wants nothing. */
  readonly byBook?: boolean;
}

/** What a trade means to a strategy. */
export interface Earning {
  /** What it added to the profit, a logarithm; null: nothing can be said of it. */
  readonly growth: number | null;
  /**
   * What it brought before its fee more than an exchange at the market's price would have, counter; absent: what its growth
   * is worth.
   */
  readonly spread?: number;
  /** What is left of the unevenness that came with the balances. */
  readonly uneven: number;
}

/** How a strategy that needs its balances in a certain ratio brings a wallet there. */
export interface Rebalancing {
  /** The pairs of an exchange over which it may trade for that. */
  pairsAmong(offered: Iterable<PairName>): PairName[];
  plan(given: PricedHoldings): RebalanceResult;
  /** One order of the plan at the price now; null where there is too little to place it. */
  orderOf(step: Pick<RebalanceOrder, 'pair' | 'side' | 'amount'>, given: Holdings & { readonly current: number }): RebalanceOrder | null;
  isDone(balances: Balances, usd: UsdPrices): boolean;
  /** Whether another share of each currency mends what refuses a start. */
  mends(refusal: Refusal): boolean;
}

/** What an organization decides for all of its bots. */
export interface StrategyTerms {
  /** How far from even a balance may be at a start, percent of the even part. */
  readonly balanceTolerance: number;
  /** Pairs that it does not offer: nothing is bought or sold there beside what a bot was set up for. */
  readonly omitPairs: readonly PairName[];
}

export interface Strategy {
  readonly settings: { readonly kind: string };
  /** What it sends and cancels people say, one order at a time; nothing is placed by what it wants. Absent: it says that itself. */
  readonly isByHand?: boolean;
  /** A virtual account may have one for each pair, told apart by the first; absent: it has one. */
  readonly isPerPair?: boolean;
  readonly pairs: readonly PairName[];
  /** What its ledger keeps. */
  readonly currencies: readonly Currency[];
  /** How many orders it has open while it runs undisturbed. */
  readonly orderCount: number;
  readonly quoting: Quoting;
  /**
   * How far from the market, as a fraction of the price, an order that was moved there may come to lie before it follows.
   * Null: an order that would take from the book is not placed at all.
   */
  readonly followMovedBy: number | null;
  /** What its records, and the line that says that it was started, tell of its settings. */
  readonly facts: Facts;
  /** Null where any wallet will do. */
  readonly rebalancing: Rebalancing | null;
  /** @throws {DomainError} where its checks would refuse */
  wanted(situation: Situation): Wanted;
  /** Of what it wanted when it was last asked, what the market has not forbidden since. Absent: all of it. */
  stillWanted?(orders: readonly WantedOrder[], books: Situation['books']): readonly WantedOrder[];
  /** May it start with these balances? */
  checkStart(given: PricedHoldings): CheckResult;
  /** May it go on? What no price can change. */
  checkHoldings(given: Holdings): CheckResult;
  /** May it go on? What prices can change. Relies on `checkHoldings`. */
  checkAtPrices(given: PricedHoldings): CheckResult;
  /** @param balances - before the trade */
  earningOf(balances: Balances, fill: EarningFill, moment: FillMoment): Earning;
  /**
   * What of the growth of trades to come is none because the balances begin uneven.
   *
   * @param before - what they were when it stopped last; null where it has not run with these currencies. `left`: of then
   * @returns null where that cannot be told, or means nothing
   */
  unevenAtStart(balances: Balances, given: UnevenBefore): number | null;
}

export interface UnevenBefore {
  readonly before: Balances | null;
  readonly left: number;
  readonly usd: UsdPrices;
}
