import { openCandleTexts } from '@tenbin/backtest';
import { getCandles } from '@tenbin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.makeUser();
});
afterAll(() => server.close());

const hour = 3_600_000;

/** The midday of the day before: a day begun hours ago and hours from its end, all of whose candles so far exist. */
const middayBefore = (now: number): number => Math.floor(now / (24 * hour)) * 24 * hour - 12 * hour;

test('the virtual exchange’s candles arrive as blocks that a browser opens, today’s as well', async () => {
  server.clock.advance(middayBefore(server.clock.now().getTime()) - server.clock.now().getTime());
  const now = server.clock.now().getTime();
  const query = { pair: 'BTC/USDT', interval: '1h', startDate: now - 72 * hour, endDate: now } as const;
  const reply = await user.client.call(getCandles, { query });
  expect(reply).toMatchObject({ pair: 'BTC/USDT', intervalMs: hour, exchange: { id: server.exchange.id }, missing: 0 });
  expect(reply.days.map(({ isOpen }) => isOpen)).toEqual([false, false, false, true]);
  const opened = await openCandleTexts(reply.days.map(({ block }) => block));
  const times = opened.flatMap(({ at }) => [...at]);
  expect(times).toHaveLength(reply.days.reduce((sum, { count }) => sum + count, 0));
  expect(times.at(-1)).toBe(Date.parse(reply.to) - hour);
  expect(times).toHaveLength(3 * 24 + 12);
  expect(times).toEqual(times.map((_, index) => (times[0] ?? 0) + index * hour));
  expect(await user.client.call(getCandles, { query: { ...query, exchange: 'Tenbin Virtual' } })).toMatchObject({ pair: 'BTC/USDT' });
});

test('what cannot be given is refused by name', async () => {
  const ask = (change: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ pair: 'BTC/USDT', startDate: '2026-01-01', endDate: '2026-01-02', ...change });
    return server.call('GET', `/api/candles?${query}`, { key: user.key });
  };
  expect(await ask({ pair: 'XRP/JPY' })).toMatchObject({
    status: 400,
    body: { code: 'pairNotAvailable', error: { pair: expect.any(String) } },
  });
  expect(await ask({ exchange: 'Elsewhere' })).toMatchObject({ status: 404, body: { code: 'exchangeNotFound' } });
  expect(await ask({ endDate: '2026-01-01' })).toMatchObject({
    status: 400,
    body: { code: 'periodInvalid', error: { endDate: expect.any(String) } },
  });
  expect(await ask({ startDate: '9000-01-01', endDate: '9001-01-01' })).toMatchObject({ status: 400, body: { code: 'periodInvalid' } });
  const tooLong = await ask({ startDate: '2020-01-01' });
  expect(tooLong).toMatchObject({ status: 400, body: { code: 'periodTooLong', facts: { candles: 3_157_920, most: 550_000 } } });
  expect(tooLong.body.message).toContain('3157920');
});
