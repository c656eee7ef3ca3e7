/**
 * The innermost loop of sweeps: candles as four trades each, orders as the formulas give them, on doubles.
 *
 * It does what `walkMarket` does with a book, written out in one function, because here every nanosecond is paid a
 * hundred million times. What makes it fast:
 *
 * - moments at which no order is reached are not looked at (`ReachIndex`, `WorthWatch`);
 * - a candle's fills happen on local numbers (base, counter, the pair's two order prices), stored once at its end; all
 *   pairs' orders are priced anew only then, for a trade fills orders of its own pair only;
 * - a candle is at most four monotone moves: after the opening price has filled what it reaches, a fall can reach only
 *   the buy and a rise only the sell. So each later price is held against one order;
 * - it is a closure over one market: an engine that sees one of them takes the market's arrays for constants;
 * - nothing is allocated on the way.
 *
 * The kernel's formulas are called, not copied: an engine puts them in place.
 */
import { buyAmount, buyPrice, evenPrice, sellAmount, sellPrice } from '@tenbin/strategy';
import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import { leastBalances } from './least-balances.ts';
import { buySlot, sellSlot, type TradeTape } from './trade-tape.ts';
import type { Walk } from './walk-market.ts';
import type { WorthWatch } from './worth-watch.ts';

export interface FreeWalk extends Walk {
  /** By currency, at the end. */
  readonly held: Float64Array;
}

export type FreePath = (plan: CheckedPlan, watch: WorthWatch, tape: TradeTape | null) => FreeWalk;

export function freePathOf(market: CandleMarket): FreePath {
  const { rows, stride, bases, counters, reach } = market;
  const pairs = bases.length;
  const valuesAt = 4 * pairs;
  const currencies = market.currencies.length;
  const length = reach.length;

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the hot loop, written out; see the top of the file
  return function walk(plan, watch, tape) {
    const { delta } = plan;
    const held = Float64Array.from(plan.balances, Number);
    const kept = Float64Array.from(plan.fees, (fee) => 1 - fee);
    const least = leastBalances(market, plan);
    const volumes = new Float64Array(pairs);
    const sells = new Float64Array(pairs);
    const buys = new Float64Array(pairs);
    const limits = reach.makeLimits();
    const { marks, leastWorth } = watch;
    let executions = 0;
    let sharedCandleFills = 0;
    let isRefused = false;
    let highest = 0;
    let lowestShare = 1;
    let moment = 0;
    for (let p = 0; p < pairs; p++) {
      const even = evenPrice(held[bases[p]!]!, held[counters[p]!]!);
      sells[p] = sellPrice(even, delta);
      buys[p] = buyPrice(even, delta);
    }
    for (;;) {
      reach.setLimits(limits, sells, buys);
      const next = reach.next(moment, limits);
      if (!watch.isQuiet) {
        marks[0] = highest;
        marks[1] = lowestShare;
        moment = watch.look(moment, next, held);
        highest = marks[0]!;
        lowestShare = marks[1]!;
        isRefused = moment < next;
        if (isRefused) break;
      }
      moment = next;
      if (moment >= length) break;
      const row = moment * stride;
      for (let p = 0; p < pairs; p++) {
        const at = row + 4 * p;
        const high = rows[at + 1]!;
        const low = rows[at + 2]!;
        let sell = sells[p]!;
        let buy = buys[p]!;
        if (high < sell && low > buy) continue;
        const open = rows[at]!;
        const close = rows[at + 3]!;
        const isRising = close >= open;
        const baseAt = bases[p]!;
        const counterAt = counters[p]!;
        const leastBase = least[baseAt]!;
        const leastCounter = least[counterAt]!;
        const share = kept[p]!;
        let base = held[baseAt]!;
        let counter = held[counterAt]!;
        let sold = 0;
        let bought = 0;
        let notional = 0;
        // The open may lie on either side; then two extremes and the close, up and down by turns.
        let rises = open >= sell;
        let price = open;
        for (let point = 0; point < 4; point++) {
          if (point > 0) {
            rises = (point === 2) === isRising;
            price = point === 3 ? close : rises ? high : low;
          }
          if (rises) {
            while (price >= sell) {
              const amount = sellAmount(base, delta);
              const worth = amount * sell;
              if (tape !== null) tape.add(moment, sellSlot(p), point, sell, amount);
              notional += worth;
              counter += worth * share;
              base -= amount;
              sold++;
              const even = evenPrice(base, counter);
              sell = sellPrice(even, delta);
              buy = buyPrice(even, delta);
              if (base >= leastBase && counter >= leastCounter) continue;
              isRefused = true;
              sell = Number.POSITIVE_INFINITY;
              buy = 0;
            }
          } else {
            while (price <= buy) {
              const amount = buyAmount(base, delta);
              const worth = amount * buy;
              if (tape !== null) tape.add(moment, buySlot(p), point, buy, amount);
              notional += worth;
              counter -= worth;
              base += amount * share;
              bought++;
              const even = evenPrice(base, counter);
              sell = sellPrice(even, delta);
              buy = buyPrice(even, delta);
              if (base >= leastBase && counter >= leastCounter) continue;
              isRefused = true;
              sell = Number.POSITIVE_INFINITY;
              buy = 0;
            }
          }
        }
        held[baseAt] = base;
        held[counterAt] = counter;
        executions += sold + bought;
        if (sold !== 0 && bought !== 0) sharedCandleFills += sold + bought;
        volumes[p]! += notional * rows[row + valuesAt + counterAt]!;
        if (isRefused) break;
        for (let q = 0; q < pairs; q++) {
          const even = evenPrice(held[bases[q]!]!, held[counters[q]!]!);
          sells[q] = sellPrice(even, delta);
          buys[q] = buyPrice(even, delta);
        }
      }
      let total = 0;
      let smallest = Number.POSITIVE_INFINITY;
      for (let c = 0; c < currencies; c++) {
        const one = held[c]! * rows[row + valuesAt + c]!;
        total += one;
        if (one < smallest) smallest = one;
      }
      if (total > highest) highest = total;
      else if (total < highest * lowestShare) lowestShare = total / highest;
      if (isRefused || smallest < leastWorth) {
        isRefused = true;
        break;
      }
      marks[0] = highest;
      marks[1] = lowestShare;
      watch.settle(held, true);
      moment++;
    }
    marks[0] = highest;
    marks[1] = lowestShare;
    if (isRefused) watch.lookAtRest(moment + 1, length, held);
    return { executions, sharedCandleFills, volumes, held, refusedAt: isRefused ? moment : null };
  };
}
