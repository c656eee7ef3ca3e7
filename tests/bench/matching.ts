import { pathToFileURL } from 'node:url';
import { OrderBook } from '@tenbin/exchange-virtual';

/** One pass over the load. Rates are operations a second. */
export interface MatchingFigures {
  readonly operations: number;
  readonly perSecond: number;
  readonly firstHundredThousandPerSecond: number;
  readonly lastHundredThousandPerSecond: number;
  /** Last against first: below 1 it has become slower. */
  readonly steadiness: number;
  readonly trades: number;
  readonly restingAtTheEnd: number;
  /** Heap kept after the run, in bytes; only with --expose-gc. */
  readonly heapGrowth: number | null;
}

const adding = 0;
const cancelling = 1;
const part = 100_000;

/**
 * A million mixed operations on one book: half add a limit order around a wandering mid price,
 * 40 % cancel a random earlier order (some are filled already: those are looked up in vain, as in life),
 * 10 % are market orders. The load is made before the clock starts; the seed fixes it.
 */
export function benchMatching({ operations = 1_000_000, seed = 7 } = {}): MatchingFigures {
  const random = sequence(seed);
  const kinds = new Uint8Array(operations);
  const buys = new Uint8Array(operations);
  const ticks = new Int32Array(operations);
  const lots = new Int32Array(operations);
  const targets = new Int32Array(operations);
  let added = 0;
  let mid = 6_000_000;
  for (let i = 0; i < operations; i++) {
    mid += Math.round((random() - 0.5) * 20);
    const kind = random();
    kinds[i] = kind < 0.5 ? adding : kind < 0.9 ? cancelling : 2;
    buys[i] = random() < 0.5 ? 1 : 0;
    const distance = Math.floor(random() ** 3 * 5_000) - 5;
    ticks[i] = buys[i] ? mid - distance : mid + distance;
    lots[i] = 1 + Math.floor(random() * 1_000);
    if (kinds[i] === adding) added++;
    targets[i] = 1 + Math.floor(random() * Math.max(added, 1));
  }

  let trades = 0;
  const book = new OrderBook({
    trade: () => {
      trades++;
    },
  });
  globalThis.gc?.();
  const heapBefore = process.memoryUsage().heapUsed;
  const partEnds: number[] = [performance.now()];
  let id = 0;
  for (let i = 0; i < operations; i++) {
    const side = buys[i] ? 'buy' : 'sell';
    if (kinds[i] === adding) book.limit(++id, side, ticks[i]!, lots[i]!, true);
    else if (kinds[i] === cancelling) book.cancel(targets[i]!);
    else book.market(side, lots[i]!);
    if ((i + 1) % part === 0) partEnds.push(performance.now());
  }
  const took = performance.now() - partEnds[0]!;
  globalThis.gc?.();
  const rate = (from: number) => (part * 1000) / (partEnds.at(from)! - partEnds.at(from - 1)!);
  return {
    operations,
    perSecond: Math.round((operations * 1000) / took),
    firstHundredThousandPerSecond: Math.round(rate(1)),
    lastHundredThousandPerSecond: Math.round(rate(-1)),
    steadiness: Number((rate(-1) / rate(1)).toFixed(2)),
    trades,
    restingAtTheEnd: book.size,
    heapGrowth: globalThis.gc ? process.memoryUsage().heapUsed - heapBefore : null,
  };
}

/** Numerical Recipes' linear congruential sequence: enough for a load. */
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(benchMatching());
