import { type Decimal, parseDecimal } from '@tenbin/market';
import { buyAmount, buyPrice, evenPrice, sellAmount, sellPrice } from '@tenbin/strategy';
import type { CheckedPlan } from './backtest-plan.ts';
import { Book } from './book.ts';
import type { CandleMarket } from './candle-market.ts';
import { leastBalances } from './least-balances.ts';
import { buySlot, sellSlot, type TradeTape } from './trade-tape.ts';

/** Orders as the formulas give them, on doubles, without a grid. */
export class FreeBook extends Book {
  readonly #plan: CheckedPlan;
  readonly #least: Float64Array;
  readonly #tape: TradeTape | null;

  constructor(market: CandleMarket, plan: CheckedPlan, tape: TradeTape | null) {
    super(market, plan, Float64Array.from(plan.balances, Number));
    this.#plan = plan;
    this.#least = leastBalances(market, plan);
    this.#tape = tape;
    this.reprice();
  }

  balances(): Decimal[] {
    return Array.from(this.held, parseDecimal);
  }

  protected price(pair: number): void {
    const through = this.isCautious ? this.#plan.ticks[pair]! : 0;
    this.sell[pair] = this.sellPrice(pair) + through;
    this.buy[pair] = this.buyPrice(pair) - through;
  }

  protected sellPrice(pair: number): number {
    return sellPrice(this.#even(pair), this.#plan.delta);
  }

  protected buyPrice(pair: number): number {
    return buyPrice(this.#even(pair), this.#plan.delta);
  }

  protected lineUp(_pair: number, price: number): number {
    return price;
  }

  protected lineDown(_pair: number, price: number): number {
    return price;
  }

  protected fillSell(pair: number, moment: number, point: number, at: number): void {
    const { delta, fees } = this.#plan;
    const base = this.market.bases[pair]!;
    const counter = this.market.counters[pair]!;
    const price = at === 0 ? this.sellPrice(pair) : at;
    const amount = sellAmount(this.held[base]!, delta);
    this.takeOff(pair, amount, price);
    this.held[base]! -= amount;
    this.held[counter]! += amount * price * (1 - fees[pair]!);
    this.sells++;
    this.#tape?.add(moment, sellSlot(pair), point, price, amount, this.evening);
    this.#filled(pair, amount * price);
  }

  protected fillBuy(pair: number, moment: number, point: number, at: number): void {
    const { delta, fees } = this.#plan;
    const base = this.market.bases[pair]!;
    const counter = this.market.counters[pair]!;
    const price = at === 0 ? this.buyPrice(pair) : at;
    const amount = buyAmount(this.held[base]!, delta);
    this.takeOff(pair, -amount, price);
    this.held[base]! += amount * (1 - fees[pair]!);
    this.held[counter]! -= amount * price;
    this.buys++;
    this.#tape?.add(moment, buySlot(pair), point, price, amount, this.evening);
    this.#filled(pair, amount * price);
  }

  #even(pair: number): number {
    return evenPrice(this.held[this.market.bases[pair]!]!, this.held[this.market.counters[pair]!]!);
  }

  #filled(pair: number, notional: number): void {
    const base = this.market.bases[pair]!;
    const counter = this.market.counters[pair]!;
    this.notional[0]! += notional;
    this.price(pair);
    if (this.held[base]! < this.#least[base]! || this.held[counter]! < this.#least[counter]!) this.withdraw();
  }
}
