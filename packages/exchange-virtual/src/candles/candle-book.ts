import { CandleSeries, type VenueCandle } from './candle-series.ts';
import { type Interval, intervals, opensAt } from './interval.ts';

/** One pair's trades in the last 24 hours. */
export interface DayFigures {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly volume: number;
  readonly notional: number;
  readonly trades: number;
  readonly from: number;
}

const day = 24 * 3_600_000;
/** 24 hours of minutes and a little more; a thousand of everything else. */
const kept = (interval: Interval) => (interval === '1m' ? 1_600 : 1_000);

/** One pair's candles of every interval. */
export class CandleBook {
  #series = new Map<Interval, CandleSeries>();
  readonly #onMinute: (candle: VenueCandle) => void;
  #pendingFrom = Number.POSITIVE_INFINITY;

  /** @param onMinute - hears each one-minute candle when it is complete */
  constructor(onMinute: (candle: VenueCandle) => void) {
    this.#onMinute = onMinute;
    for (const interval of Object.keys(intervals) as Interval[]) this.#series.set(interval, new CandleSeries(interval, kept(interval)));
  }

  /** Loads past candles, oldest first; each goes into every interval that is no finer than its own. */
  load(interval: Interval, candles: Iterable<VenueCandle>): void {
    for (const candle of candles) {
      for (const series of this.#series.values()) {
        if (intervals[series.interval] >= intervals[interval]) series.absorb(candle);
      }
    }
  }

  record({ at, price, amount, takerBuys }: { at: number; price: number; amount: number; takerBuys: boolean }): void {
    const notional = price * amount;
    const part: VenueCandle = {
      at,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: amount,
      notional,
      trades: 1,
      takerBase: takerBuys ? amount : 0,
      takerNotional: takerBuys ? notional : 0,
    };
    if (this.#pendingFrom === Number.POSITIVE_INFINITY) this.#pendingFrom = opensAt('1m', at);
    for (const series of this.#series.values()) series.absorb(part);
    this.#emitMinutes();
  }

  /** Reading may have opened minutes too, so what was told is remembered. */
  #emitMinutes(): void {
    const pending = this.series('1m').since(this.#pendingFrom);
    this.#pendingFrom = pending.at(-1)?.at ?? 0;
    for (const candle of pending.slice(0, -1)) this.#onMinute(candle);
  }

  series(interval: Interval): CandleSeries {
    const series = this.#series.get(interval);
    if (!series) throw new Error(`no candles of ${interval}`);
    return series;
  }

  /** Volume-weighted average of the last five minutes; the last price when nothing was traded. */
  averagePrice(now: number): number | null {
    const minutes = this.series('1m');
    minutes.rollTo(now);
    let volume = 0;
    let notional = 0;
    for (const candle of minutes.since(now - 5 * 60_000)) {
      volume += candle.volume;
      notional += candle.notional;
    }
    return volume > 0 ? notional / volume : (minutes.last?.close ?? null);
  }

  dayFigures(now: number): DayFigures | null {
    const minutes = this.series('1m');
    minutes.rollTo(now);
    const candles = minutes.since(now - day);
    const [first] = candles;
    if (!first) return null;
    const sum = (read: (candle: VenueCandle) => number) => candles.reduce((total, candle) => total + read(candle), 0);
    return {
      open: first.open,
      high: candles.reduce((highest, candle) => Math.max(highest, candle.high), first.high),
      low: candles.reduce((lowest, candle) => Math.min(lowest, candle.low), first.low),
      volume: sum((candle) => candle.volume),
      notional: sum((candle) => candle.notional),
      trades: sum((candle) => candle.trades),
      from: now - day,
    };
  }
}
