import { currenciesOf, type PairName } from '@tenbin/market';
import type { Random } from '@tenbin/runtime';
import { PriceModel } from '../feed/price-model.ts';
import type { CandleBook } from './candle-book.ts';
import { flatCandle, type VenueCandle } from './candle-series.ts';
import { type Interval, intervals, opensAt } from './interval.ts';

export interface HistoryOptions {
  /** The prices at which the past must end. */
  readonly prices: Readonly<Record<PairName, number>>;
  readonly now: number;
  readonly speed: number;
  readonly random: Random;
  /** Counter traded in a minute, by pair. */
  readonly notionalPerMinute: (pair: PairName) => number;
}

const day = intervals['1d'];
/** The past, latest first: how far each stretch reaches back, its candles, and the moves inside one candle. */
const stretches: readonly { interval: Interval; days: number; moves: number }[] = [
  { interval: '1m', days: 2, moves: 4 },
  { interval: '15m', days: 11, moves: 4 },
  { interval: '1h', days: 60, moves: 4 },
  { interval: '1d', days: 700, moves: 24 },
];

/**
 * Gives pairs a past, so that a new venue's charts are not empty. The price model's walk looks the same in both
 * directions of time, so it is walked backwards from the opening prices; prices of all pairs agree throughout.
 */
export function loadHistory(books: ReadonlyMap<PairName, CandleBook>, options: HistoryOptions): void {
  const pairs = [...books.keys()];
  const model = new PriceModel(currenciesOf(pairs), options.random);
  model.continueFrom(options.prices);
  const made = new Map(pairs.map((pair) => [pair, [] as { interval: Interval; candle: VenueCandle }[]]));
  let at = opensAt('1m', options.now);
  for (const { interval, days, moves } of stretches) {
    const from = opensAt('1d', at) - days * day;
    for (at -= intervals[interval]; at >= from; at -= intervals[interval]) {
      const candles = candlesBefore(model, at, { ...options, pairs, interval, moves });
      for (const [pair, candle] of candles) made.get(pair)?.push({ interval, candle });
    }
    at = from;
  }
  for (const [pair, book] of books) {
    for (const { interval, candle } of made.get(pair)?.reverse() ?? []) book.load(interval, [candle]);
  }
}

function candlesBefore(
  model: PriceModel,
  at: number,
  {
    pairs,
    interval,
    moves,
    speed,
    random,
    notionalPerMinute,
  }: HistoryOptions & { pairs: readonly PairName[]; interval: Interval; moves: number },
): Map<PairName, VenueCandle> {
  const candles = new Map(pairs.map((pair) => [pair, flatCandle(at, model.price(pair))]));
  for (let move = 0; move < moves; move++) {
    model.advance((intervals[interval] * speed) / moves);
    for (const [pair, candle] of candles) {
      candle.open = model.price(pair);
      candle.high = Math.max(candle.high, candle.open);
      candle.low = Math.min(candle.low, candle.open);
    }
  }
  const minutes = intervals[interval] / intervals['1m'];
  for (const [pair, candle] of candles) {
    candle.notional = notionalPerMinute(pair) * minutes * Math.exp(0.5 * random.normal());
    candle.volume = candle.notional / ((candle.open + candle.close) / 2);
    candle.trades = Math.max(1, Math.round(240 * minutes * (0.7 + 0.6 * random.next())));
    const taken = 0.3 + 0.4 * random.next();
    candle.takerBase = candle.volume * taken;
    candle.takerNotional = candle.notional * taken;
  }
  return candles;
}
