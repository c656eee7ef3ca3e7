import { type CandleColumns, joinCandles } from '@tenbin/backtest';
import { type CandleDay, type CandleSeries, type CandleStore, type DaySpan, decodeCandles, type Exchange, encodeCandles } from '@tenbin/db';
import type { ReadCandles } from '@tenbin/exchange';
import { type CandleInterval, intervalMsOf, type PairName } from '@tenbin/market';
import { pause } from '@tenbin/runtime';
import type { Log } from '@tenbin/telemetry';
import type { Clock } from '../clock.ts';
import { addressOf, type ExchangeAccess } from '../exchange-access/exchange-access.ts';
import type { Asker } from '../limits/places.ts';
import { Refusal } from '../route/refusal.ts';
import { OpenDays, settlingMs } from './open-days.ts';
import { PastDays } from './past-days.ts';
import { dayMs, startOfDay, utcDay, utcDays } from './utc-day.ts';

export interface CandleQuery {
  readonly pair: PairName;
  readonly interval: CandleInterval;
  /** Openings from here on, epoch milliseconds. */
  readonly start: number;
  /** Not included. */
  readonly end: number;
  /** On whose account what is missing is fetched; null: on nobody's, what is there already must do. */
  readonly asker: Asker | null;
}

/** A day of a series; one that is not over holds the candles so far. */
export interface LoadedDay extends CandleDay {
  readonly isOpen: boolean;
}

/** Candles of an exchange's pair, past ones from the database, to which they are fetched when they are first asked for. */
export interface CandleService {
  /**
   * The whole UTC days of a period, oldest first. Candles that the exchange does not have are missing in them.
   *
   * @throws {ExchangeError}; {Refusal} `candlesBeingFetched` where fetching takes longer than a caller should wait: it
   * goes on, and the next call finds more; `tooManyRequests` where too much is fetched for the asker already;
   * `candlesNeedSignin` where something is missing and nobody is there to fetch it for
   */
  loadDays(exchange: Exchange, query: CandleQuery): Promise<LoadedDay[]>;
  /** The same as columns, cut to the period. For short ones: they are unpacked here. */
  loadColumns(exchange: Exchange, query: CandleQuery): Promise<CandleColumns>;
  /** Ends the fetching; what is stored stays. */
  close(): Promise<void>;
}

export interface CandleServiceOptions {
  readonly store: CandleStore;
  readonly exchanges: ExchangeAccess;
  readonly clock: Clock;
  readonly log: Log;
  /** How long a caller waits for what is not stored yet. */
  readonly timeoutMs?: number;
  /** How long the newest candles of a day that is not over serve everybody. */
  readonly freshForMs?: number;
}

const askAgainSeconds = 5;
/** Series and spans of which it is known here that today was noted. */
const maxNoted = 10_000;

/** Of which series, for whom, and how a page of it is read. */
interface Reading {
  readonly series: CandleSeries;
  readonly asker: Asker | null;
  readonly readPage: ReadCandles;
}

const needsSignin = ({ pair }: CandleSeries): Refusal => new Refusal('candlesNeedSignin', { facts: { pair } });

