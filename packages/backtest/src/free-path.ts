/**
 * The innermost loop of sweeps: a summary of candles as four trades each, orders as the formulas give them, on doubles,
 * for three pairs of three currencies, which the bots of the console have.
 *
 * It does what `walkMarket` does with a `FreeBook` (a test holds the two together), written out in one function,
 * because here every nanosecond is paid a hundred million times. What makes it fast:
 *
 * - moments at which no order is reached are not looked at (`ReachIndex`), nor are closes that cannot matter
 *   (`WorthWatch`). Where moment after moment fills, the next one is tried without a search;
 * - whether an order is reached is what a processor guesses and often guesses wrong, and then it waits for the numbers
 *   that decide. So those are others than the money's: even prices that each fill moves by one multiplication
 *   (`EvenSteps`), a hair on the side of reaching. The money follows by the formulas, operation for operation, with their
 *   divisions, and its exact price has the last word; that this word differs is so rare that nothing waits for it;
 * - each candle lies ready as the questions that it asks (`PathTable`), few are walked elsewhere (`OddCandle`);
 * - each pair has lines of its own: what is the same for all its candles (which currencies, which fee) is a constant
 *   there, and the processor learns each place's habits. The same lines three times are a tenth faster than once;
 * - nothing is allocated on the way.
 */
import { buyPrice, priceTolerance, sellPrice } from '@tenbin/strategy';
import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import { evenStepsOf } from './even-steps.ts';
import { OddCandle } from './odd-candle.ts';
import { pathTableOf } from './path-table.ts';
import { never, blockBits as reachBits, spareBits } from './reach-index.ts';
import type { Walk } from './walk-market.ts';
import { blockBits, blockSize } from './worth-scan.ts';
import type { WorthWatch } from './worth-watch.ts';

/** In steps of the index, by which a limit is taken nearer than it is, so that rounding hides no candle that reaches it. */
const aside = 1e-3;
/**
 * The hair by which orders are taken nearer than they are: more than even prices can be off by after so many moments,
 * when they are taken from the balances anew. A candle of no more than 5 % fills less than 0.1 / delta orders.
 */
const hair = 1e-8;
const momentsUntilExact = 64;
/** For less, even prices might be off by more. */
export const leastFreeDelta = 1e-5;

/** As `ReachIndex.limit`, of whole steps; clamps whole numbers where it can, which is quicker. */
const limitOf = (above: number, below: number): number =>
  (Math.max(Math.min(above, never) | 0, 0) << 16) | Math.min(Math.max(below, 0) | 0, never) | spareBits;

export interface FreeWalk extends Walk {
  /** By currency, at the end. */
  readonly held: Float64Array;
}

/** Runs one plan; one without grid, minimums and tape, its delta at least `leastFreeDelta`. */
export type FreePath = (plan: CheckedPlan, watch: WorthWatch) => FreeWalk;

