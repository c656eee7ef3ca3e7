import { type Decimal, DomainError, toGrid } from '@tenbin/market';
import { buyAmount, buyPrice, evenPrice, sellAmount, sellPrice } from '@tenbin/strategy';
import type { CheckedPlan } from './backtest-plan.ts';
import type { Book } from './book.ts';
import type { CandleMarket } from './candle-market.ts';
import { ExactMoney } from './exact-money.ts';
import { type GridPair, gridOf } from './grid-market.ts';
import { stepsDown, stepsUp } from './grid-steps.ts';
import { buySlot, sellSlot, type TradeTape } from './trade-tape.ts';

/** A price within a billionth of a tick of an order reaches it: candles are doubles. As the virtual exchange has it. */
const closeness = 1e-9;

/**
 * Orders on the exchange's grid, and balances that are never rounded: what a live bot places, and what the exchange
 * pays out, to the last digit.
 *
 * The strategy's formulas run on doubles here as in a live bot, and the same rule brings them onto the grid: a sell's
 * price up, a buy's down, an amount down. Prices are whole ticks, amounts whole lots, and balances whole units so
 * small that no notional and no fee is ever rounded. Where a double is too close to a step to decide, the exact
 * decimals decide, as they do in a live bot.
 */
export class GridBook implements Book {
  readonly sell: Float64Array;
  readonly buy: Float64Array;
  readonly held: Float64Array;
  readonly notional = new Float64Array(1);
  sells = 0;
  buys = 0;
  isRefused = false;
  readonly #pairs: readonly GridPair[];
  readonly #money: ExactMoney;
  readonly #delta: number;
  readonly #market: CandleMarket;
  readonly #bases: Int32Array;
  readonly #counters: Int32Array;
  /** By pair, whole ticks. */
  readonly #sellTicks: Float64Array;
  readonly #buyTicks: Float64Array;
  readonly #isCautious: boolean;
  readonly #minimums: boolean;
  readonly #tape: TradeTape | null;

  /** @throws {DomainError} `gridTooFine` */
  constructor(market: CandleMarket, plan: CheckedPlan, tape: TradeTape | null) {
    const { pairs, digits } = gridOf(market, plan);
    this.sell = new Float64Array(pairs.length);
    this.buy = new Float64Array(pairs.length);
    this.#sellTicks = new Float64Array(pairs.length);
    this.#buyTicks = new Float64Array(pairs.length);
    this.#money = new ExactMoney(plan.balances, digits);
    this.held = Float64Array.from(plan.balances, (_, currency) => this.#money.toDouble(currency));
    this.#pairs = pairs;
    this.#delta = plan.delta;
    this.#market = market;
    this.#bases = market.bases;
    this.#counters = market.counters;
    this.#isCautious = plan.mode === 'cautious';
    this.#minimums = plan.minimums;
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

  #walkCautiously(pair: number, moment: number, isRising: boolean): void {
    const { rows, stride } = this.#market;
    const at = moment * stride + 4 * pair;
    const isSellReached = rows[at + 1]! >= this.sell[pair]!;
    const isBuyReached = rows[at + 2]! <= this.buy[pair]!;
    if (isBuyReached && (isRising || !isSellReached)) this.#fillBuy(pair, moment, isRising ? 1 : 2);
    else if (isSellReached) this.#fillSell(pair, moment, isRising ? 2 : 1);
  }

  balances(): Decimal[] {
    return Array.from(this.held, (_, currency) => this.#money.toDecimal(currency));
  }

  #fillSell(pair: number, moment: number, point: number): void {
    const lots = this.#sellLots(pair);
    if (lots < 1) {
      this.sell[pair] = Number.POSITIVE_INFINITY;
      return;
    }
    const grid = this.#pairs[pair]!;
    const ticks = this.#sellTicks[pair]!;
    const tickLots = wholeTickLots(ticks, lots);
    this.#tape?.add(moment, sellSlot(pair), point, ticks, lots);
    this.#money.subtract(this.#bases[pair]!, lots, grid.baseOut);
    this.#money.add(this.#counters[pair]!, tickLots, grid.counterIn);
    this.sells++;
    this.#filled(pair, tickLots * grid.tickLot);
  }

  #fillBuy(pair: number, moment: number, point: number): void {
    const lots = this.#buyLots(pair);
    if (lots < 1) {
      this.buy[pair] = 0;
      return;
    }
    const grid = this.#pairs[pair]!;
    const ticks = this.#buyTicks[pair]!;
    const tickLots = wholeTickLots(ticks, lots);
    this.#tape?.add(moment, buySlot(pair), point, ticks, lots);
    this.#money.add(this.#bases[pair]!, lots, grid.baseIn);
    this.#money.subtract(this.#counters[pair]!, tickLots, grid.counterOut);
    this.buys++;
    this.#filled(pair, tickLots * grid.tickLot);
  }

