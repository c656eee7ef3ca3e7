/**
 * The innermost loop of sweeps (`freePathOf`): a summary of candles as four trades each, orders as the formulas give
 * them, on doubles, for three pairs of three currencies, which the bots of the console have. It does what `walkMarket`
 * does with a `FreeBook` (a test holds the two together), written out in one function, because here every nanosecond is
 * paid a hundred million times. What makes it fast:
 *
 * - moments at which no order is reached are not looked at (`ReachIndex`), nor are closes that cannot matter
 *   (`WorthWatch`). Where moment after moment fills, the next one is walked without a search;
 * - whether an order is reached is what a processor guesses, and where it guesses wrong it waits for the numbers that
 *   decide. So those are others than the money's: even prices that each fill moves by one multiplication
 *   (`evenStepsOf`), held against the candle a hair on the side of reaching. The money follows by the formulas,
 *   operation for operation, with their divisions, and the exact price has the last word;
 * - a candle that opens between its orders is at most four moves, down or up, and a fall can reach only the buy, a rise
 *   only the sell. So each price is held against one order;
 * - each pair has lines of its own: what is the same for all its candles (which currencies, which fee) is a constant
 *   there, and the processor learns each place's habits. The same lines three times are a tenth faster than once;
 * - other candles, and those in which an order might stand at the line, are walked elsewhere (`OddCandle`);
 * - the loop is cut into calls. An engine that enters a long loop once replaces it under way, by code that has never
 *   seen what comes behind the loop and is thrown away there, in every run anew;
 * - nothing is allocated on the way.
 */
import { buyPrice, priceTolerance, sellPrice } from '@tenbin/strategy';
import type { CandleMarket } from './candle-market.ts';
import type { FreeRun } from './free-run.ts';
import { never, blockBits as reachBits, spareBits } from './reach-index.ts';
import { blockBits, blockSize } from './worth-scan.ts';

/** In steps of the index, by which a limit is taken nearer than it is, so that rounding hides no candle that reaches it. */
const aside = 1e-3;
/** As a share of a price: more than even prices drift in one call, by a rounding at each fill. */
const near = 1e-7;
/** A candle within this, opening between its orders, has none at the line: each of its sells is above its low, each buy under its high. */
const farOver = 1 + priceTolerance;
/** Moments with a reached order that one call walks through. */
const momentsOfCall = 1024;

/** Walks on through some moments more. */
export type FreeLoop = (run: FreeRun) => void;