export function createCandleService({
  store,
  exchanges,
  clock,
  log,
  timeoutMs = 15_000,
  freshForMs = 3_000,
}: CandleServiceOptions): CandleService {
  const past = new PastDays(store);
  const running = new OpenDays({ clock, freshForMs });
  const noted = new Set<string>();

  const readerOf = (exchange: Exchange, { pair, interval }: Pick<CandleQuery, 'pair' | 'interval'>): ReadCandles => {
    return (page) => exchanges.fetchCandles(exchange, { ...page, pair, interval });
  };

  /** Once a day for each span; that it failed is nobody's concern who asks. */
  async function noteAsked(series: CandleSeries, span: DaySpan): Promise<void> {
    const today = utcDay(clock.now().getTime());
    const key = JSON.stringify([series, span, today]);
    if (noted.has(key)) return;
    if (noted.size >= maxNoted) noted.clear();
    noted.add(key);
    await store.noteAsked(series, span, today).catch((error: unknown) => {
      noted.delete(key);
      log.warn({ err: error }, 'candles.touch_failed');
    });
  }

  /** @returns the stored days, all of them */
  async function loadPast(exchange: Exchange, days: readonly string[], { series, asker, readPage }: Reading): Promise<CandleDay[]> {
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return [];
    const stored = await store.loadDays(series, { first, last });
    if (stored.length > 0) await noteAsked(series, { first, last });
    if (stored.length === days.length) return stored;
    if (asker === null) throw needsSignin(series);
    const known = new Set(stored.map(({ day }) => day));
    const missing = days.filter((day) => !known.has(day));
    const filling = past.fill(series, missing, { asker, readPage });
    const isFilled = await endsWithin({ clock, ms: timeoutMs }, filling, (error) =>
      log.warn({ exchange: exchange.name, pair: series.pair, err: error }, 'candles.fetch_failed'),
    );
    const found = await store.loadDays(series, { first, last });
    if (isFilled && found.length === days.length) return found;
    const facts = { days: found.length, total: days.length, seconds: askAgainSeconds };
    throw new Refusal('candlesBeingFetched', { facts, retryAfterSeconds: askAgainSeconds });
  }

  async function loadDays(exchange: Exchange, query: CandleQuery): Promise<LoadedDay[]> {
    const now = clock.now().getTime();
    const series = { source: addressOf(exchange), pair: query.pair, intervalMs: intervalMsOf(query.interval) };
    const { asker } = query;
    const readPage = readerOf(exchange, query);
    const days = utcDays(query.start, Math.min(query.end, now + 1));
    const isOver = (day: string) => startOfDay(day) + dayMs + settlingMs <= now;
    const [over, open] = [days.filter(isOver), days.filter((day) => !isOver(day))];
    const loadOpen = async (day: string): Promise<LoadedDay> => {
      const known = asker === null ? running.kept(series, day) : await running.load(series, day, { now, asker, readPage });
      if (known === null) throw needsSignin(series);
      const candles = known.filter(({ at }) => at < query.end);
      return { day, count: candles.length, block: encodeCandles(candles), isOpen: true };
    };
    const [stored, ...unfinished] = await Promise.all([loadPast(exchange, over, { series, asker, readPage }), ...open.map(loadOpen)]);
    return [...stored.map((day) => ({ ...day, isOpen: false })), ...unfinished];
  }

  return {
    loadDays,
    async loadColumns(exchange, query) {
      const days = await loadDays(exchange, query);
      const all = joinCandles(decodeCandles(days.map(({ block }) => block)), {
        pair: query.pair,
        intervalMs: intervalMsOf(query.interval),
      });
      const first = all.at.findIndex((at) => at >= query.start);
      const end = all.at.findLastIndex((at) => at < query.end) + 1;
      const cut = (column: Float64Array) => column.subarray(first === -1 ? end : first, end);
      return {
        ...all,
        at: cut(all.at),
        open: cut(all.open),
        high: cut(all.high),
        low: cut(all.low),
        close: cut(all.close),
        volume: cut(all.volume),
      };
    },
    close: () => past.close(),
  };
}

/** @returns false when the time was over first; a later failure then goes to `onLateFailure` */
async function endsWithin(
  { clock, ms }: { readonly clock: Clock; readonly ms: number },
  work: Promise<void>,
  onLateFailure: (error: unknown) => void,
): Promise<boolean> {
  const timer = new AbortController();
  let isLate = false;
  const outcome = work.then(
    () => true,
    (error: unknown) => {
      if (!isLate) throw error;
      onLateFailure(error);
      return false;
    },
  );
  const timeUp = pause(clock, ms, { signal: timer.signal, unref: true }).then(() => false);
  try {
    return await Promise.race([outcome, timeUp]);
  } finally {
    isLate = true;
    timer.abort();
  }
}
