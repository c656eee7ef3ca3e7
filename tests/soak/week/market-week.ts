import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CandleFile, type Feed, generatedFeed, type PriceMove, readCandleFile, replayFeed } from '@tenbin/exchange-virtual';

export const tradedPairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const feePair = { pair: 'BNB/USDT', price: 580 };
const folder = resolve(import.meta.dirname, '../../../../shared/data/candles/a-2021-crash-1m');
const begin = Date.parse('2021-04-26T00:00:00Z');
const hourMs = 3_600_000;
export const weekHours = 168;
const minuteMs = 60_000;
/** With each update of the prices: few, since whether to wait is asked before they come. */
const maxMoves = 2;

/** A stretch of a market: its trades in order, each with the time since the first, in milliseconds. */
interface Stretch {
  readonly name: string;
  readonly opening: readonly PriceMove[];
  next(): { readonly move: PriceMove; readonly after: number } | null;
}

/** Real candles where they are beside the project; else a market that was made up. Of less than a week: its wildest part. */
async function openStretch(hours: number): Promise<Stretch> {
  return existsSync(folder) ? replayed(hours) : generated(hours);
}

async function replayed(hours: number): Promise<Stretch> {
  const week = tradedPairs.map((pair) => within(readCandleFile(join(folder, `${pair.replace('/', '-')}-1m.csv.gz`)), begin, weekHours));
  const from = hours < weekHours ? wildestFrom(week, hours) : begin;
  const feed = replayFeed({ source: week.map((file) => within(file, from, hours)) });
  const opening = await feed.open(tradedPairs, {});
  const next = () => {
    const move = feed.step();
    return move && { move, after: (move.at ?? from) - from };
  };
  return { name: `real one-minute candles from ${new Date(from).toISOString()} on`, opening, next };
}

async function generated(hours: number): Promise<Stretch> {
  // A step of its walk is a quarter of a second: one minute of the market.
  const feed = generatedFeed({ seed: 7, speed: 240 });
  const opening = await feed.open(tradedPairs, {});
  let moves = 0;
  const next = () => {
    const after = (moves * minuteMs) / tradedPairs.length;
    const move = after < hours * hourMs ? feed.step() : null;
    moves += 1;
    return move && { move, after };
  };
  return { name: 'a market that was made up, since no candles are there', opening, next };
}

const within = (file: CandleFile, from: number, hours: number): CandleFile => ({
  ...file,
  candles: file.candles.filter(({ at }) => at >= from && at < from + hours * hourMs),
});

/** Where ETH against BTC, which no dollar steadies, has the widest range. */
function wildestFrom(week: readonly CandleFile[], hours: number): number {
  const candles = week.at(-1)?.candles ?? [];
  const rangeFrom = (from: number) => {
    const inside = candles.filter(({ at }) => at >= from && at < from + hours * hourMs);
    return Math.max(...inside.map(({ high }) => high)) / Math.min(...inside.map(({ low }) => low));
  };
  const starts = Array.from({ length: Math.floor((weekHours - hours) * 2) + 1 }, (_, half) => begin + (half * hourMs) / 2);
  return starts.reduce((best, from) => (rangeFrom(from) > rangeFrom(best) ? from : best), begin);
}

/**
 * A stretch of a market that goes on at most so fast, and waits whenever it is told to: so that what a week's trades ask
 * of the bots is done before the next ones come.
 */
export class WeekFeed implements Feed {
  readonly name: string;
  readonly speed: number;
  readonly fills = 'partly';
  readonly #stretch: Stretch;
  readonly #mustWait: () => boolean;
  #due: ReturnType<Stretch['next']>;
  #target = 0;
  isMoving = false;
  /** Market time since the beginning, in milliseconds. */
  elapsed = 0;

  private constructor(stretch: Stretch, { speed, mustWait }: { speed: number; mustWait: () => boolean }) {
    this.#stretch = stretch;
    this.name = stretch.name;
    this.speed = speed;
    this.#mustWait = mustWait;
    this.#due = stretch.next();
  }

  static async open(options: { readonly hours: number; readonly speed: number; readonly mustWait: () => boolean }): Promise<WeekFeed> {
    return new WeekFeed(await openStretch(options.hours), options);
  }

  get isOver(): boolean {
    return this.#due === null;
  }

  async open(): Promise<readonly PriceMove[]> {
    return [...this.#stretch.opening, feePair];
  }

  advance(realMs: number): readonly PriceMove[] {
    if (!this.isMoving) return [];
    this.#target += realMs * this.speed;
    const moves: PriceMove[] = [];
    while (this.#due && this.#due.after <= this.#target && moves.length < maxMoves && !this.#mustWait()) {
      moves.push(this.#due.move);
      this.elapsed = this.#due.after;
      this.#due = this.#stretch.next();
    }
    return moves;
  }

  step(): PriceMove | null {
    return null;
  }

  async close(): Promise<void> {}
}