/** @param market - of three pairs of three currencies */
export function freeLoopOf(market: CandleMarket): FreeLoop {
  const { rows, stride, bases, counters, reach, values, extremes } = market;
  const { length, scales } = reach;
  const [reachedA, reachedB, reachedC] = reach.reached;
  const { byMoment: a, byBlock: blockA } = reachedA!;
  const { byMoment: b, byBlock: blockB } = reachedB!;
  const { byMoment: c, byBlock: blockC } = reachedC!;
  const [scaleA, scaleB, scaleC] = scales as unknown as [number, number, number];
  const [fromA, fromB, fromC] = reach.lowest.map((price, p) => price * scales[p]! + aside) as unknown as [number, number, number];
  const [toA, toB, toC] = reach.highest.map((price, p) => price * scales[p]! - aside) as unknown as [number, number, number];
  const [baseA, baseB, baseC] = bases as unknown as [number, number, number];
  const [counterA, counterB, counterC] = counters as unknown as [number, number, number];

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the hot loop, written out; see the top of the file
  return function walkOn(run) {
    const { delta, held, kept, steps, volumes, odd } = run;
    const { marks, band, worthAt } = run.watch;
    const { most: maxBand, least: leastBand } = band;
    // The kernel's factors; what follows are its formulas, operation for operation.
    const up = sellPrice(1, delta);
    const down = buyPrice(1, delta);
    const upNear = up * (1 - near);
    const downNear = down * (1 + near);
    const riseA = upNear * scaleA;
    const fallA = downNear * scaleA;
    const riseB = upNear * scaleB;
    const fallB = downNear * scaleB;
    const riseC = upNear * scaleC;
    const fallC = downNear * scaleC;
    const keptA = kept[0]!;
    const keptB = kept[1]!;
    const keptC = kept[2]!;
    const sellAA = steps[0]!;
    const buyAA = steps[1]!;
    const sellAB = steps[2]!;
    const buyAB = steps[3]!;
    const sellAC = steps[4]!;
    const buyAC = steps[5]!;
    const sellBA = steps[6]!;
    const buyBA = steps[7]!;
    const sellBB = steps[8]!;
    const buyBB = steps[9]!;
    const sellBC = steps[10]!;
    const buyBC = steps[11]!;
    const sellCA = steps[12]!;
    const buyCA = steps[13]!;
    const sellCB = steps[14]!;
    const buyCB = steps[15]!;
    const sellCC = steps[16]!;
    const buyCC = steps[17]!;
    let evenA = held[counterA]! / held[baseA]!;
    let evenB = held[counterB]! / held[baseB]!;
    let evenC = held[counterC]! / held[baseC]!;
    let highest = marks[0]!;
    let lowestShare = marks[1]!;
    let executions = 0;
    let sharedCandleFills = 0;
    let isQuiet = false;
    let isDense = false;
    let moment = run.moment;
    for (let left = momentsOfCall; left > 0 && moment < length; left--) {
      const from = moment;
      if (!isDense) {
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
        for (;;) {
          let block = moment >> reachBits;
          while (((limitA - blockA[block]!) & (limitB - blockB[block]!) & (limitC - blockC[block]!) & spareBits) === spareBits) block++;
          if (block << reachBits > moment) moment = block << reachBits;
          const end = (block + 1) << reachBits;
          while (moment < end && ((limitA - a[moment]!) & (limitB - b[moment]!) & (limitC - c[moment]!) & spareBits) === spareBits)
            moment++;
          if (moment < end) break;
        }
        if (!isQuiet) {
          // As `worthScanOf`; a block's extremes hold for any part of it.
          const end = moment < length ? moment : length;
          const [heldA, heldB, heldC] = [held[0]!, held[1]!, held[2]!];
          for (let t = from; t < end; ) {
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
        if (moment >= length) break;
      }
      const before = executions;
      const row = moment * stride;
      {
        const high = rows[row + 1]!;
        const low = rows[row + 2]!;
        if (high >= evenA * upNear || low <= evenA * downNear) {
          const open = rows[row]!;
          const close = rows[row + 3]!;
          if (open >= evenA * upNear || open <= evenA * downNear || low * farOver < high || odd.isUneven) {
            odd.walk(0, row);
            evenA = held[counterA]! / held[baseA]!;
            evenB = held[counterB]! / held[baseB]!;
            evenC = held[counterC]! / held[baseC]!;
          } else {
            const isRising = close >= open;
            let base = held[baseA]!;
            let counter = held[counterA]!;
            let sold = 0;
            let bought = 0;
            let notional = 0;
            const first = isRising ? open : high;
            const second = isRising ? high : close;
            while (first >= evenA * upNear) {
              const price = (counter / base) * up;
              if (first < price) break;
              const amount = (base * delta) / up;
              const worth = amount * price;
              notional += worth;
              counter += worth * keptA;
              base -= amount;
              sold++;
              evenA *= sellAA;
              evenB *= sellAB;
              evenC *= sellAC;
            }
            while (low <= evenA * downNear) {
              const price = (counter / base) * down;
              if (low > price) break;
              const amount = (base * delta) / down;
              const worth = amount * price;
              notional += worth;
              counter -= worth;
              base += amount * keptA;
              bought++;
              evenA *= buyAA;
              evenB *= buyAB;
              evenC *= buyAC;
            }
            while (second >= evenA * upNear) {
              const price = (counter / base) * up;
              if (second < price) break;
              const amount = (base * delta) / up;
              const worth = amount * price;
              notional += worth;
              counter += worth * keptA;
              base -= amount;
              sold++;
              evenA *= sellAA;
              evenB *= sellAB;
              evenC *= sellAC;
            }
            while (close <= evenA * downNear) {
              const price = (counter / base) * down;
              if (close > price) break;
              const amount = (base * delta) / down;
              const worth = amount * price;
              notional += worth;
              counter -= worth;
              base += amount * keptA;
              bought++;
              evenA *= buyAA;
              evenB *= buyAB;
              evenC *= buyAC;
            }
            held[baseA] = base;
            held[counterA] = counter;
            executions += sold + bought;
            if (sold !== 0 && bought !== 0) sharedCandleFills += sold + bought;
            volumes[0]! += notional * rows[row + 12 + counterA]!;
          }
        }
      }
      {
        const high = rows[row + 5]!;
        const low = rows[row + 6]!;
        if (high >= evenB * upNear || low <= evenB * downNear) {
          const open = rows[row + 4]!;
          const close = rows[row + 7]!;
          if (open >= evenB * upNear || open <= evenB * downNear || low * farOver < high || odd.isUneven) {
            odd.walk(1, row);
            evenA = held[counterA]! / held[baseA]!;
            evenB = held[counterB]! / held[baseB]!;
            evenC = held[counterC]! / held[baseC]!;
          } else {
            const isRising = close >= open;
            let base = held[baseB]!;
            let counter = held[counterB]!;
            let sold = 0;
            let bought = 0;
            let notional = 0;
            const first = isRising ? open : high;
            const second = isRising ? high : close;
            while (first >= evenB * upNear) {
              const price = (counter / base) * up;
              if (first < price) break;
              const amount = (base * delta) / up;
              const worth = amount * price;
              notional += worth;
              counter += worth * keptB;
              base -= amount;
              sold++;
              evenA *= sellBA;
              evenB *= sellBB;
              evenC *= sellBC;
            }
            while (low <= evenB * downNear) {
              const price = (counter / base) * down;
              if (low > price) break;
              const amount = (base * delta) / down;
              const worth = amount * price;
              notional += worth;
              counter -= worth;
              base += amount * keptB;
              bought++;
              evenA *= buyBA;
              evenB *= buyBB;
              evenC *= buyBC;
            }
            while (second >= evenB * upNear) {
              const price = (counter / base) * up;
              if (second < price) break;
              const amount = (base * delta) / up;
              const worth = amount * price;
              notional += worth;
              counter += worth * keptB;
              base -= amount;
              sold++;
              evenA *= sellBA;
              evenB *= sellBB;
              evenC *= sellBC;
            }
            while (close <= evenB * downNear) {
              const price = (counter / base) * down;
              if (close > price) break;
              const amount = (base * delta) / down;
              const worth = amount * price;
              notional += worth;
              counter -= worth;
              base += amount * keptB;
              bought++;
              evenA *= buyBA;
              evenB *= buyBB;
              evenC *= buyBC;
            }
            held[baseB] = base;
            held[counterB] = counter;
            executions += sold + bought;
            if (sold !== 0 && bought !== 0) sharedCandleFills += sold + bought;
            volumes[1]! += notional * rows[row + 12 + counterB]!;
          }
        }
      }
      {
        const high = rows[row + 9]!;
        const low = rows[row + 10]!;
        if (high >= evenC * upNear || low <= evenC * downNear) {
          const open = rows[row + 8]!;
          const close = rows[row + 11]!;
          if (open >= evenC * upNear || open <= evenC * downNear || low * farOver < high || odd.isUneven) {
            odd.walk(2, row);
            evenA = held[counterA]! / held[baseA]!;
            evenB = held[counterB]! / held[baseB]!;
            evenC = held[counterC]! / held[baseC]!;
          } else {
            const isRising = close >= open;
            let base = held[baseC]!;
            let counter = held[counterC]!;
            let sold = 0;
            let bought = 0;
            let notional = 0;
            const first = isRising ? open : high;
            const second = isRising ? high : close;
            while (first >= evenC * upNear) {
              const price = (counter / base) * up;
              if (first < price) break;
              const amount = (base * delta) / up;
              const worth = amount * price;
              notional += worth;
              counter += worth * keptC;
              base -= amount;
              sold++;
              evenA *= sellCA;
              evenB *= sellCB;
              evenC *= sellCC;
            }
            while (low <= evenC * downNear) {
              const price = (counter / base) * down;
              if (low > price) break;
              const amount = (base * delta) / down;
              const worth = amount * price;
              notional += worth;
              counter -= worth;
              base += amount * keptC;
              bought++;
              evenA *= buyCA;
              evenB *= buyCB;
              evenC *= buyCC;
            }
            while (second >= evenC * upNear) {
              const price = (counter / base) * up;
              if (second < price) break;
              const amount = (base * delta) / up;
              const worth = amount * price;
              notional += worth;
              counter += worth * keptC;
              base -= amount;
              sold++;
              evenA *= sellCA;
              evenB *= sellCB;
              evenC *= sellCC;
            }
            while (close <= evenC * downNear) {
              const price = (counter / base) * down;
              if (close > price) break;
              const amount = (base * delta) / down;
              const worth = amount * price;
              notional += worth;
              counter -= worth;
              base += amount * keptC;
              bought++;
              evenA *= buyCA;
              evenB *= buyCB;
              evenC *= buyCC;
            }
            held[baseC] = base;
            held[counterC] = counter;
            executions += sold + bought;
            if (sold !== 0 && bought !== 0) sharedCandleFills += sold + bought;
            volumes[2]! += notional * rows[row + 12 + counterC]!;
          }
        }
      }
      const total = held[0]! * rows[row + 12]! + held[1]! * rows[row + 13]! + held[2]! * rows[row + 14]!;
      if (total > highest) highest = total;
      else if (total < highest * lowestShare) lowestShare = total / highest;
      const even = held[worthAt]!;
      isQuiet = even * maxBand <= highest && even * leastBand >= highest * lowestShare;
      isDense = executions !== before && moment - from <= 1;
      moment++;
    }
    run.moment = moment;
    run.executions += executions;
    run.sharedCandleFills += sharedCandleFills;
    marks[0] = highest;
    marks[1] = lowestShare;
  };
}
