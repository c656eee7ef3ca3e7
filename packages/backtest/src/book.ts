import type { Decimal } from '@tenbin/market';
import { buyWorseBy, isTooMuchWorse, sellWorseBy } from '@tenbin/strategy';
import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';

/**
 * The bot's orders and balances while candles pass: one kind computes on doubles, one on the exchange's grid. What a
 * candle reaches is the same rule for both, and stands here.
 *
 * A pair's orders are reached from `sell[pair]` up and from `buy[pair]` down; between `walkCandle` of one pair and the
 * next, `reprice` brings every pair's orders up to date.
 *
 * An order that would be more than 5 % worse than its pair's price is held back, as a live bot holds it back. So an
 * order that is reached has either rested since before, when the pair's price was not that far past it, or is placed
 * now, when it is not: where the price before and the price now are both too far past it, it is not there. (Cautiously:
 * where the close before and the whole candle are.)
 */
export abstract class Book {
  /** By pair: the candle's price from which the sell fills; Infinity where there is none. */
  readonly sell: Float64Array;
  /** By pair: the candle's price down to which the buy fills; 0 where there is none. */
  readonly buy: Float64Array;
  /** By currency. */
  readonly held: Float64Array;
  /** Of the candle walked last. */
  sells = 0;
  buys = 0;
  /** Price × amount of the candle walked last, in counter. */
  readonly notional = new Float64Array(1);
  /** An order has come under the exchange's minimums: all are withdrawn. */
  isRefused = false;
  protected readonly market: CandleMarket;
  protected readonly isCautious: boolean;

  protected constructor(market: CandleMarket, plan: CheckedPlan, held: Float64Array) {
    this.sell = new Float64Array(market.pairs.length);
    this.buy = new Float64Array(market.pairs.length);
    this.held = held;
    this.market = market;
    this.isCautious = plan.mode === 'cautious';
  }

  /** By currency, exactly as the book holds them. */
  abstract balances(): Decimal[];

  /** Brings one pair's orders up to date. */
  protected abstract price(pair: number): void;
  protected abstract fillSell(pair: number, moment: number, point: number): void;
  protected abstract fillBuy(pair: number, moment: number, point: number): void;
  /** The prices of the orders themselves, counter per base. */
  protected abstract sellPrice(pair: number): number;
  protected abstract buyPrice(pair: number): number;

  reprice(): void {
    if (this.isRefused) return;
    for (let p = 0; p < this.sell.length; p++) this.price(p);
  }

  withdraw(): void {
    this.isRefused = true;
    this.sell.fill(Number.POSITIVE_INFINITY);
    this.buy.fill(0);
  }

  /** Fills what a candle reaches. */
  walkCandle(pair: number, moment: number): void {
    const { rows, stride } = this.market;
    const at = moment * stride + 4 * pair;
    const isRising = rows[at + 3]! >= rows[at]!;
    // Where the pair's price stood before: at the close before, and at the very first where it opens.
    const before = rows[moment === 0 ? at : at - stride + 3]!;
    this.sells = 0;
    this.buys = 0;
    this.notional[0] = 0;
    if (this.isCautious) this.#walkCautiously({ pair, moment, isRising, before });
    else this.#walkPath({ pair, moment, isRising, before });
  }

  /** A candle as four trades: after the open a rising one falls, rises and falls, a falling one the other way round. */
  #walkPath({ pair, moment, isRising, before }: CandleWalk): void {
    const { rows, stride } = this.market;
    const at = moment * stride + 4 * pair;
    let stood = before;
    for (let point = 0; point < 4; point++) {
      const field = point === 0 || point === 3 ? point : (point === 1) === isRising ? 2 : 1;
      const price = rows[at + field]!;
      while (price >= this.sell[pair]! && !this.#isSellHeldBack(pair, Math.min(stood, price))) {
        this.fillSell(pair, moment, point);
        stood = price;
      }
      while (price <= this.buy[pair]! && !this.#isBuyHeldBack(pair, Math.max(stood, price))) {
        this.fillBuy(pair, moment, point);
        stood = price;
      }
      stood = price;
    }
  }

  /** At most one fill; where the candle goes through both orders, the side that its path reaches first. */
  #walkCautiously({ pair, moment, isRising, before }: CandleWalk): void {
    const { rows, stride } = this.market;
    const at = moment * stride + 4 * pair;
    const high = rows[at + 1]!;
    const low = rows[at + 2]!;
    const isSellReached = high >= this.sell[pair]! && !this.#isSellHeldBack(pair, Math.min(before, low));
    const isBuyReached = low <= this.buy[pair]! && !this.#isBuyHeldBack(pair, Math.max(before, high));
    if (isBuyReached && (isRising || !isSellReached)) this.fillBuy(pair, moment, isRising ? 1 : 2);
    else if (isSellReached) this.fillSell(pair, moment, isRising ? 2 : 1);
  }

  /** @param lowest - the lowest price at which it could have been placed */
  #isSellHeldBack(pair: number, lowest: number): boolean {
    return isTooMuchWorse(sellWorseBy(this.sellPrice(pair), lowest));
  }

  /** @param highest - the highest price at which it could have been placed */
  #isBuyHeldBack(pair: number, highest: number): boolean {
    return isTooMuchWorse(buyWorseBy(this.buyPrice(pair), highest));
  }
}

interface CandleWalk {
  readonly pair: number;
  readonly moment: number;
  readonly isRising: boolean;
  /** The pair's price before the candle. */
  readonly before: number;
}
