import type { CandleSeries, CandleStore } from '@tenbin/db';
import { type ReadCandles, readCandleSpan } from '@tenbin/exchange';
import type { Asker } from '../limits/places.ts';
import { CandleReadings } from './candle-readings.ts';
import { dayMs, startOfDay, utcDay } from './utc-day.ts';

/** About three pages: what is fetched and stored in one go. */
const candlesPerChunk = 3000;
/** Chunks that wait or are being fetched. A year of minutes of three pairs is some five hundred and fifty. */
const places = { most: 6_000, maxPerOrganization: 1_200, maxPerUser: 600, askAgainSeconds: 30 };

interface Chunk {
  readonly key: string;
  readonly days: readonly string[];
}

/** Fetches days that are over and stores them. The same day is not fetched twice at a time. */
export class PastDays {
  readonly #store: CandleStore;
  readonly #readings = new CandleReadings(places);
  readonly #underWay = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(store: CandleStore) {
    this.#store = store;
  }

  /**
   * Stores days that are missing, chunk by chunk. The first failure ends it; what was stored before stays.
   *
   * @param days - in order
   * @throws {ExchangeError} of the reading; {Refusal} `tooManyRequests` where the asker has too much fetched already
   */
  async fill(series: CandleSeries, days: readonly string[], { asker, readPage }: { asker: Asker; readPage: ReadCandles }): Promise<void> {
    const chunks = chunksOf(series, days);
    const isNew = ({ key }: Chunk) => !this.#underWay.has(key);
    const giveBack = this.#readings.reserve(asker, chunks.filter(isNew).length);
    const failed = new AbortController();
    const fetch = async (chunk: Chunk): Promise<void> => {
      try {
        if (!this.#isClosed) await this.#fetch(series, chunk, readPage);
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    };
    for (const chunk of chunks.filter(isNew)) {
      const work = this.#readings.pass(series.source, asker, () => fetch(chunk), failed.signal);
      const ended = work.finally(() => {
        this.#underWay.delete(chunk.key);
        giveBack();
      });
      this.#underWay.set(chunk.key, ended);
    }
    await Promise.all(chunks.map(({ key }) => this.#underWay.get(key)));
  }

  /** Begins nothing more, and waits for what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#underWay.values());
  }

  async #fetch(series: CandleSeries, { days }: Chunk, readPage: ReadCandles): Promise<void> {
    const [first = '', last = first] = [days[0], days.at(-1)];
    const span = { from: startOfDay(first), to: startOfDay(last) + dayMs, intervalMs: series.intervalMs };
    const candles = Map.groupBy(await readCandleSpan(readPage, span), ({ at }) => utcDay(at));
    await this.#store.saveDays(series, new Map(days.map((day) => [day, candles.get(day) ?? []])));
  }
}

/** Neighbouring days together, cut at places that do not depend on what was asked for: who asks for the same shares the fetching. */
function chunksOf({ source, pair, intervalMs }: CandleSeries, days: readonly string[]): Chunk[] {
  const length = dayMs * Math.max(1, Math.floor((candlesPerChunk * intervalMs) / dayMs));
  const groups = Map.groupBy(days, (day) => Math.floor(startOfDay(day) / length)).values();
  return Array.from(groups, (group) => ({ key: [source, pair, intervalMs, group[0], group.at(-1)].join(' '), days: group }));
}
