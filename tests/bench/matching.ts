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
const taking = 2;
const part = 100_000;

/**
 * A million mixed operations on one book: half add a limit order around a wandering mid price,
 * 40 % cancel a random earlier order (some are filled already: those are looked up in vain, as in life),
 * 10 % are market orders. The load is made before the clock starts; the seed fixes it.
 *
 * @returns the middle one of some passes, each on an empty book
 */
export function benchMatching({ operations = 1_000_000, seed = 7, passes = 3 } = {}): MatchingFigures {
  // Compiled before the clock starts: a cold first part would make the last one look good.
  runLoad(new OrderBook({ trade: () => {} }), makeLoad(2 * part, sequence(seed + 1)));
  const figures = Array.from({ length: passes }, () => runPass(operations, seed));
  return figures.sort((one, other) => one.perSecond - other.perSecond)[Math.floor(passes / 2)]!;
}

function runPass(operations: number, seed: number): MatchingFigures {
  const load = makeLoad(operations, sequence(seed));
  let trades = 0;
  const book = new OrderBook({
    trade: () => {
      trades++;
    },
  });
  globalThis.gc?.();
  const heapBefore = process.memoryUsage().heapUsed;
  const marks = runLoad(book, load);
  globalThis.gc?.();
  const heapAfter = process.memoryUsage().heapUsed;
  const rate = (from: number, to: number) => ((to - from) * part * 1000) / ((marks[to] ?? 0) - (marks[from] ?? 0));
  const last = marks.length - 1;
  return {
    operations,
    perSecond: Math.round(rate(0, last)),
    firstHundredThousandPerSecond: Math.round(rate(0, 1)),
    lastHundredThousandPerSecond: Math.round(rate(last - 1, last)),
    steadiness: Number((rate(last - 1, last) / rate(0, 1)).toFixed(2)),
    trades,
    restingAtTheEnd: book.size,
    heapGrowth: globalThis.gc ? heapAfter - heapBefore : null,
  };
}

interface Load {
  readonly kinds: Uint8Array;
  readonly buys: Uint8Array;
  readonly ticks: Int32Array;
  readonly lots: Int32Array;
  /** Which earlier order is cancelled. */
  readonly targets: Int32Array;
}

function makeLoad(operations: number, random: () => number): Load {
  const load = {
    kinds: new Uint8Array(operations),
    buys: new Uint8Array(operations),
    ticks: new Int32Array(operations),
    lots: new Int32Array(operations),
    targets: new Int32Array(operations),
  };
  let added = 0;
  let mid = 6_000_000;
  for (let i = 0; i < operations; i++) {
    mid += Math.round((random() - 0.5) * 20);
    const kind = random();
    const isBuy = random() < 0.5;
    const distance = Math.floor(random() ** 3 * 5_000) - 5;
    if (kind < 0.5) added++;
    load.kinds[i] = kind < 0.5 ? adding : kind < 0.9 ? cancelling : taking;
    load.buys[i] = isBuy ? 1 : 0;
    load.ticks[i] = isBuy ? mid - distance : mid + distance;
    load.lots[i] = 1 + Math.floor(random() * 1_000);
    load.targets[i] = 1 + Math.floor(random() * Math.max(added, 1));
  }
  return load;
}

/** @returns the time at the start and after every hundred thousand operations, in milliseconds */
function runLoad(book: OrderBook, { kinds, buys, ticks, lots, targets }: Load): number[] {
  const marks = [performance.now()];
  let id = 0;
  for (let i = 0; i < kinds.length; i++) {
    const side = buys[i] === 1 ? 'buy' : 'sell';
    const kind = kinds[i];
    if (kind === adding) book.limit(++id, side, ticks[i] ?? 0, lots[i] ?? 0, true);
    else if (kind === cancelling) book.cancel(targets[i] ?? 0);
    else book.market(side, lots[i] ?? 0);
    if ((i + 1) % part === 0) marks.push(performance.now());
  }
  return marks;
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
