import type { CandleSeries } from '@tenbin/db';
import { type ReadCandles, readCandleSpan } from '@tenbin/exchange';
import type { Candle } from '@tenbin/market';
import { createRemembering } from '../exchange-access/remembering.ts';
import { dayMs, startOfDay } from './utc-day.ts';

/** A candle counts as settled a little after its end: exchanges may be late with its last trades. */
export const settlingMs = 2 * 60_000;
/** A few minutes' candles of a whole day are a hundred kilobytes. */
const mostKept = 100;

/** Candles before `until`, settled. */
interface Kept {
  readonly candles: readonly Candle[];
  /** A place on the series' grid, epoch milliseconds. */
  readonly until: number;
}

/**
 * Days that are not over. Their settled candles are kept here and only what is newer is read from the exchange: once for
 * everybody who asks at the same time, and not again for a moment.
 */
export class OpenDays {
  readonly #kept = new Map<string, Kept>();
  readonly #answers;

  /** @param settings - `freshForMs`: how long an answer serves */
  constructor({ freshForMs }: { readonly freshForMs: number }) {
    this.#answers = createRemembering<readonly Candle[]>({ forMs: freshForMs });
  }

  /**
   * All candles of a day that opened before `now`, the one that is still moving included.
   *
   * @param now - epoch milliseconds
   * @throws {ExchangeError} of the reading
   */
  load(series: CandleSeries, day: string, { now, readPage }: { now: number; readPage: ReadCandles }): Promise<readonly Candle[]> {
    const { source, pair, intervalMs } = series;
    const key = [source, pair, intervalMs, day].join(' ');
    return this.#answers.get(key, async () => {
      const { candles: settled, until: from } = this.#kept.get(key) ?? { candles: [], until: startOfDay(day) };
      const to = Math.min(startOfDay(day) + dayMs, now);
      const candles = [...settled, ...(await readCandleSpan(readPage, { from, to, intervalMs }))];
      const until = Math.max(from, Math.floor((now - settlingMs) / intervalMs) * intervalMs);
      this.#keep(key, { candles: candles.filter(({ at }) => at < until), until });
      return candles;
    });
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}
