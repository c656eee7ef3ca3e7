import type { Exchange } from '@tenbin/db';
import { ExchangeError, type MarketData } from '@tenbin/exchange';
import type { Candle } from '@tenbin/market';
import { systemRuntime } from '@tenbin/runtime';
import { silentLog } from '@tenbin/telemetry';
import { openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ConnectExchange, createExchangeAccess } from '../exchange-access/exchange-access.ts';
import type { Asker } from '../limits/places.ts';
import { Refusal } from '../route/refusal.ts';
import { type CandleService, createCandleService } from './candle-service.ts';
import { clearCandles } from './clear-candles.ts';

const minute = 60_000;
const hour = 60 * minute;
const dayMs = 24 * hour;
const january = Date.UTC(2026, 0, 1);
const asker = { organizationId: 'a', userId: '1' };
const candle = (at: number): Candle => ({ at, open: 100, high: 110, low: 90, close: 105, volume: 1 });

/** An exchange whose candles a test writes down. */
class Market {
  /** Openings that it knows nothing of. */
  lacks: (at: number) => boolean = () => false;
  /** What it answers instead of a candle. */
  spoils: (candle: Candle) => Candle = (one) => one;
  now = january + 10 * dayMs + 12 * hour;
  asked: string[] = [];
  /** Every reading waits for this. */
  answering: Promise<void> = Promise.resolve();
  maxPerPage = 1000;
  atOnce = 0;
  maxAtOnce = 0;

  readonly fetchCandles: MarketData['fetchCandles'] = async (pair, interval, { since, limit }) => {
    const length = { '1m': minute, '5m': 5 * minute, '15m': 15 * minute, '1h': hour, '4h': 4 * hour, '1d': dayMs }[interval];
    this.asked.push(`${pair} ${interval} ${since?.toISOString().slice(5, 16)}`);
    this.atOnce += 1;
    this.maxAtOnce = Math.max(this.maxAtOnce, this.atOnce);
    await this.answering.finally(() => {
      this.atOnce -= 1;
    });
    const page: Candle[] = [];
    for (let at = since?.getTime() ?? 0; at <= this.now && page.length < Math.min(limit ?? 500, this.maxPerPage); at += length)
      if (!this.lacks(at)) page.push(this.spoils(candle(at)));
    return page;
  };
}

let opened: TestDatabase;
let market: Market;
let exchange: Exchange;
let service: CandleService;
let logged: string[];
let source = 0;

beforeAll(async () => {
  opened = await openTestDatabase('postgres');
});
afterAll(() => opened.close());
beforeEach(() => {
  market = new Market();
  logged = [];
  source += 1;
  exchange = {
    id: '',
    name: 'Scripted',
    ccxtId: `scripted${source}`,
    baseUrl: null,
    timeScale: 1,
    requiresPassphrase: false,
    enabled: true,
    omitPairs: [],
    createdAt: new Date(0),
  };
  service = open();
});

function open(timeoutMs = 600_000, freshForMs = 0): CandleService {
  const unused = (): never => {
    throw new Error('nobody asks for this');
  };
  const marketData: MarketData = { ...unusedMarket(unused), fetchCandles: market.fetchCandles };
  const connect: ConnectExchange = () => ({
    capabilities: { clientOrderId: true, privateStream: false, publicStream: false, passphrase: false, keyRights: false, postOnly: true },
    marketData: () => marketData,
    account: unused,
    close: async () => undefined,
  });
  const write = (_: unknown, event: string) => void logged.push(event);
  return createCandleService({
    store: opened.database.platform.candles,
    exchanges: createExchangeAccess({ connect, clock: systemRuntime() }),
    clock: { ...systemRuntime(), now: () => new Date(market.now) },
    log: { info: write, warn: write, error: write },
    timeoutMs,
    freshForMs,
  });
}

