/**
 * The innermost loop of sweeps: a summary of candles as four trades each, orders as the formulas give them, on doubles.
 *
 * It does what `walkMarket` does with a `FreeBook` (a test holds the two together), written out in one function,
 * because here every nanosecond is paid a hundred million times. What makes it fast:
 *
 * - moments at which no order is reached are not looked at (`ReachIndex`), nor are closes that cannot matter
 *   (`WorthWatch`);
 * - a candle's fills happen on local numbers (base, counter, the pair's two order prices), stored once at its end; all
 *   pairs' orders are priced anew only then, for a trade fills orders of its own pair only;
 * - a candle is at most four monotone moves: after the opening price has filled what it reaches, a fall can reach only
 *   the buy and a rise only the sell. So each later price is held against one order. That the same few lines stand
 *   here five times lets the processor learn each place's habits;
 * - a candle in which an order might be held back goes to the book: no other can reach an order that is far past;
 * - it is a closure over one market: an engine that sees one of them takes the market's arrays for constants;
 * - nothing is allocated on the way.
 */
import { buyPrice, priceTolerance, sellPrice } from '@tenbin/strategy';
import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import { FreeBook } from './free-book.ts';
import type { Walk } from './walk-market.ts';
import { blockBits, blockSize } from './worth-scan.ts';
import type { WorthWatch } from './worth-watch.ts';

/** A candle within these of its orders and of itself reaches none that is held back. */
const farUnder = 1 - priceTolerance;
const farOver = 1 + priceTolerance;

export interface FreeWalk extends Walk {
  /** By currency, at the end. */
  readonly held: Float64Array;
}

/** Runs one plan; one without grid, minimums and tape. */
export type FreePath = (plan: CheckedPlan, watch: WorthWatch) => FreeWalk;

export function freePathOf(market: CandleMarket): FreePath {
  const { rows, stride, bases, counters } = market;
  const { reach, values, extremes } = market;
  const { length } = reach;
  const pairs = bases.length;
  const valuesAt = 4 * pairs;
  const currencies = market.currencies.length;

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the hot loop, written out; see the top of the file
  return function walk(plan, watch) {
    const { delta } = plan;
    // The kernel's factors; what follows are its formulas, operation for operation: they would be too many calls to put
    // in place, and the search for the next moment would be left out.
    const up = sellPrice(1, delta);
    const down = buyPrice(1, delta);
    const book = new FreeBook(market, plan, null);
    const { held, sell: sells, buy: buys } = book;
    const kept = Float64Array.from(plan.fees, (fee) => 1 - fee);
    const volumes = new Float64Array(pairs);
    const { marks, band, worthAt } = watch;
    let isQuiet = false;
    let executions = 0;
    let sharedCandleFills = 0;
    let highest = 0;
    let lowestShare = 1;
    let moment = 0;
    for (;;) {
      const next = reach.next(moment, sells, buys);
      if (!isQuiet) {
        // As `worthScanOf`.
        for (let t = moment; t < next; t++) {
          if ((t & (blockSize - 1)) === 0 && t + blockSize <= next) {
            let most = 0;
            let least = 0;
            const at = (t >> blockBits) * 2 * currencies;
            for (let c = 0; c < currencies; c++) {
              most += held[c]! * extremes[at + c]!;
              least += held[c]! * extremes[at + currencies + c]!;
            }
            if (most <= highest && least >= highest * lowestShare) {
              t += blockSize - 1;
              continue;
            }
          }
          let worth = 0;
          for (let c = 0; c < currencies; c++) worth += held[c]! * values[t * currencies + c]!;
          if (worth > highest) highest = worth;
          else if (worth < highest * lowestShare) lowestShare = worth / highest;
        }
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
        if (high * farUnder > sell || low * farOver < buy || low * farOver < high) {
          book.walkCandle(p, next);
          const fills = book.sells + book.buys;
          if (fills > 0) {
            executions += fills;
            if (book.sells > 0 && book.buys > 0) sharedCandleFills += fills;
            volumes[p]! += book.notional[0]! * rows[row + valuesAt + counters[p]!]!;
            book.reprice();
          }
          continue;
        }
        const open = rows[at]!;
        const close = rows[at + 3]!;
        const isRising = close >= open;
        const baseAt = bases[p]!;
        const counterAt = counters[p]!;
        const share = kept[p]!;
        let base = held[baseAt]!;
        let counter = held[counterAt]!;
        let sold = 0;
        let bought = 0;
        let notional = 0;
        while (open >= sell) {
          const amount = (base * delta) / up;
          const worth = amount * sell;
          notional += worth;
          counter += worth * share;
          base -= amount;
          sold++;
          const even = counter / base;
          sell = even * up;
          buy = even * down;
        }
        while (open <= buy) {
          const amount = (base * delta) / down;
          const worth = amount * buy;
          notional += worth;
          counter -= worth;
          base += amount * share;
          bought++;
          const even = counter / base;
          sell = even * up;
          buy = even * down;
        }
        if (isRising) {
          while (low <= buy) {
            const amount = (base * delta) / down;
            const worth = amount * buy;
            notional += worth;
            counter -= worth;
            base += amount * share;
            bought++;
            const even = counter / base;
            sell = even * up;
            buy = even * down;
          }
          while (high >= sell) {
            const amount = (base * delta) / up;
            const worth = amount * sell;
            notional += worth;
            counter += worth * share;
            base -= amount;
            sold++;
            const even = counter / base;
            sell = even * up;
            buy = even * down;
          }
          while (close <= buy) {
            const amount = (base * delta) / down;
            const worth = amount * buy;
            notional += worth;
            counter -= worth;
            base += amount * share;
            bought++;
            const even = counter / base;
            sell = even * up;
            buy = even * down;
          }
        } else {
          while (high >= sell) {
            const amount = (base * delta) / up;
            const worth = amount * sell;
            notional += worth;
            counter += worth * share;
            base -= amount;
            sold++;
            const even = counter / base;
            sell = even * up;
            buy = even * down;
          }
          while (low <= buy) {
            const amount = (base * delta) / down;
            const worth = amount * buy;
            notional += worth;
            counter -= worth;
            base += amount * share;
            bought++;
            const even = counter / base;
            sell = even * up;
            buy = even * down;
          }
          while (close >= sell) {
            const amount = (base * delta) / up;
            const worth = amount * sell;
            notional += worth;
            counter += worth * share;
            base -= amount;
            sold++;
            const even = counter / base;
            sell = even * up;
            buy = even * down;
          }
        }
        held[baseAt] = base;
        held[counterAt] = counter;
        executions += sold + bought;
        if (sold !== 0 && bought !== 0) sharedCandleFills += sold + bought;
        volumes[p]! += notional * rows[row + valuesAt + counterAt]!;
        for (let q = 0; q < pairs; q++) {
          const even = held[counters[q]!]! / held[bases[q]!]!;
          sells[q] = even * up;
          buys[q] = even * down;
        }
      }
      let total = 0;
      for (let c = 0; c < currencies; c++) total += held[c]! * rows[row + valuesAt + c]!;
      if (total > highest) highest = total;
      else if (total < highest * lowestShare) lowestShare = total / highest;
      const even = held[worthAt]!;
      isQuiet = even * band.most <= highest && even * band.least >= highest * lowestShare;
      moment++;
    }
    marks[0] = highest;
    marks[1] = lowestShare;
    return { executions, sharedCandleFills, volumes, held, refusedAt: null };
  };
}
