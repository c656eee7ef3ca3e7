/**
 * The innermost loop of sweeps: a summary of candles as four trades each, orders as the formulas give them, on doubles,
 * for three pairs of three currencies, which the bots of the console have.
 *
 * It does what `walkMarket` does with a `FreeBook` (a test holds the two together), written out in one function,
 * because here every nanosecond is paid a hundred million times. What makes it fast:
 *
 * - moments at which no order is reached are not looked at (`ReachIndex`), nor are closes that cannot matter
 *   (`WorthWatch`);
 * - the pairs' order prices are local numbers, and a candle's fills happen on local numbers, stored once at its end;
 *   all pairs' orders are priced anew only then, for a trade fills orders of its own pair only;
 * - a candle is at most four monotone moves: after the opening price has filled what it reaches, a fall can reach only
 *   the buy and a rise only the sell. So each later price is held against one order. That the same few lines stand
 *   here eight times lets the processor learn each place's habits;
 * - a candle in which an order might be held back goes to the book: no other can reach an order that is far past;
 * - nothing is allocated on the way.
 */
import { buyPrice, priceTolerance, sellPrice } from '@tenbin/strategy';
import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import { FreeBook } from './free-book.ts';
import { never, blockBits as reachBits, spareBits } from './reach-index.ts';
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

/** @returns null for other than three pairs of three currencies */
export function freePathOf(market: CandleMarket): FreePath | null {
  const { rows, stride, bases, counters, reach, values, extremes } = market;
  const { length } = reach;
  const pairs = bases.length;
  if (pairs !== 3 || market.currencies.length !== 3) return null;
  const [reachedA, reachedB, reachedC] = reach.reached;
  const { byMoment: a, byBlock: blockA } = reachedA!;
  const { byMoment: b, byBlock: blockB } = reachedB!;
  const { byMoment: c, byBlock: blockC } = reachedC!;
  const [lowestA, lowestB, lowestC] = reach.lowest as unknown as [number, number, number];
  const [highestA, highestB, highestC] = reach.highest as unknown as [number, number, number];
  const [scaleA, scaleB, scaleC] = reach.scales as unknown as [number, number, number];
  const [baseA, baseB, baseC] = bases as unknown as [number, number, number];
  const [counterA, counterB, counterC] = counters as unknown as [number, number, number];

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the hot loop, written out; see the top of the file
  return function walk(plan, watch) {
    const { delta } = plan;
    // The kernel's factors; what follows are its formulas, operation for operation.
    const up = sellPrice(1, delta);
    const down = buyPrice(1, delta);
    const book = new FreeBook(market, plan, null);
    const { held } = book;
    const kept = Float64Array.from(plan.fees, (fee) => 1 - fee);
    const volumes = new Float64Array(3);
    const { marks, band, worthAt } = watch;
    const { most: mostBand, least: leastBand } = band;
    let evenA = held[counterA]! / held[baseA]!;
    let evenB = held[counterB]! / held[baseB]!;
    let evenC = held[counterC]! / held[baseC]!;
    let isQuiet = false;
    let executions = 0;
    let sharedCandleFills = 0;
    let highest = 0;
    let lowestShare = 1;
    let moment = 0;
    for (;;) {
      // As `ReachIndex.next`, but for what only the prices can tell.
      const highA = Math.min(Math.max((evenA * up - lowestA) * scaleA, 0), never) | 0;
      const lowA = Math.min(Math.max((highestA - evenA * down) * scaleA, 0), never) | 0;
      const limitA = (highA << 16) | lowA | spareBits;
      const highB = Math.min(Math.max((evenB * up - lowestB) * scaleB, 0), never) | 0;
      const lowB = Math.min(Math.max((highestB - evenB * down) * scaleB, 0), never) | 0;
      const limitB = (highB << 16) | lowB | spareBits;
      const highC = Math.min(Math.max((evenC * up - lowestC) * scaleC, 0), never) | 0;
      const lowC = Math.min(Math.max((highestC - evenC * down) * scaleC, 0), never) | 0;
      const limitC = (highC << 16) | lowC | spareBits;
      let next = moment;
      for (;;) {
        let block = next >> reachBits;
        while (((limitA - blockA[block]!) & (limitB - blockB[block]!) & (limitC - blockC[block]!) & spareBits) === spareBits) block++;
        if (block << reachBits > next) next = block << reachBits;
        const end = (block + 1) << reachBits;
        while (next < end && ((limitA - a[next]!) & (limitB - b[next]!) & (limitC - c[next]!) & spareBits) === spareBits) next++;
        if (next < end) break;
      }
      if (!isQuiet) {
        // As `worthScanOf`; a block's extremes hold for any part of it.
        const end = next < length ? next : length;
        const [heldA, heldB, heldC] = [held[0]!, held[1]!, held[2]!];
        for (let t = moment; t < end; ) {
          const at = (t >> blockBits) * 6;
          const blockEnd = (t | (blockSize - 1)) + 1;
          const last = blockEnd < end ? blockEnd : end;
          const most = heldA * extremes[at]! + heldB * extremes[at + 1]! + heldC * extremes[at + 2]!;
          const least = heldA * extremes[at + 3]! + heldB * extremes[at + 4]! + heldC * extremes[at + 5]!;
          if (most <= highest && least >= highest * lowestShare) t = last;
          for (; t < last; t++) {
            const worth = heldA * values[3 * t]! + heldB * values[3 * t + 1]! + heldC * values[3 * t + 2]!;
            if (worth > highest) highest = worth;
            else if (worth < highest * lowestShare) lowestShare = worth / highest;
          }
        }
      }
      moment = next;
      if (moment >= length) break;
      const row = moment * stride;
      for (let p = 0; p < 3; p++) {
        const at = row + 4 * p;
        const high = rows[at + 1]!;
        const low = rows[at + 2]!;
        const before = p === 0 ? evenA : p === 1 ? evenB : evenC;
        let sell = before * up;
        let buy = before * down;
        if (high < sell && low > buy) continue;
        const baseAt = bases[p]!;
        const counterAt = counters[p]!;
        if (high * farUnder > sell || low * farOver < buy || low * farOver < high) {
          book.reprice();
          book.walkCandle(p, moment);
          const fills = book.sells + book.buys;
          executions += fills;
          if (book.sells > 0 && book.buys > 0) sharedCandleFills += fills;
          volumes[p]! += book.notional[0]! * rows[row + 12 + counterAt]!;
        } else {
          const open = rows[at]!;
          const close = rows[at + 3]!;
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
          if (close >= open) {
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
          volumes[p]! += notional * rows[row + 12 + counterAt]!;
        }
        evenA = held[counterA]! / held[baseA]!;
        evenB = held[counterB]! / held[baseB]!;
        evenC = held[counterC]! / held[baseC]!;
      }
      const total = held[0]! * rows[row + 12]! + held[1]! * rows[row + 13]! + held[2]! * rows[row + 14]!;
      if (total > highest) highest = total;
      else if (total < highest * lowestShare) lowestShare = total / highest;
      const even = held[worthAt]!;
      isQuiet = even * mostBand <= highest && even * leastBand >= highest * lowestShare;
      moment++;
    }
    marks[0] = highest;
    marks[1] = lowestShare;
    return { executions, sharedCandleFills, volumes, held, refusedAt: null };
  };
}
