import type { Decimal } from '@tenbin/market';
import { buyLine, buyWorseBy, isTooMuchWorse, sellLine, sellWorseBy } from '@tenbin/strategy';
import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import { EvenOut } from './even-out.ts';

/** A price within a billionth of an order reaches it: candles are doubles. */
const upTo = 1 + 1e-9;

/**
 * The bot's orders and balances while candles pass: one kind computes on doubles, one on the exchange's grid. What a
 * candle reaches is the same rule for both, and stands here.
 *
 * A pair's orders are reached from `sell[pair]` up and from `buy[pair]` down; between `walkCandle` of one pair and the
 * next, `reprice` brings every pair's orders up to date.
 *
 * An order that would be more than 5 % worse than its pair's price is placed at the line 5 % from it, as a live bot places
 * it. So an order that is reached stands at its own price, or at the line of the price before; where the price has
 * fallen past that line as well, it is placed anew now, at its own price or at the line of now. (Cautiously: it stands
 * where it was placed at the close before, for the whole candle.)
 *
 * What makes the balances even is no profit: of an order at the line, and of one that is past the market when the bot
 * starts, the growth that the market's price would have brought is taken off. (Cautiously: of a pair's orders that are
 * past the market from the first candle on, one in each.) What is left of the start's unevenness is taken off the others.
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
  /** Σ of what grew and is no profit, see `EvenOut`. */
  evened = 0;
  /** An order has come under the exchange's minimums: all are withdrawn. */
  isRefused = false;
  protected readonly market: CandleMarket;
  protected readonly isCautious: boolean;
  /** The market's price when the order that fills now was placed to make the balances even; 0 where it was not. */
  protected evening = 0;
  readonly #evenOut: EvenOut;
  /** By pair: the last of the moments, from the first on, that each filled an order which was past the market. */
  readonly #evenedUntil: Int32Array;

  protected constructor(market: CandleMarket, plan: CheckedPlan, held: Float64Array) {
    this.sell = new Float64Array(market.pairs.length);
    this.buy = new Float64Array(market.pairs.length);
    this.held = held;
    this.market = market;
    this.isCautious = plan.mode === 'cautious';
    this.#evenOut = new EvenOut(market, plan);
    this.#evenedUntil = new Int32Array(market.pairs.length).fill(-1);
  }

  /** By currency, exactly as the book holds them. */
  abstract balances(): Decimal[];

  /** Brings one pair's orders up to date. */
  protected abstract price(pair: number): void;
  /** @param at - the price at which it fills, as `lineUp` gives it; 0 for its own */
  protected abstract fillSell(pair: number, moment: number, point: number, at: number): void;
  /** @param at - as `lineDown` gives it; 0 for its own */
  protected abstract fillBuy(pair: number, moment: number, point: number, at: number): void;
  /** Onto the grid where there is one. */
  protected abstract lineUp(pair: number, price: number): number;
  protected abstract lineDown(pair: number, price: number): number;
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

  /** Before an order fills. @param sold - in base; negative where it is bought */
  protected takeOff(pair: number, sold: number, price: number): void {
    if (this.evening === 0 && this.#evenOut.left === 0) return;
    const { bases, counters } = this.market;
    const [base, counter] = [this.held[bases[pair]!]!, this.held[counters[pair]!]!];
    this.evened += this.#evenOut.takeOff({ base, counter, sold, price, market: this.evening });
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
      const startPrice = startPriceOf(price, moment, point);
      while (price >= this.sell[pair]!) {
        const line = this.#lineOfSell(pair, stood, price);
        const at = this.#atSellLine(pair, line);
        if (at > price * upTo) break;
        this.evening = line || startPrice * Number(this.sellPrice(pair) < price);
        this.fillSell(pair, moment, point, at);
        stood = price;
      }
      while (price <= this.buy[pair]!) {
        const line = this.#lineOfBuy(pair, stood, price);
        const at = this.#atBuyLine(pair, line);
        if (at !== 0 && at * upTo < price) break;
        this.evening = line || startPrice * Number(this.buyPrice(pair) > price);
        this.fillBuy(pair, moment, point, at);
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
    const sellAt = this.#atSellLine(pair, this.#isSellTooFar(pair, before) ? before : 0);
    const buyAt = this.#atBuyLine(pair, this.#isBuyTooFar(pair, before) ? before : 0);
    const sellFrom = sellAt === 0 ? this.sell[pair]! : sellAt + this.sell[pair]! - this.sellPrice(pair);
    const buyFrom = buyAt === 0 ? this.buy[pair]! : buyAt + this.buy[pair]! - this.buyPrice(pair);
    const isSellReached = high >= sellFrom;
    const isBuyReached = low <= buyFrom;
    if (isBuyReached && (isRising || !isSellReached)) {
      this.#noteEvening({ pair, moment, before }, { isAtLine: buyAt !== 0, isPast: this.buyPrice(pair) > before });
      this.fillBuy(pair, moment, isRising ? 1 : 2, buyAt);
    } else if (isSellReached) {
      this.#noteEvening({ pair, moment, before }, { isAtLine: sellAt !== 0, isPast: this.sellPrice(pair) < before });
      this.fillSell(pair, moment, isRising ? 2 : 1, sellAt);
    }
  }

  #noteEvening(
    { pair, moment, before }: Omit<CandleWalk, 'isRising'>,
    order: { readonly isAtLine: boolean; readonly isPast: boolean },
  ): void {
    const isStarting = order.isPast && this.#evenedUntil[pair] === moment - 1;
    if (isStarting) this.#evenedUntil[pair] = moment;
    this.evening = isStarting || order.isAtLine ? before : 0;
  }

  /** The price from which a sell that `price` reaches stands 5 % off; 0 where it stands at its own. */
  #lineOfSell(pair: number, stood: number, price: number): number {
    if (!this.#isSellTooFar(pair, stood)) return 0;
    if (this.lineUp(pair, sellLine(stood)) <= price * upTo) return stood;
    return this.#isSellTooFar(pair, price) ? price : 0;
  }

  #lineOfBuy(pair: number, stood: number, price: number): number {
    if (!this.#isBuyTooFar(pair, stood)) return 0;
    if (this.lineDown(pair, buyLine(stood)) * upTo >= price) return stood;
    return this.#isBuyTooFar(pair, price) ? price : 0;
  }

  /** Onto the grid; 0 for no line. */
  #atSellLine(pair: number, line: number): number {
    return line === 0 ? 0 : this.lineUp(pair, sellLine(line));
  }

  #atBuyLine(pair: number, line: number): number {
    return line === 0 ? 0 : this.lineDown(pair, buyLine(line));
  }

  #isSellTooFar(pair: number, price: number): boolean {
    return isTooMuchWorse(sellWorseBy(this.sellPrice(pair), price));
  }

  #isBuyTooFar(pair: number, price: number): boolean {
    return isTooMuchWorse(buyWorseBy(this.buyPrice(pair), price));
  }
}

/** The price with which a bot starts, 0 later. */
const startPriceOf = (price: number, moment: number, point: number): number => (moment + point === 0 ? price : 0);

interface CandleWalk {
  readonly pair: number;
  readonly moment: number;
  readonly isRising: boolean;
  /** The pair's price before the candle. */
  readonly before: number;
}