const unusedMarket = (unused: () => never): MarketData => ({
  fetchMarkets: unused,
  fetchPrices: unused,
  fetchLast: unused,
  fetchCandles: unused,
  watchPrices: unused,
  fetchBook: unused,
  watchBook: unused,
  close: async () => undefined,
});

const load = (interval: '1m' | '1h' | '1d', start: number, end: number) =>
  service.loadDays(exchange, { pair: 'BTC/USDT', interval, start, end, asker });

describe('days that are over', () => {
  test('are fetched once and then come from the database', async () => {
    const first = await load('1m', january, january + 2 * dayMs);
    expect(first.map(({ day, count, isOpen }) => [day, count, isOpen])).toEqual([
      ['2026-01-01', 1440, false],
      ['2026-01-02', 1440, false],
    ]);
    const asked = market.asked.length;
    expect(asked).toBe(3);
    expect(await load('1m', january, january + 2 * dayMs)).toEqual(first);
    expect(await load('1m', january + 3 * hour, january + 5 * hour)).toEqual(first.slice(0, 1));
    expect(market.asked).toHaveLength(asked);
  });

  test('only those that are missing are fetched', async () => {
    await load('1h', january + dayMs, january + 2 * dayMs);
    market.asked = [];
    expect(await load('1h', january, january + 4 * dayMs)).toHaveLength(4);
    expect(market.asked).toEqual(['BTC/USDT 1h 01-01T00:00']);
  });

  test('keep their gaps; a candle that is none becomes one', async () => {
    market.lacks = (at) => at >= january + 2 * hour && at < january + 5 * hour;
    market.spoils = (one) => (one.at === january + 7 * hour ? { ...one, high: 1 } : one);
    const [day] = await load('1h', january, january + dayMs);
    expect(day?.count).toBe(20);
    const { at } = await service.loadColumns(exchange, {
      pair: 'BTC/USDT',
      interval: '1h',
      start: january,
      end: january + 9 * hour,
      asker,
    });
    expect(Array.from(at, (opening) => (opening - january) / hour)).toEqual([0, 1, 5, 6, 8]);
  });

  test('of which the exchange has nothing are not asked for again', async () => {
    market.lacks = (at) => at < january + 3 * dayMs;
    const days = await load('1m', january, january + 4 * dayMs);
    expect(days.map(({ count }) => count)).toEqual([0, 0, 0, 1440]);
    market.asked = [];
    await load('1m', january, january + 4 * dayMs);
    expect(market.asked).toEqual([]);
  });

  test('come whole from an exchange that gives few candles at a time', async () => {
    market.maxPerPage = 300;
    market.lacks = (at) => at >= january + 4 * hour && at < january + 10 * hour;
    expect((await load('1m', january, january + dayMs)).map(({ count }) => count)).toEqual([1440 - 360]);
  });

  test('asked for by many at once are fetched once, and few at a time', async () => {
    const answer = Promise.withResolvers<void>();
    market.answering = answer.promise;
    const all = Promise.all(Array.from({ length: 5 }, () => load('1m', january, january + 10 * dayMs)));
    await expect.poll(() => market.asked.length).toBe(3);
    answer.resolve();
    expect((await all).map((days) => days.length)).toEqual([10, 10, 10, 10, 10]);
    expect(new Set(market.asked).size).toBe(market.asked.length);
    expect(market.maxAtOnce).toBeLessThanOrEqual(3);
  });

  test('are refused to whoever has very much fetched already, long after they stopped waiting, and to nobody else', async () => {
    service = open(1);
    const answer = Promise.withResolvers<void>();
    market.answering = answer.promise;
    const year = { interval: '1m', start: january - 365 * dayMs, end: january } as const;
    const ask = (pair: string, of: Asker) => codeOf(service.loadDays(exchange, { pair, ...year, asker: of }));
    for (const pair of ['A/B', 'C/D', 'E/F']) expect(await ask(pair, asker)).toBe('candlesBeingFetched');
    expect(await ask('G/H', asker)).toBe('tooManyRequests');
    expect(await ask('A/B', asker)).toBe('candlesBeingFetched');
    const [neighbour, third, other] = [
      { ...asker, userId: '2' },
      { ...asker, userId: '3' },
      { organizationId: 'b', userId: '1' },
    ];
    for (const pair of ['I/J', 'K/L', 'M/N']) expect(await ask(pair, neighbour)).toBe('candlesBeingFetched');
    expect(await ask('O/P', third)).toBe('tooManyRequests');
    expect(await ask('O/P', other)).toBe('candlesBeingFetched');
    answer.reject(new ExchangeError('down', { kind: 'transient', reason: 'unreachable' }));
    await service.close();
    market.answering = Promise.resolve();
    market.asked = [];
    expect(await codeOf(service.loadDays(exchange, { pair: 'Q/R', interval: '1d', start: january, end: january + dayMs, asker }))).not.toBe(
      'tooManyRequests',
    );
  });

  test('of one who asks for little do not wait for those of one who asks for much', async () => {
    const answer = Promise.withResolvers<void>();
    market.answering = answer.promise;
    const much = service.loadDays(exchange, { pair: 'A/B', interval: '1m', start: january - 20 * dayMs, end: january, asker });
    const little = service.loadDays(exchange, {
      pair: 'C/D',
      interval: '1d',
      start: january,
      end: january + dayMs,
      asker: { organizationId: 'b', userId: '1' },
    });
    await expect.poll(() => market.asked.length).toBe(3);
    answer.resolve();
    await Promise.all([much, little]);
    const turn = market.asked.findIndex((asked) => asked.startsWith('C/D'));
    expect(turn).toBeLessThanOrEqual(9);
    expect(market.asked.length).toBeGreaterThan(20);
  });
});

