import type { Candle } from '@tenbin/market';

/** Asks an exchange for candles from a moment on: as many as it likes to give, oldest first. */
export type ReadCandles = (query: { readonly since: Date; readonly limit: number }) => Promise<Candle[]>;

export interface CandleSpan {
  /** Openings from `from` up to `to`, the latter not included; epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly intervalMs: number;
}

export interface CandlePage {
  readonly candles: readonly Candle[];
  /** Everything before it has been asked for; epoch milliseconds. */
  readonly until: number;
}

/** Most exchanges give up to a thousand; those that give fewer are asked more often. */
const maxPerPage = 1000;
/** As few as any exchange looks through at once: an empty page says nothing about what lies behind it. */
const minScanned = 100;

/**
 * All candles that an exchange has of a span, page by page. What it does not have is a gap; what is no candle (no
 * price, a high under the close, a time off the grid) is left out and so becomes one.
 *
 * @throws {ExchangeError} of the reading
 */
export async function* candlePages(read: ReadCandles, { from, to, intervalMs }: CandleSpan): AsyncGenerator<CandlePage> {
  for (let since = from; since < to; ) {
    const limit = Math.min(maxPerPage, Math.ceil((to - since) / intervalMs));
    const page = (await read({ since: new Date(since), limit })).filter(({ at }) => at >= since);
    const [first] = page;
    if (!first) {
      since += Math.min(limit, minScanned) * intervalMs;
      yield { candles: [], until: Math.min(since, to) };
      continue;
    }
    const candles: Candle[] = [];
    for (const candle of page) {
      if (candle.at < since || candle.at >= to) continue;
      if (isCandle(candle) && candle.at % intervalMs === 0) candles.push(candle);
      since = candle.at + intervalMs;
    }
    // The first one that there is lies behind the span.
    if (first.at >= to) since = to;
    yield { candles, until: Math.min(since, to) };
  }
}

/** The same at once. */
export async function readCandleSpan(read: ReadCandles, span: CandleSpan): Promise<Candle[]> {
  const found: Candle[] = [];
  for await (const { candles } of candlePages(read, span)) found.push(...candles);
  return found;
}

const isCandle = ({ open, high, low, close, volume }: Candle): boolean =>
  low > 0 && low <= open && low <= close && high >= open && high >= close && Number.isFinite(high) && volume >= 0;
