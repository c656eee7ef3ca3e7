import { type Candle, DomainError, type PairName } from '@tenbin/market';
import { intervals } from '../candles/interval.ts';
import { type CandleFile, readCandleFolder } from './candle-file.ts';
import type { Feed, PriceMove } from './feed.ts';

export interface ReplayFeedOptions {
  /** A folder of candle files, or the candles themselves. */
  readonly source: string | readonly CandleFile[];
  /** Market time per real time; means nothing in stepped time. */
  readonly speed?: number;
}

/** One trade of a candle's walk. */
interface Due {
  readonly move: PriceMove;
  /** Market time since the first, in milliseconds. */
  readonly after: number;
}

/** The four trades that a candle stands for: up candles dip first, down candles rise first. */
export function walkCandle({ open, high, low, close }: Candle): readonly [number, number, number, number] {
  return close >= open ? [open, low, high, close] : [open, high, low, close];
}

/**
 * Replays candles: each is walked as four trades, pair by pair (in the order of the exchange's markets) in time order.
 * It covers the times that all pairs have: where one has no candle, all are passed over, as in the backtest.
 *
 * @throws {DomainError} when it opens: those of `readCandleFile`, `noCandles` naming the pair, `mixedIntervals`, `noCommonTime`
 */
export function replayFeed({ source, speed = 1 }: ReplayFeedOptions): Feed {
  let walk: Iterator<Due> = [].values();
  let next: Due | undefined;
  let elapsed = 0;
  const take = (): Due | undefined => {
    const taken = next;
    const following = walk.next();
    next = following.done ? undefined : following.value;
    return taken;
  };
  return {
    name: typeof source === 'string' ? `replay:${source}` : 'replay',
    speed,
    fills: 'whole',
    open: async (pairs) => {
      const files = typeof source === 'string' ? readCandleFolder(source) : source;
      const chosen = choose(files, pairs);
      walk = walkAll(chosen);
      take();
      return chosen.files.map(({ pair, candles }) => {
        const first = candles.find(({ at }) => at === chosen.from);
        if (!first) throw new DomainError('noCommonTime', { pairs });
        return { pair, price: first.open };
      });
    },
    advance: (realMs) => {
      elapsed += realMs * speed;
      const moves: PriceMove[] = [];
      while (next && next.after <= elapsed) {
        moves.push(next.move);
        take();
      }
      return moves;
    },
    step: () => take()?.move ?? null,
    close: async () => {},
  };
}

interface Chosen {
  /** One per pair, in the pairs' order. */
  readonly files: readonly CandleFile[];
  /** Opening times of the candles that all have, and the first of them. */
  readonly times: ReadonlySet<number>;
  readonly from: number;
  /** Length of a candle in milliseconds. */
  readonly interval: number;
}

function choose(all: readonly CandleFile[], pairs: readonly PairName[]): Chosen {
  const files = pairs.map((pair) => {
    const file = all.find((candidate) => candidate.pair === pair);
    if (!file || file.candles.length === 0) throw new DomainError('noCandles', { pair });
    return file;
  });
  const lengths = new Set(files.map((file) => intervals[file.interval]));
  const [interval] = lengths;
  if (interval === undefined || lengths.size > 1) throw new DomainError('mixedIntervals', { pairs });
  const [first, ...others] = files.map(({ candles }) => new Set(candles.map(({ at }) => at)));
  const times = new Set([...(first ?? [])].filter((at) => others.every((other) => other.has(at))));
  const [from] = times;
  if (from === undefined) throw new DomainError('noCommonTime', { pairs });
  return { files, times, from, interval };
}

/** Within an interval each pair's four trades have their own stretch of it, one pair after the other. */
function* walkAll({ files, from, interval, times }: Chosen): Generator<Due> {
  const all = files.flatMap(({ pair, candles }, turn) => candles.map((candle) => ({ pair, turn, candle })));
  const common = all.filter(({ candle }) => times.has(candle.at));
  common.sort((a, b) => a.candle.at - b.candle.at || a.turn - b.turn);
  for (const { pair, turn, candle } of common) {
    const prices = walkCandle(candle);
    for (const [place, price] of prices.entries()) {
      const at = candle.at + (interval * (turn * prices.length + place)) / (files.length * prices.length);
      yield { move: { pair, price, volume: candle.volume / prices.length, at }, after: at - from };
    }
  }
}
