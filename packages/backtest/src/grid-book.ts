import { type Decimal, toGrid } from '@tenbin/market';
import { buyAmount, buyPrice, evenPrice, sellAmount, sellPrice } from '@tenbin/strategy';
import { BacktestError } from './backtest-error.ts';
import type { CheckedPlan } from './backtest-plan.ts';
import { Book } from './book.ts';
import type { CandleMarket } from './candle-market.ts';
import { ExactMoney } from './exact-money.ts';
import { type GridPair, gridOf } from './grid-market.ts';
import { stepsDown, stepsUp } from './grid-steps.ts';
import { buySlot, sellSlot, type TradeTape } from './trade-tape.ts';

/** A price within a billionth of a tick of an order reaches it: candles are doubles. As the virtual exchange has it. */
const closeness = 1e-9;

/**
 * Orders on the exchange's grid, and its money: what a live bot places, and what the exchange pays out, to the last
 * digit.
 *
 * The strategy's formulas run on doubles here as in a live bot, and the same rule brings them onto the grid: a sell's
 * price up, a buy's down, an amount down. Prices are whole ticks, amounts whole lots, and balances whole units, so
 * small that whatever a trade moves fits in; it is cut off only where the exchange cuts it off. Where a double is too close to a step to decide, the exact
 * decimals decide, as they do in a live bot.
 */
export class GridBook extends Book {
  readonly #pairs: readonly GridPair[];
  readonly #money: ExactMoney;
  readonly #delta: number;
  readonly #bases: Int32Array;
  readonly #counters: Int32Array;
  /** By pair, whole ticks. */
  readonly #sellTicks: Float64Array;
  readonly #buyTicks: Float64Array;
  readonly #minimums: boolean;
  readonly #tape: TradeTape | null;

  /** @throws {DomainError} `tooManyDigits` */
  constructor(market: CandleMarket, plan: CheckedPlan, tape: TradeTape | null) {
    const { pairs, digits } = gridOf(market, plan);
    const money = new ExactMoney(plan.balances, digits);
    super(
      market,
      plan,
      Float64Array.from(plan.balances, (_, currency) => money.toDouble(currency)),
    );
    this.#sellTicks = new Float64Array(pairs.length);
    this.#buyTicks = new Float64Array(pairs.length);
    this.#money = money;
    this.#pairs = pairs;
    this.#delta = plan.delta;
    this.#bases = market.bases;
    this.#counters = market.counters;
    this.#minimums = plan.minimums;
    this.#tape = tape;
    this.reprice();
  }

  balances(): Decimal[] {
    return Array.from(this.held, (_, currency) => this.#money.toDecimal(currency));
  }

  protected fillSell(pair: number, moment: number, point: number, at: number): void {
    const lots = this.#sellLots(pair);
    if (lots < 1) {
      this.sell[pair] = Number.POSITIVE_INFINITY;
      return;
    }
    const grid = this.#pairs[pair]!;
    const ticks = at === 0 ? this.#sellTicks[pair]! : Math.round(at / grid.tickSize);
    const tickLots = wholeTickLots(ticks, lots);
    this.#tape?.add(moment, sellSlot(pair), point, ticks, lots, this.evening);
    const { base, counter } = grid;
    this.takeOff(pair, lots / grid.lotsPerOne, ticks * grid.tickSize);
    this.#money.subtract(this.#bases[pair]!, base.given(lots), base.givenUnit);
    this.#money.add(this.#counters[pair]!, counter.kept(tickLots), counter.keptUnit);
    this.sells++;
    this.#filled(pair, tickLots * grid.tickLot);
  }

  protected fillBuy(pair: number, moment: number, point: number, at: number): void {
    const lots = this.#buyLots(pair);
    if (lots < 1) {
      this.buy[pair] = 0;
      return;
    }
    const grid = this.#pairs[pair]!;
    const ticks = at === 0 ? this.#buyTicks[pair]! : Math.round(at / grid.tickSize);
    const tickLots = wholeTickLots(ticks, lots);
    this.#tape?.add(moment, buySlot(pair), point, ticks, lots, this.evening);
    const { base, counter } = grid;
    this.takeOff(pair, -lots / grid.lotsPerOne, ticks * grid.tickSize);
    this.#money.add(this.#bases[pair]!, base.kept(lots), base.keptUnit);
    this.#money.subtract(this.#counters[pair]!, counter.given(tickLots), counter.givenUnit);
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
      this.price(pair);
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
    const { fewestLots, maxLots, fewestTickLots } = this.#pairs[pair]!;
    return lots >= fewestLots && lots <= maxLots && ticks * lots >= fewestTickLots;
  }

  protected price(pair: number): void {
    const { tickSize, ticksPerOne } = this.#pairs[pair]!;
    const even = evenPrice(this.held[this.#bases[pair]!]!, this.held[this.#counters[pair]!]!);
    let sellTicks = stepsUp(sellPrice(even, this.#delta) * ticksPerOne);
    if (sellTicks < 0) sellTicks = this.#exactTicks(pair, sellPrice, 'up');
    let buyTicks = stepsDown(buyPrice(even, this.#delta) * ticksPerOne);
    if (buyTicks < 0) buyTicks = this.#exactTicks(pair, buyPrice, 'down');
    this.#sellTicks[pair] = sellTicks;
    this.#buyTicks[pair] = buyTicks;
    const through = this.isCautious ? 1 : 0;
    this.sell[pair] = (sellTicks + through) * tickSize * (1 - closeness);
    this.buy[pair] = (buyTicks - through) * tickSize * (1 + closeness);
  }

  protected sellPrice(pair: number): number {
    return this.#sellTicks[pair]! * this.#pairs[pair]!.tickSize;
  }

  protected buyPrice(pair: number): number {
    return this.#buyTicks[pair]! * this.#pairs[pair]!.tickSize;
  }

  protected lineUp(pair: number, price: number): number {
    const { tick, tickSize, ticksPerOne } = this.#pairs[pair]!;
    const ticks = stepsUp(price * ticksPerOne);
    return ticks < 0 ? Number(toGrid(price, tick, 'up')) : ticks * tickSize;
  }

  protected lineDown(pair: number, price: number): number {
    const { tick, tickSize, ticksPerOne } = this.#pairs[pair]!;
    const ticks = stepsDown(price * ticksPerOne);
    return ticks < 0 ? Number(toGrid(price, tick, 'down')) : ticks * tickSize;
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

/** @throws {DomainError} `tooManyDigits` where the product is no longer a whole double */
function wholeTickLots(ticks: number, lots: number): number {
  const tickLots = ticks * lots;
  if (!(tickLots <= Number.MAX_SAFE_INTEGER)) throw new BacktestError('tooManyDigits', { ticks, lots });
  return tickLots;
}
