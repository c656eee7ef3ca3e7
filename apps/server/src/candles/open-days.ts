import type { CandleSeries } from '@tenbin/db';
import { type ReadCandles, readCandleSpan } from '@tenbin/exchange';
import type { Candle } from '@tenbin/market';
import type { Clock } from '../clock.ts';
import { createRemembering } from '../exchange-access/remembering.ts';
import type { Asker } from '../limits/places.ts';
import { CandleReadings } from './candle-readings.ts';
import { dayMs, startOfDay } from './utc-day.ts';

/** A candle counts as settled a little after its end: exchanges may be late with its last trades. */
export const settlingMs = 2 * 60_000;
/** A few minutes' candles of a whole day are a hundred kilobytes. */
const maxKept = 100;
/** Days that wait or are being read: a back-test needs up to twelve. */
const places = { most: 240, maxPerOrganization: 72, maxPerUser: 36, askAgainSeconds: 5 };

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
  readonly #readings = new CandleReadings(places);

  /** @param settings - `freshForMs`: how long an answer serves */
  constructor({ clock, freshForMs }: { readonly clock: Clock; readonly freshForMs: number }) {
    this.#answers = createRemembering<readonly Candle[]>({ clock, forMs: freshForMs });
  }

  /**
   * All candles of a day that opened before `now`, the one that is still moving included.
   *
   * @param now - epoch milliseconds
   * @throws {ExchangeError} of the reading; {Refusal} `tooManyRequests` where the asker has too much read already
   */
  load(
    series: CandleSeries,
    day: string,
    { now, asker, readPage }: { now: number; asker: Asker; readPage: ReadCandles },
  ): Promise<readonly Candle[]> {
    const { source, intervalMs } = series;
    const key = keyOf(series, day);
    return this.#answers.get(key, async () => {
      const giveBack = this.#readings.reserve(asker, 1);
      try {
        const { candles: settled, until: from } = this.#kept.get(key) ?? { candles: [], until: startOfDay(day) };
        const span = { from, to: Math.min(startOfDay(day) + dayMs, now), intervalMs };
        const candles = [...settled, ...(await this.#readings.pass(source, asker, () => readCandleSpan(readPage, span)))];
        const until = Math.max(from, Math.floor((now - settlingMs) / intervalMs) * intervalMs);
        this.#keep(key, { candles: candles.filter(({ at }) => at < until), until });
        return candles;
      } finally {
        giveBack();
      }
    });
  }

  /** The settled candles that somebody asked for before; null where nobody did. */
  kept(series: CandleSeries, day: string): readonly Candle[] | null {
    return this.#kept.get(keyOf(series, day))?.candles ?? null;
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}

const keyOf = ({ source, pair, intervalMs }: CandleSeries, day: string): string => [source, pair, intervalMs, day].join(' ');
