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

/** One candle of one pair, in its place. */
interface Due {
  readonly candle: Candle;
  readonly pair: PairName;
}

const walkLength = 4;

/** The four trades that a candle stands for: up candles dip first, down candles rise first. */
export function walkCandle({ open, high, low, close }: Candle): readonly [number, number, number, number] {
  return close >= open ? [open, low, high, close] : [open, high, low, close];
}

/**
 * Replays candles: each is walked as four trades, pair by pair (in the order of the exchange's markets) in time order.
 * It ends with the last candle that every pair still reaches up to; a gap in one pair leaves its price where it was.
 *
 * @throws {DomainError} when it opens: those of `readCandleFile`, `noCandles` naming the pair, `mixedIntervals`, `noCommonTime`
 */
export function replayFeed({ source, speed = 1 }: ReplayFeedOptions): Feed {
  let order: Due[] = [];
  let interval = 0;
  let pairs = 0;
  let next = 0;
  let elapsed = 0;

  /** The moves so far named one by one: candle `next / 4`, trade `next % 4`. */
  const moveAt = (index: number): PriceMove | null => {
    const due = order[Math.floor(index / walkLength)];
    if (!due) return null;
    return { pair: due.pair, price: walkCandle(due.candle)[index % walkLength]!, volume: due.candle.volume / walkLength };
  };
  /** Within its interval each pair's four trades have their own stretch, one pair after the other. */
  const dueAt = (index: number): number => {
    const due = order[Math.floor(index / walkLength)]!;
    const place = turnOf.get(due.pair)! * walkLength + (index % walkLength);
    return due.candle.at - order[0]!.candle.at + (interval * place) / (pairs * walkLength);
  };
  const turnOf = new Map<PairName, number>();

  return {
    name: typeof source === 'string' ? `replay:${source}` : 'replay',
    speed,
    fills: 'whole',
    open: async (wanted) => {
      const files = typeof source === 'string' ? readCandleFolder(source) : source;
      ({ order, interval } = inOrder(files, wanted));
      pairs = wanted.length;
      for (const [turn, pair] of wanted.entries()) turnOf.set(pair, turn);
      return wanted.map((pair) => ({ pair, price: order.find((due) => due.pair === pair)!.candle.open, volume: 0 }));
    },
    advance: (realMs) => {
      elapsed += realMs * speed;
      const moves: PriceMove[] = [];
      for (let move = moveAt(next); move && dueAt(next) <= elapsed; move = moveAt(++next)) moves.push(move);
      return moves;
    },
    step: () => {
      const move = moveAt(next);
      if (move) next++;
      return move;
    },
    close: async () => {},
  };
}

function inOrder(files: readonly CandleFile[], pairs: readonly PairName[]): { order: Due[]; interval: number } {
  const chosen = pairs.map((pair) => {
    const file = files.find((candidate) => candidate.pair === pair);
    if (!file || file.candles.length === 0) throw new DomainError('noCandles', { pair });
    return file;
  });
  const lengths = new Set(chosen.map((file) => intervals[file.interval]));
  const [interval] = lengths;
  if (interval === undefined || lengths.size > 1) throw new DomainError('mixedIntervals', { pairs });
  const from = Math.max(...chosen.map(({ candles }) => candles[0]!.at));
  const to = Math.min(...chosen.map(({ candles }) => candles.at(-1)!.at));
  if (from > to) throw new DomainError('noCommonTime', { pairs });
  const order = chosen.flatMap(({ pair, candles }, turn) =>
    candles.filter(({ at }) => at >= from && at <= to).map((candle) => ({ candle, pair, turn })),
  );
  order.sort((a, b) => a.candle.at - b.candle.at || a.turn - b.turn);
  return { order, interval };
}
