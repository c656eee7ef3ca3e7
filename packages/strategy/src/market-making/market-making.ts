/**
 * Makes a market: quotes both sides of one pair's book around the mid that others make, from the inside outwards. What
 * holds for every answer:
 *
 * 1. Every bid lies below the mid and below the best ask, every ask above the mid and above the best bid.
 * 2. From level to level no bid is higher and no ask is lower than the one before.
 * 3. The balances pay for everything that is wanted.
 * 4. Every price and amount is on the market's grid, and large enough for it.
 * 5. Without a mid nothing is wanted.
 * 6. An order keeps its place while it is within the tolerance of what is wanted, and no longer.
 *
 * Source: docs/concepts/market-making.md.
 */
import { type Currency, currenciesOf, type Facts, isPositive, type PairName, parsePair } from '@tenbin/market';
import { type CheckResult, passed, refuse } from '../check-result.ts';
import { type EarningFill, type FillMoment, feeWorth } from '../fill-moment.ts';
import { slotOf } from '../slot.ts';
import {
  type Earning,
  exact,
  type Holdings,
  type PricedHoldings,
  type Quoting,
  type Situation,
  type Strategy,
  type Wanted,
  type WantedOrder,
} from '../strategy.ts';
import { isTooNear, keepPlaces } from './keep-places.ts';
import { type MarketMakingSettings, type QuoteTerms, quoteTermsOf, roomAboveMinimum } from './quote-terms.ts';
import { isAtLimit, quotesOf } from './quotes.ts';

/** A mid that jumps about is followed that often. */
const followAtMostEveryMs = 1_000;

/** Of a bot that makes a market of one pair: both kinds are the same but for what is set. */
export class MarketMaking implements Strategy {
  readonly settings: MarketMakingSettings;
  readonly isPerPair = true;
  readonly currencies: readonly Currency[];
  readonly quoting: Quoting;
  /** A quote that would take from the book is wanted elsewhere when the mid is known to be elsewhere. */
  readonly followMovedBy = null;
  readonly rebalancing = null;
  readonly #terms: QuoteTerms;

  constructor(settings: MarketMakingSettings) {
    this.settings = settings;
    this.currencies = currenciesOf(settings.pairs);
    this.#terms = quoteTermsOf(settings);
    this.quoting = quotingOf(this.#terms);
  }

  get pairs(): readonly PairName[] {
    return this.settings.pairs;
  }

  get orderCount(): number {
    return 2 * this.#terms.orderLevels;
  }

  get facts(): Facts {
    const { bidSpread, askSpread, orderLevels } = this.#terms;
    return { bidSpread, askSpread, orderLevels };
  }

  wanted({ balances, rules, books, openOrders, filledAt, now }: Situation): Wanted {
    const { pair } = this.#terms;
    const [top, known] = [books.get(pair), rules.get(pair)];
    const how = { tolerance: exact, withoutGap: true };
    if (top === undefined || known === undefined) return { ...how, orders: [] };
    const { orders, leftOut } = quotesOf(this.#terms, { balances, rules: known, top });
    const due = orders.filter((order) => !this.#isDelayed(order, { filledAt, now }));
    const around = { terms: this.#terms, rules: known, balances, mid: top.mid, now };
    return { ...how, orders: keepPlaces(due, openOrders, around), leftOut };
  }

  /** Its minimum spread and its limits hold while it is not asked anew as well. */
  stillWanted(orders: readonly WantedOrder[], books: Situation['books']): readonly WantedOrder[] {
    const mid = books.get(this.#terms.pair)?.mid;
    if (mid === undefined) return orders;
    return orders.filter((order) => !isTooNear(order, this.#terms, mid) && !isAtLimit(this.#terms, order.side, mid));
  }

  /** A place that was filled stays empty for a while; what rests on the other side stays too. */
  #isDelayed(order: WantedOrder, { filledAt, now }: Pick<Situation, 'filledAt' | 'now'>): boolean {
    const filled = filledAt[slotOf(order)];
    const { filledOrderDelayMs = 0 } = this.#terms;
    return filled !== undefined && now.getTime() - filled.getTime() < filledOrderDelayMs;
  }

  /** There is something to quote. */
  checkStart(given: PricedHoldings): CheckResult {
    const { pair } = this.#terms;
    const byHoldings = this.checkHoldings(given);
    if (!byHoldings.ok) return byHoldings;
    const [mid, rules] = [given.prices.get(pair), given.rules.get(pair)];
    if (mid === undefined || rules === undefined) return refuse('noUsdPrice', { currencies: this.currencies });
    const { orders, leftOut } = quotesOf(this.#terms, { balances: given.balances, rules, top: { bestBid: mid, bestAsk: mid, mid } });
    return orders.length > 0 ? passed : (leftOut[0]?.because ?? passed);
  }

  /** One side may run out: then the other one brings it back. */
  checkHoldings({ balances, rules }: Holdings): CheckResult {
    const { pair } = this.#terms;
    if (!rules.has(pair)) return refuse('pairNotAvailable', { pair });
    const { currencies } = this;
    if (currencies.some((currency) => isPositive(balances[currency] ?? '0'))) return passed;
    return refuse('balanceNotPositive', { currency: currencies.join(', '), currencies });
  }

  checkAtPrices(): CheckResult {
    return passed;
  }

  /** What it was better than the mid of its moment, less its fee, as a part of all that the bot has: no price moves it. */
  earningOf(balances: Readonly<Record<string, string>>, fill: EarningFill, moment: FillMoment): Earning {
    const { base, counter } = parsePair(fill.pair);
    const mid = moment.current ?? Number(moment.marketPrice ?? fill.price);
    const spread = spreadOf(fill, mid);
    const inUsd = moment.usd.get(counter);
    const fee = inUsd === undefined ? null : feeWorth(fill, moment);
    const worth = Number(balances[base] ?? 0) * mid + Number(balances[counter] ?? 0);
    const part = fee === null || inUsd === undefined ? Number.NaN : (spread - fee.usd / inUsd) / worth;
    return { growth: part > -1 && Number.isFinite(part) ? Math.log1p(part) : null, spread, uneven: 0 };
  }

  unevenAtStart(): null {
    return null;
  }
}

function quotingOf(terms: QuoteTerms): Quoting {
  const { intervalMs, midPriceThreshold, minimumSpread, filledOrderDelayMs } = terms;
  const followed = midPriceThreshold > 0 ? midPriceThreshold : Number.POSITIVE_INFINITY;
  const room = minimumSpread === undefined ? Number.POSITIVE_INFINITY : roomAboveMinimum(terms);
  return {
    onFill: false,
    everyMs: intervalMs,
    onMove: Math.min(followed, room) / 100,
    movesAtMostEveryMs: followAtMostEveryMs,
    afterFillMs: filledOrderDelayMs ?? null,
    byBook: true,
  };
}

/** What a trade brought more than one at the mid, counter. */
export const spreadOf = ({ side, amount, notional }: Pick<EarningFill, 'side' | 'amount' | 'notional'>, mid: number): number =>
  (Number(notional) - mid * Number(amount)) * (side === 'sell' ? 1 : -1);
