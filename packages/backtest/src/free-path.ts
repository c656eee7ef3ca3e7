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
 * - a candle that opens between its orders is at most three monotone moves, and a fall can reach only the buy, a rise
 *   only the sell. So each price is held against one order;
 * - each pair has lines of its own: what is the same for all its candles (which currencies, which fee) is a constant
 *   there, and the processor learns each place's habits. The same lines three times are a tenth faster than once;
 * - other candles, and those in which an order might be held back, are walked elsewhere (`odd-candle.ts`);
 * - nothing is allocated on the way.
 */
import { buyPrice, priceTolerance, sellPrice } from '@tenbin/strategy';
import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import { oddCandleOf, told } from './odd-candle.ts';
import { never, blockBits as reachBits, spareBits } from './reach-index.ts';
import type { Walk } from './walk-market.ts';
import { blockBits, blockSize } from './worth-scan.ts';
import type { WorthWatch } from './worth-watch.ts';

/** In steps of the index, by which a limit is taken nearer than it is, so that rounding hides no candle that reaches it. */
const aside = 1e-3;
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
    const riseA = up * scaleA;
    const fallA = down * scaleA;
    const fromA = lowestA * scaleA + aside;
    const toA = highestA * scaleA - aside;
    const riseB = up * scaleB;
    const fallB = down * scaleB;
    const fromB = lowestB * scaleB + aside;
    const toB = highestB * scaleB - aside;
    const riseC = up * scaleC;
    const fallC = down * scaleC;
    const fromC = lowestC * scaleC + aside;
    const toC = highestC * scaleC - aside;
    const held = Float64Array.from(plan.balances, Number);
    const kept = Float64Array.from(plan.fees, (fee) => 1 - fee);
    const [keptA, keptB, keptC] = kept as unknown as [number, number, number];
    const odd = oddCandleOf(market, plan, held, kept);
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
      // As `ReachIndex.next`, but for what only the prices can tell. Where it can, it clamps whole numbers, which is quicker.
      const highA = Math.max(Math.min(evenA * riseA - fromA, never) | 0, 0);
      const lowA = Math.min(Math.max(toA - evenA * fallA, 0) | 0, never);
      const limitA = (highA << 16) | lowA | spareBits;
      const highB = Math.max(Math.min(evenB * riseB - fromB, never) | 0, 0);
      const lowB = Math.min(Math.max(toB - evenB * fallB, 0) | 0, never);
      const limitB = (highB << 16) | lowB | spareBits;
      const highC = Math.max(Math.min(evenC * riseC - fromC, never) | 0, 0);
      const lowC = Math.min(Math.max(toC - evenC * fallC, 0) | 0, never);
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
      {
        let sell = evenA * up;
        let buy = evenA * down;
        const high = rows[row + 1]!;
        const low = rows[row + 2]!;
        if (high >= sell || low <= buy) {
          const open = rows[row]!;
          const close = rows[row + 3]!;
          if (open >= sell || open <= buy || high * farUnder > sell || low * farOver < buy || low * farOver < high) {
            odd.walk(0, row);
            const fills = odd.told[told.sells]! + odd.told[told.buys]!;
            executions += fills;
            if (odd.told[told.sells]! > 0 && odd.told[told.buys]! > 0) sharedCandleFills += fills;
            volumes[0]! += odd.told[told.notional]! * rows[row + 12 + counterA]!;
          } else {
            const isRising = close >= open;
            let base = held[baseA]!;
            let counter = held[counterA]!;
            let sold = 0;
            let bought = 0;
            let notional = 0;
            if (!isRising)
              while (high >= sell) {
                const amount = (base * delta) / up;
                const worth = amount * sell;
                notional += worth;
                counter += worth * keptA;
                base -= amount;
                sold++;
                sell = (counter / base) * up;
                buy = (counter / base) * down;
              }
            while (low <= buy) {
              const amount = (base * delta) / down;
              const worth = amount * buy;
              notional += worth;
              counter -= worth;
              base += amount * keptA;
              bought++;
              sell = (counter / base) * up;
              buy = (counter / base) * down;
            }
            if (isRising) {
              while (high >= sell) {
                const amount = (base * delta) / up;
                const worth = amount * sell;
                notional += worth;
                counter += worth * keptA;
                base -= amount;
                sold++;
                sell = (counter / base) * up;
                buy = (counter / base) * down;
              }
              while (close <= buy) {
                const amount = (base * delta) / down;
                const worth = amount * buy;
                notional += worth;
                counter -= worth;
                base += amount * keptA;
                bought++;
                sell = (counter / base) * up;
                buy = (counter / base) * down;
              }
            } else
              while (close >= sell) {
                const amount = (base * delta) / up;
                const worth = amount * sell;
                notional += worth;
                counter += worth * keptA;
                base -= amount;
                sold++;
                sell = (counter / base) * up;
                buy = (counter / base) * down;
              }
            held[baseA] = base;
            held[counterA] = counter;
            executions += sold + bought;
            if (sold !== 0 && bought !== 0) sharedCandleFills += sold + bought;
            volumes[0]! += notional * rows[row + 12 + counterA]!;
          }
          evenA = held[counterA]! / held[baseA]!;
          evenB = held[counterB]! / held[baseB]!;
          evenC = held[counterC]! / held[baseC]!;
        }
      }
      {
        let sell = evenB * up;
        let buy = evenB * down;
        const high = rows[row + 5]!;
        const low = rows[row + 6]!;
        if (high >= sell || low <= buy) {
          const open = rows[row + 4]!;
          const close = rows[row + 7]!;
          if (open >= sell || open <= buy || high * farUnder > sell || low * farOver < buy || low * farOver < high) {
            odd.walk(1, row);
            const fills = odd.told[told.sells]! + odd.told[told.buys]!;
            executions += fills;
            if (odd.told[told.sells]! > 0 && odd.told[told.buys]! > 0) sharedCandleFills += fills;
            volumes[1]! += odd.told[told.notional]! * rows[row + 12 + counterB]!;
          } else {
            const isRising = close >= open;
            let base = held[baseB]!;
            let counter = held[counterB]!;
            let sold = 0;
            let bought = 0;
            let notional = 0;
            if (!isRising)
              while (high >= sell) {
                const amount = (base * delta) / up;
                const worth = amount * sell;
                notional += worth;
                counter += worth * keptB;
                base -= amount;
                sold++;
                sell = (counter / base) * up;
                buy = (counter / base) * down;
              }
            while (low <= buy) {
              const amount = (base * delta) / down;
              const worth = amount * buy;
              notional += worth;
              counter -= worth;
              base += amount * keptB;
              bought++;
              sell = (counter / base) * up;
              buy = (counter / base) * down;
            }
            if (isRising) {
              while (high >= sell) {
                const amount = (base * delta) / up;
                const worth = amount * sell;
                notional += worth;
                counter += worth * keptB;
                base -= amount;
                sold++;
                sell = (counter / base) * up;
                buy = (counter / base) * down;
              }
              while (close <= buy) {
                const amount = (base * delta) / down;
                const worth = amount * buy;
                notional += worth;
                counter -= worth;
                base += amount * keptB;
                bought++;
                sell = (counter / base) * up;
                buy = (counter / base) * down;
              }
            } else
              while (close >= sell) {
                const amount = (base * delta) / up;
                const worth = amount * sell;
                notional += worth;
                counter += worth * keptB;
                base -= amount;
                sold++;
                sell = (counter / base) * up;
                buy = (counter / base) * down;
              }
            held[baseB] = base;
            held[counterB] = counter;
            executions += sold + bought;
            if (sold !== 0 && bought !== 0) sharedCandleFills += sold + bought;
            volumes[1]! += notional * rows[row + 12 + counterB]!;
          }
          evenA = held[counterA]! / held[baseA]!;
          evenB = held[counterB]! / held[baseB]!;
          evenC = held[counterC]! / held[baseC]!;
        }
      }
      {
        let sell = evenC * up;
        let buy = evenC * down;
        const high = rows[row + 9]!;
        const low = rows[row + 10]!;
        if (high >= sell || low <= buy) {
          const open = rows[row + 8]!;
          const close = rows[row + 11]!;
          if (open >= sell || open <= buy || high * farUnder > sell || low * farOver < buy || low * farOver < high) {
            odd.walk(2, row);
            const fills = odd.told[told.sells]! + odd.told[told.buys]!;
            executions += fills;
            if (odd.told[told.sells]! > 0 && odd.told[told.buys]! > 0) sharedCandleFills += fills;
            volumes[2]! += odd.told[told.notional]! * rows[row + 12 + counterC]!;
          } else {
            const isRising = close >= open;
            let base = held[baseC]!;
            let counter = held[counterC]!;
            let sold = 0;
            let bought = 0;
            let notional = 0;
            if (!isRising)
              while (high >= sell) {
                const amount = (base * delta) / up;
                const worth = amount * sell;
                notional += worth;
                counter += worth * keptC;
                base -= amount;
                sold++;
                sell = (counter / base) * up;
                buy = (counter / base) * down;
              }
            while (low <= buy) {
              const amount = (base * delta) / down;
              const worth = amount * buy;
              notional += worth;
              counter -= worth;
              base += amount * keptC;
              bought++;
              sell = (counter / base) * up;
              buy = (counter / base) * down;
            }
            if (isRising) {
              while (high >= sell) {
                const amount = (base * delta) / up;
                const worth = amount * sell;
                notional += worth;
                counter += worth * keptC;
                base -= amount;
                sold++;
                sell = (counter / base) * up;
                buy = (counter / base) * down;
              }
              while (close <= buy) {
                const amount = (base * delta) / down;
                const worth = amount * buy;
                notional += worth;
                counter -= worth;
                base += amount * keptC;
                bought++;
                sell = (counter / base) * up;
                buy = (counter / base) * down;
              }
            } else
              while (close >= sell) {
                const amount = (base * delta) / up;
                const worth = amount * sell;
                notional += worth;
                counter += worth * keptC;
                base -= amount;
                sold++;
                sell = (counter / base) * up;
                buy = (counter / base) * down;
              }
            held[baseC] = base;
            held[counterC] = counter;
            executions += sold + bought;
            if (sold !== 0 && bought !== 0) sharedCandleFills += sold + bought;
            volumes[2]! += notional * rows[row + 12 + counterC]!;
          }
          evenA = held[counterA]! / held[baseA]!;
          evenB = held[counterB]! / held[baseB]!;
          evenC = held[counterC]! / held[baseC]!;
        }
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