describe('for nobody in particular', () => {
  const anonymous = { pair: 'BTC/USDT', interval: '1h', asker: null } as const;
  const today = january + 10 * dayMs;

  test('nothing is fetched, and what is stored is given', async () => {
    const days = { start: january, end: january + 2 * dayMs };
    await expect(service.loadDays(exchange, { ...anonymous, ...days })).rejects.toMatchObject({ code: 'candlesNeedSignin' });
    expect(market.asked).toEqual([]);
    const fetched = await load('1h', days.start, days.end);
    expect(await service.loadDays(exchange, { ...anonymous, ...days })).toEqual(fetched);
    const more = service.loadDays(exchange, { ...anonymous, start: january, end: january + 3 * dayMs });
    await expect(more).rejects.toMatchObject({ code: 'candlesNeedSignin', details: { facts: { pair: 'BTC/USDT' } } });
    expect(market.asked).toHaveLength(1);
  });

  test('of the day that is not over what others have read is given', async () => {
    const hours = { start: today, end: today + dayMs };
    await expect(service.loadDays(exchange, { ...anonymous, ...hours })).rejects.toMatchObject({ code: 'candlesNeedSignin' });
    await load('1h', hours.start, hours.end);
    market.asked = [];
    market.now += 3 * hour;
    expect((await service.loadDays(exchange, { ...anonymous, ...hours }))[0]?.count).toBe(11);
    expect(market.asked).toEqual([]);
  });
});

describe('what is stored', () => {
  const stored = async () => {
    const series = { source: exchange.ccxtId, pair: 'BTC/USDT', intervalMs: dayMs };
    return (await opened.database.platform.candles.loadDays(series, wholeYear)).map(({ day }) => day);
  };

  test('goes when nobody asked for it for long, and stays when somebody did', async () => {
    market.now = Date.now() + 20 * dayMs;
    await load('1d', january, january + 3 * dayMs);
    await load('1d', january, january + dayMs);
    const clear = () =>
      clearCandles(
        { store: opened.database.platform.candles, clock: { ...systemRuntime(), now: () => new Date(market.now) }, log: silentLog },
        { maxMegabytes: 1_000, keptDays: 10 },
      );
    await clear();
    expect(await stored()).toEqual(['2026-01-01']);
    market.now += 11 * dayMs;
    await clear();
    expect(await stored()).toEqual([]);
  });
});