  #filled(pair: number, notional: number): void {
    const base = this.#bases[pair]!;
    const counter = this.#counters[pair]!;
    this.held[base] = this.#money.toDouble(base);
    this.held[counter] = this.#money.toDouble(counter);
    this.notional[0]! += notional;
    if (!this.#minimums) {
      this.#price(pair);
      return;
    }
    // As a live bot: after every fill all orders are priced, and one that is too small stops it.
    this.reprice();
    for (let p = 0; p < this.#pairs.length; p++) {
      if (this.#isTaken(p, this.#sellTicks[p]!, this.#sellLots(p)) && this.#isTaken(p, this.#buyTicks[p]!, this.#buyLots(p))) continue;
      this.withdraw();
      return;
    }
  }

  #isTaken(pair: number, ticks: number, lots: number): boolean {
    const { fewestLots, mostLots, fewestTickLots } = this.#pairs[pair]!;
    return lots >= fewestLots && lots <= mostLots && ticks * lots >= fewestTickLots;
  }

  #price(pair: number): void {
    const { tickSize, ticksPerOne } = this.#pairs[pair]!;
    const even = evenPrice(this.held[this.#bases[pair]!]!, this.held[this.#counters[pair]!]!);
    let sellTicks = stepsUp(sellPrice(even, this.#delta) * ticksPerOne);
    if (sellTicks < 0) sellTicks = this.#exactTicks(pair, sellPrice, 'up');
    let buyTicks = stepsDown(buyPrice(even, this.#delta) * ticksPerOne);
    if (buyTicks < 0) buyTicks = this.#exactTicks(pair, buyPrice, 'down');
    this.#sellTicks[pair] = sellTicks;
    this.#buyTicks[pair] = buyTicks;
    const through = this.#isCautious ? 1 : 0;
    this.sell[pair] = (sellTicks + through) * tickSize * (1 - closeness);
    this.buy[pair] = (buyTicks - through) * tickSize * (1 + closeness);
  }

  #sellLots(pair: number): number {
    const lots = stepsDown(sellAmount(this.held[this.#bases[pair]!]!, this.#delta) * this.#pairs[pair]!.lotsPerOne);
    return lots < 0 ? this.#exactLots(pair, sellAmount) : lots;
  }

  #buyLots(pair: number): number {
    const lots = stepsDown(buyAmount(this.held[this.#bases[pair]!]!, this.#delta) * this.#pairs[pair]!.lotsPerOne);
    return lots < 0 ? this.#exactLots(pair, buyAmount) : lots;
  }

  #exactTicks(pair: number, formula: typeof sellPrice, direction: 'up' | 'down'): number {
    const base = Number(this.#money.toDecimal(this.#bases[pair]!));
    const counter = Number(this.#money.toDecimal(this.#counters[pair]!));
    const { tick, tickSize } = this.#pairs[pair]!;
    return Math.round(Number(toGrid(formula(evenPrice(base, counter), this.#delta), tick, direction)) / tickSize);
  }

  #exactLots(pair: number, formula: typeof sellAmount): number {
    const base = Number(this.#money.toDecimal(this.#bases[pair]!));
    const { lot } = this.#pairs[pair]!;
    return Math.round(Number(toGrid(formula(base, this.#delta), lot, 'down')) / Number(lot));
  }
}

/** @throws {DomainError} `gridTooFine` where the product is no longer a whole double */
function wholeTickLots(ticks: number, lots: number): number {
  const tickLots = ticks * lots;
  if (!(tickLots <= Number.MAX_SAFE_INTEGER)) throw new DomainError('gridTooFine', { ticks, lots });
  return tickLots;
}
