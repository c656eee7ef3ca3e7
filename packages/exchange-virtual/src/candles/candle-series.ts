import { type Interval, nextOpening, opensAt } from './interval.ts';

/** A candle as the venue keeps it: with counter volume, trades and what takers bought. Prices and volumes for display. */
export interface VenueCandle {
  /** Opening time, epoch milliseconds. */
  at: number;
  open: number;
  high: number;
  low: number;
  close: number;
  /** In base. */
  volume: number;
  /** In counter. */
  notional: number;
  trades: number;
  takerBase: number;
  takerNotional: number;
}

/** A trade, or a finer candle, that becomes part of a candle. */
export type CandlePart = VenueCandle;

/** One pair's candles of one interval, oldest first; the last one is still open. */
export class CandleSeries {
  readonly interval: Interval;
  readonly #most: number;
  #candles: VenueCandle[] = [];

  constructor(interval: Interval, most: number) {
    this.interval = interval;
    this.#most = most;
  }

  get last(): VenueCandle | undefined {
    return this.#candles.at(-1);
  }

  /** Parts come in time order; one that is late goes into the open candle. */
  absorb(part: CandlePart): void {
    this.rollTo(part.at);
    const open = this.#candles.at(-1);
    if (!open) {
      this.#push({ ...part, at: opensAt(this.interval, part.at) });
      return;
    }
    if (open.trades === 0 && open.volume === 0) open.open = open.high = open.low = part.open;
    open.high = Math.max(open.high, part.high);
    open.low = Math.min(open.low, part.low);
    open.close = part.close;
    open.volume += part.volume;
    open.notional += part.notional;
    open.trades += part.trades;
    open.takerBase += part.takerBase;
    open.takerNotional += part.takerNotional;
  }

  /** Opens the candles that time has brought since: flat ones where nothing was traded. */
  rollTo(now: number): void {
    const last = this.#candles.at(-1);
    if (!last) return;
    let at = nextOpening(this.interval, last.at);
    if (now < at) return;
    const earliest = opensAt(this.interval, now - (this.#most - 1) * (at - last.at));
    if (at < earliest) at = earliest;
    for (; at <= now; at = nextOpening(this.interval, at)) this.#push(flatCandle(at, last.close));
  }

  /** The latest `limit` candles that opened in [from, to], oldest first; the first ones from `from` on when it is given. */
  select({ from, to, limit }: { from?: number | undefined; to?: number | undefined; limit: number }): readonly VenueCandle[] {
    const found = this.#candles.filter((candle) => candle.at >= (from ?? 0) && candle.at <= (to ?? Number.POSITIVE_INFINITY));
    return from === undefined ? found.slice(-limit) : found.slice(0, limit);
  }

  /** The latest candles, from the one that was open at a moment on. */
  since(at: number): readonly VenueCandle[] {
    let from = this.#candles.length;
    while ((this.#candles[from - 1]?.at ?? Number.NEGATIVE_INFINITY) >= at) from--;
    return this.#candles.slice(from);
  }

  #push(candle: VenueCandle): void {
    this.#candles.push(candle);
    if (this.#candles.length > this.#most * 1.25) this.#candles = this.#candles.slice(-this.#most);
  }
}

export function flatCandle(at: number, price: number): VenueCandle {
  return { at, open: price, high: price, low: price, close: price, volume: 0, notional: 0, trades: 0, takerBase: 0, takerNotional: 0 };
}