describe('the day that is not over', () => {
  const today = january + 10 * dayMs;

  test('is never stored', async () => {
    expect((await load('1h', today, today + dayMs)).map(({ day, count, isOpen }) => [day, count, isOpen])).toEqual([
      ['2026-01-11', 12, true],
    ]);
    expect(
      await opened.database.platform.candles.loadDays({ source: exchange.ccxtId, pair: 'BTC/USDT', intervalMs: hour }, wholeYear),
    ).toEqual([]);
  });

  test('is read from where its settled candles end', async () => {
    await load('1m', today, today + dayMs);
    market.asked = [];
    market.now += 10 * minute;
    expect((await load('1m', today, today + dayMs))[0]?.count).toBe(12 * 60 + 10);
    expect(market.asked).toEqual(['BTC/USDT 1m 01-11T11:58']);
  });

  test('shows what its candle of now has become', async () => {
    await load('1h', today, today + dayMs);
    market.spoils = (one) => (one.at === today + 12 * hour ? { ...one, close: 109 } : one);
    market.now += 20 * minute;
    const { at, close } = await service.loadColumns(exchange, { pair: 'BTC/USDT', interval: '1h', start: today, end: market.now, asker });
    expect([at.length, close.at(-1), close.at(-2)]).toEqual([13, 109, 105]);
  });

  test('asked for by many is read once, and not again for a moment, however much each wants of it', async () => {
    service = open(undefined, 60_000);
    const loads = [1, 2, 3, 4].map((hours) => load('1h', today + hours * hour, today + dayMs));
    expect((await Promise.all(loads)).map(([day]) => day?.count)).toEqual([12, 12, 12, 12]);
    await load('1h', today, today + dayMs);
    expect(market.asked).toHaveLength(1);
  });

  test('that nobody traded on is not looked through again and again', async () => {
    market.lacks = () => true;
    await load('1m', today, today + dayMs);
    market.asked = [];
    market.now += minute;
    expect((await load('1m', today, today + dayMs))[0]?.count).toBe(0);
    expect(market.asked).toHaveLength(1);
  });

  test('counts as over two minutes after its end, not before', async () => {
    market.now = today + dayMs + minute;
    expect((await load('1h', today, today + dayMs))[0]?.isOpen).toBe(true);
    market.now += minute;
    expect((await load('1h', today, today + dayMs))[0]).toMatchObject({ isOpen: false, count: 24 });
  });

  test('ends where the period ends', async () => {
    expect((await load('1h', today, today + 3 * hour))[0]?.count).toBe(3);
  });
});

const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'found',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );

const wholeYear = { first: '2026-01-01', last: '2026-12-31' };

describe('an exchange that does not answer', () => {
  test('is told as it is, and what was fetched before stays', async () => {
    market.answering = Promise.reject(new ExchangeError('down', { kind: 'transient', reason: 'unreachable' }));
    market.answering.catch(() => undefined);
    await expect(load('1m', january, january + 10 * dayMs)).rejects.toBeInstanceOf(ExchangeError);
    expect(market.asked.length).toBeLessThanOrEqual(3);
    market.answering = Promise.resolve();
    expect(await load('1m', january, january + 10 * dayMs)).toHaveLength(10);
  });

  test('within the time that a caller waits: the answer says how far it is, and the next one finds all', async () => {
    service = open(20);
    const answer = Promise.withResolvers<void>();
    market.answering = answer.promise;
    const refusal = await load('1d', january, january + 5 * dayMs).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ code: 'candlesBeingFetched', details: { facts: { days: 0, total: 5 }, retryAfterSeconds: 5 } });
    answer.resolve();
    await service.close();
    expect((await load('1d', january, january + 5 * dayMs)).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
    expect(market.asked).toHaveLength(1);
    expect(logged).toEqual([]);
  });
});
