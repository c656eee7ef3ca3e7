import { type Decimal, parseDecimal } from '@tenbin/market';
import { buyAmount, buyPrice, evenPrice, sellAmount, sellPrice } from '@tenbin/strategy';
import type { CheckedPlan } from './backtest-plan.ts';
import type { Book } from './book.ts';
import type { CandleMarket } from './candle-market.ts';
import { leastBalances } from './least-balances.ts';
import { buySlot, sellSlot, type TradeTape } from './trade-tape.ts';

/**
 * Orders as the formulas give them, on doubles, filled cautiously: the price must go through an order by a tick, and a
 * candle fills at most one order of its pair. Where it goes through both, the side that its path reaches first.
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
  readonly #tape: TradeTape | null;

  constructor(market: CandleMarket, plan: CheckedPlan, tape: TradeTape | null) {
    this.sell = new Float64Array(market.pairs.length);
    this.buy = new Float64Array(market.pairs.length);
    this.held = Float64Array.from(plan.balances, Number);
    this.#market = market;
    this.#plan = plan;
    this.#least = leastBalances(market, plan);
    this.#tape = tape;
    this.reprice();
  }

  reprice(): void {
    if (this.isRefused) return;
    const { delta, ticks } = this.#plan;
    const { bases, counters } = this.#market;
    for (let p = 0; p < this.sell.length; p++) {
      const even = evenPrice(this.held[bases[p]!]!, this.held[counters[p]!]!);
      this.sell[p] = sellPrice(even, delta) + ticks[p]!;
      this.buy[p] = buyPrice(even, delta) - ticks[p]!;
    }
  }

  withdraw(): void {
    this.isRefused = true;
    this.sell.fill(Number.POSITIVE_INFINITY);
    this.buy.fill(0);
  }

  walkCandle(pair: number, moment: number): void {
    const { rows, stride } = this.#market;
    const at = moment * stride + 4 * pair;
    const isSellReached = rows[at + 1]! >= this.sell[pair]!;
    const isBuyReached = rows[at + 2]! <= this.buy[pair]!;
    const isRising = rows[at + 3]! >= rows[at]!;
    this.sells = 0;
    this.buys = 0;
    if (isBuyReached && (isRising || !isSellReached)) this.#fillBuy(pair, moment, isRising ? 1 : 2);
    else if (isSellReached) this.#fillSell(pair, moment, isRising ? 2 : 1);
  }

  balances(): Decimal[] {
    return Array.from(this.held, parseDecimal);
  }

  #fillSell(pair: number, moment: number, point: number): void {
    const { delta, fees } = this.#plan;
    const base = this.#market.bases[pair]!;
    const counter = this.#market.counters[pair]!;
    const price = sellPrice(evenPrice(this.held[base]!, this.held[counter]!), delta);
    const amount = sellAmount(this.held[base]!, delta);
    this.held[base]! -= amount;
    this.held[counter]! += amount * price * (1 - fees[pair]!);
    this.sells = 1;
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
    this.buys = 1;
    this.#tape?.add(moment, buySlot(pair), point, price, amount);
    this.#filled(pair, amount * price);
  }

  #filled(pair: number, notional: number): void {
    const base = this.#market.bases[pair]!;
    const counter = this.#market.counters[pair]!;
    this.notional[0] = notional;
    if (this.held[base]! < this.#least[base]! || this.held[counter]! < this.#least[counter]!) this.withdraw();
  }
}
