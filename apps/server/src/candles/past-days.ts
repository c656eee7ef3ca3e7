import type { CandleSeries, CandleStore } from '@tenbin/db';
import { Turnstile } from '@tenbin/engine';
import { type ReadCandles, readCandleSpan } from '@tenbin/exchange';
import { Refusal } from '../route/refusal.ts';
import { dayMs, startOfDay, utcDay } from './utc-day.ts';

/** About three pages: what is fetched and stored in one go. */
const candlesPerChunk = 3000;
/** Readings of one exchange at a time. */
const atOnce = 3;
/** Chunks that wait or are being fetched; whoever asks for more is asked to come back. */
const mostUnderWay = 150;
const comeBackSeconds = 30;

/** Fetches days that are over and stores them. The same day is not fetched twice at a time. */
export class PastDays {
  readonly #store: CandleStore;
  readonly #doors = new Map<string, Turnstile>();
  readonly #underWay = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(store: CandleStore) {
    this.#store = store;
  }

  /**
   * Stores days that are missing, chunk by chunk. The first failure ends it; what was stored before stays.
   *
   * @param days - in order
   * @throws {ExchangeError} of the reading; {Refusal} `tooManyRequests` where too much is being fetched already
   */
  async fill(series: CandleSeries, days: readonly string[], readPage: ReadCandles): Promise<void> {
    if (this.#underWay.size >= mostUnderWay)
      throw new Refusal('tooManyRequests', { facts: { seconds: comeBackSeconds }, retryAfterSeconds: comeBackSeconds });
    const waiting = chunksOf(days, series.intervalMs);
    const work = async (): Promise<void> => {
      for (let chunk = waiting.shift(); chunk && !this.#isClosed; chunk = waiting.shift()) {
        await this.#once(series, chunk, readPage).catch((error: unknown) => {
          waiting.length = 0;
          throw error;
        });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  /** Begins nothing more, and waits for what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#underWay.values());
  }

  #once(series: CandleSeries, chunk: readonly string[], readPage: ReadCandles): Promise<void> {
    const { source, pair, intervalMs } = series;
    const key = [source, pair, intervalMs, chunk[0], chunk.at(-1)].join(' ');
    const known = this.#underWay.get(key);
    if (known) return known;
    const door = this.#doors.get(source) ?? new Turnstile(atOnce);
    this.#doors.set(source, door);
    const work = door.pass(() => this.#fetch(series, chunk, readPage)).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, work);
    return work;
  }

  async #fetch(series: CandleSeries, chunk: readonly string[], readPage: ReadCandles): Promise<void> {
    const [first = '', last = first] = [chunk[0], chunk.at(-1)];
    const span = { from: startOfDay(first), to: startOfDay(last) + dayMs, intervalMs: series.intervalMs };
    const candles = Map.groupBy(await readCandleSpan(readPage, span), ({ at }) => utcDay(at));
    await this.#store.saveDays(series, new Map(chunk.map((day) => [day, candles.get(day) ?? []])));
  }
}

/** Neighbouring days together, cut at places that do not depend on what was asked for: who asks for the same shares the fetching. */
function chunksOf(days: readonly string[], intervalMs: number): string[][] {
  const length = dayMs * Math.max(1, Math.floor((candlesPerChunk * intervalMs) / dayMs));
  return [...Map.groupBy(days, (day) => Math.floor(startOfDay(day) / length)).values()];
}
