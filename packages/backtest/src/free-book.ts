import { type Decimal, parseDecimal } from '@tenbin/market';
import { buyAmount, buyPrice, evenPrice, sellAmount, sellPrice } from '@tenbin/strategy';
import type { CheckedPlan } from './backtest-plan.ts';
import type { Book } from './book.ts';
import type { CandleMarket } from './candle-market.ts';
import { leastBalances } from './least-balances.ts';
import { buySlot, sellSlot, type TradeTape } from './trade-tape.ts';

/**
 * Orders as the formulas give them, on doubles, without a grid.
 */
export class FreeBook implements Book {
  readonly sell: Float64Array;
  readonly buy: Float64Array;
  readonly held: Float64Array;
  readonly notional = new Float64Array(1);
  sells = 0;
  buys = 0;
  isRefused = false;
  readonly #market: CandleMarket;
  readonly #plan: CheckedPlan;
  readonly #least: Float64Array;
  readonly #isCautious: boolean;
  readonly #tape: TradeTape | null;

  constructor(market: CandleMarket, plan: CheckedPlan, tape: TradeTape | null) {
    this.sell = new Float64Array(market.pairs.length);
    this.buy = new Float64Array(market.pairs.length);
    this.held = Float64Array.from(plan.balances, Number);
    this.#market = market;
    this.#plan = plan;
    this.#least = leastBalances(market, plan);
    this.#isCautious = plan.mode === 'cautious';
    this.#tape = tape;
    this.reprice();
  }

  reprice(): void {
    if (this.isRefused) return;
    for (let p = 0; p < this.sell.length; p++) this.#price(p);
  }

  withdraw(): void {
    this.isRefused = true;
    this.sell.fill(Number.POSITIVE_INFINITY);
    this.buy.fill(0);
  }

  walkCandle(pair: number, moment: number): void {
    const { rows, stride } = this.#market;
    const at = moment * stride + 4 * pair;
    const isRising = rows[at + 3]! >= rows[at]!;
    this.sells = 0;
    this.buys = 0;
    this.notional[0] = 0;
    if (this.#isCautious) this.#walkCautiously(pair, moment, isRising);
    else this.#walkPath(pair, moment, isRising);
  }

  /** A candle as four trades: after the open a rising one falls, rises and falls, a falling one the other way round. */
  #walkPath(pair: number, moment: number, isRising: boolean): void {
    const { rows, stride } = this.#market;
    const at = moment * stride + 4 * pair;
    for (let point = 0; point < 4; point++) {
      const field = point === 0 || point === 3 ? point : (point === 1) === isRising ? 2 : 1;
      const price = rows[at + field]!;
      while (price >= this.sell[pair]!) this.#fillSell(pair, moment, point);
      while (price <= this.buy[pair]!) this.#fillBuy(pair, moment, point);
    }
  }

  /** At most one fill; where the candle goes through both orders, the side that its path reaches first. */
  #walkCautiously(pair: number, moment: number, isRising: boolean): void {
    const { rows, stride } = this.#market;
    const at = moment * stride + 4 * pair;
    const isSellReached = rows[at + 1]! >= this.sell[pair]!;
    const isBuyReached = rows[at + 2]! <= this.buy[pair]!;
    if (isBuyReached && (isRising || !isSellReached)) this.#fillBuy(pair, moment, isRising ? 1 : 2);
    else if (isSellReached) this.#fillSell(pair, moment, isRising ? 2 : 1);
  }

  balances(): Decimal[] {
    return Array.from(this.held, parseDecimal);
  }

  #price(pair: number): void {
    const { delta, ticks } = this.#plan;
    const even = evenPrice(this.held[this.#market.bases[pair]!]!, this.held[this.#market.counters[pair]!]!);
    const through = this.#isCautious ? ticks[pair]! : 0;
    this.sell[pair] = sellPrice(even, delta) + through;
    this.buy[pair] = buyPrice(even, delta) - through;
  }

  #fillSell(pair: number, moment: number, point: number): void {
    const { delta, fees } = this.#plan;
    const base = this.#market.bases[pair]!;
    const counter = this.#market.counters[pair]!;
    const price = sellPrice(evenPrice(this.held[base]!, this.held[counter]!), delta);
    const amount = sellAmount(this.held[base]!, delta);
    this.held[base]! -= amount;
    this.held[counter]! += amount * price * (1 - fees[pair]!);
    this.sells++;
    this.#tape?.add(moment, sellSlot(pair), point, price, amount);
    this.#filled(pair, amount * price);
  }

  #fillBuy(pair: number, moment: number, point: number): void {
    const { delta, fees } = this.#plan;
    const base = this.#market.bases[pair]!;
    const counter = this.#market.counters[pair]!;
    const price = buyPrice(evenPrice(this.held[base]!, this.held[counter]!), delta);
    const amount = buyAmount(this.held[base]!, delta);
    this.held[base]! += amount * (1 - fees[pair]!);
    this.held[counter]! -= amount * price;
    this.buys++;
    this.#tape?.add(moment, buySlot(pair), point, price, amount);
    this.#filled(pair, amount * price);
  }

  #filled(pair: number, notional: number): void {
    const base = this.#market.bases[pair]!;
    const counter = this.#market.counters[pair]!;
    this.notional[0]! += notional;
    this.#price(pair);
    if (this.held[base]! < this.#least[base]! || this.held[counter]! < this.#least[counter]!) this.withdraw();
  }
}