/** @returns null for other than three pairs of three currencies */
export function freePathOf(market: CandleMarket): FreePath | null {
  const { bases, counters, reach, values, extremes } = market;
  const { length } = reach;
  if (bases.length !== 3 || market.currencies.length !== 3) return null;
  const { cells, width } = pathTableOf(market);
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
    const upNear = up * (1 - hair);
    const downNear = down * (1 + hair);
    // A candle within these of its orders reaches none that is held back.
    const farOver = upNear / (1 - priceTolerance);
    const farUnder = downNear / (1 + priceTolerance);
    const [fromA, fromB, fromC] = [lowestA * scaleA + aside, lowestB * scaleB + aside, lowestC * scaleC + aside];
    const [toA, toB, toC] = [highestA * scaleA - aside, highestB * scaleB - aside, highestC * scaleC - aside];
    const [riseA, riseB, riseC] = [upNear * scaleA, upNear * scaleB, upNear * scaleC];
    const [fallA, fallB, fallC] = [downNear * scaleA, downNear * scaleB, downNear * scaleC];
    const held = Float64Array.from(plan.balances, Number);
    const kept = Float64Array.from(plan.fees, (fee) => 1 - fee);
    const [keptA, keptB, keptC] = kept as unknown as [number, number, number];
    const steps = evenStepsOf(market, delta, kept);
    const [sellAA, sellAB, sellAC] = steps[0]!.sell as [number, number, number];
    const [buyAA, buyAB, buyAC] = steps[0]!.buy as [number, number, number];
    const [sellBA, sellBB, sellBC] = steps[1]!.sell as [number, number, number];
    const [buyBA, buyBB, buyBC] = steps[1]!.buy as [number, number, number];
    const [sellCA, sellCB, sellCC] = steps[2]!.sell as [number, number, number];
    const [buyCA, buyCB, buyCC] = steps[2]!.buy as [number, number, number];
    const volumes = new Float64Array(3);
    const odd = new OddCandle(market, { delta, held, kept, volumes });
    const { marks, band, worthAt } = watch;
    let evenA = held[counterA]! / held[baseA]!;
    let evenB = held[counterB]! / held[baseB]!;
    let evenC = held[counterC]! / held[baseC]!;
    let untilExact = momentsUntilExact;
    let isQuiet = false;
    let isDense = false;
    let executions = 0;
    let sharedCandleFills = 0;
    let highest = 0;
    let lowestShare = 1;
    let moment = 0;
    for (;;) {
      const from = moment;
      if (!isDense || moment >= length) {
        // As `ReachIndex.next`, but for what only the prices can tell.
        const limitA = limitOf(evenA * riseA - fromA, toA - evenA * fallA);
        const limitB = limitOf(evenB * riseB - fromB, toB - evenB * fallB);
        const limitC = limitOf(evenC * riseC - fromC, toC - evenC * fallC);
        for (;;) {
          let block = moment >> reachBits;
          while (((limitA - blockA[block]!) & (limitB - blockB[block]!) & (limitC - blockC[block]!) & spareBits) === spareBits) block++;
          if (block << reachBits > moment) moment = block << reachBits;
          const end = (block + 1) << reachBits;
          while (moment < end && ((limitA - a[moment]!) & (limitB - b[moment]!) & (limitC - c[moment]!) & spareBits) === spareBits)
            moment++;
          if (moment < end) break;
        }
        const end = moment < length ? moment : length;
        if (!isQuiet && from < end) {
          // As `worthScanOf`; a block's extremes hold for any part of it.
          const [heldA, heldB, heldC] = [held[0]!, held[1]!, held[2]!];
          for (let t = from; t < end; ) {
            const at = (t >> blockBits) * 6;
            const last = Math.min((t | (blockSize - 1)) + 1, end);
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
      if (--untilExact === 0) {
        untilExact = momentsUntilExact;
        evenA = held[counterA]! / held[baseA]!;
        evenB = held[counterB]! / held[baseB]!;
        evenC = held[counterC]! / held[baseC]!;
      }
      const before = executions;
      const cell = moment * width;
      {
        const first = cells[cell + 1]!;
        const low = cells[cell + 2]!;
        const second = cells[cell + 3]!;
        if (first >= evenA * upNear || second >= evenA * upNear || low <= evenA * downNear) {
          const isFar = first > evenA * farOver || second > evenA * farOver || low < evenA * farUnder;
          if (isFar || cells[cell]! <= evenA * downNear) {
            odd.walk(0, moment);
            evenA = held[counterA]! / held[baseA]!;
            evenB = held[counterB]! / held[baseB]!;
            evenC = held[counterC]! / held[baseC]!;
          } else {
            const after = cells[cell + 4]!;
            let base = held[baseA]!;
            let counter = held[counterA]!;
            let sold = 0;
            let bought = 0;
            let notional = 0;
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
            while (after <= evenA * downNear) {
              const price = (counter / base) * down;
              if (after > price) break;
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
            volumes[0]! += notional * cells[cell + 15 + counterA]!;
          }
        }
      }
      {
        const first = cells[cell + 6]!;
        const low = cells[cell + 7]!;
        const second = cells[cell + 8]!;
        if (first >= evenB * upNear || second >= evenB * upNear || low <= evenB * downNear) {
          const isFar = first > evenB * farOver || second > evenB * farOver || low < evenB * farUnder;
          if (isFar || cells[cell + 5]! <= evenB * downNear) {
            odd.walk(1, moment);
            evenA = held[counterA]! / held[baseA]!;
            evenB = held[counterB]! / held[baseB]!;
            evenC = held[counterC]! / held[baseC]!;
          } else {
            const after = cells[cell + 9]!;
            let base = held[baseB]!;
            let counter = held[counterB]!;
            let sold = 0;
            let bought = 0;
            let notional = 0;
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
            while (after <= evenB * downNear) {
              const price = (counter / base) * down;
              if (after > price) break;
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
            volumes[1]! += notional * cells[cell + 15 + counterB]!;
          }
        }
      }
      {
        const first = cells[cell + 11]!;
        const low = cells[cell + 12]!;
        const second = cells[cell + 13]!;
        if (first >= evenC * upNear || second >= evenC * upNear || low <= evenC * downNear) {
          const isFar = first > evenC * farOver || second > evenC * farOver || low < evenC * farUnder;
          if (isFar || cells[cell + 10]! <= evenC * downNear) {
            odd.walk(2, moment);
            evenA = held[counterA]! / held[baseA]!;
            evenB = held[counterB]! / held[baseB]!;
            evenC = held[counterC]! / held[baseC]!;
          } else {
            const after = cells[cell + 14]!;
            let base = held[baseC]!;
            let counter = held[counterC]!;
            let sold = 0;
            let bought = 0;
            let notional = 0;
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
            while (after <= evenC * downNear) {
              const price = (counter / base) * down;
              if (after > price) break;
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
            volumes[2]! += notional * cells[cell + 15 + counterC]!;
          }
        }
      }
      const total = held[0]! * cells[cell + 15]! + held[1]! * cells[cell + 16]! + held[2]! * cells[cell + 17]!;
      if (total > highest) highest = total;
      else if (total < highest * lowestShare) lowestShare = total / highest;
      const even = held[worthAt]!;
      isQuiet = even * band.most <= highest && even * band.least >= highest * lowestShare;
      isDense = executions !== before && moment - from <= 1;
      moment++;
    }
    marks[0] = highest;
    marks[1] = lowestShare;
    executions += odd.executions;
    sharedCandleFills += odd.sharedCandleFills;
    return { executions, sharedCandleFills, volumes, held, refusedAt: null };
  };
}
