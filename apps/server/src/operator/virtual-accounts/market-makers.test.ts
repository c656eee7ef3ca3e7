import type { Reason } from '@tenbin/bots';
import { platformOrganizationId } from '@tenbin/db';
import { openTestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let key: string;
let observer: string;
const [exchangeName, pair] = ['Tenbin Virtual', 'BTC/USDT'];
let name: string;
let count = 0;

const call = (method: string, path: string, body?: unknown, by = key) =>
  server.call(method, `/ango-ya${path}`, { key: by, surface: 'operator', body });
const read = (path: string, query: Readonly<Record<string, string>> = {}) =>
  call('GET', `/virtual-accounts/${path}?${new URLSearchParams({ exchangeName, name, ...query })}`);
const see = (kind: 'spread' | 'calculateOrder') => read('market-maker', { pair, kind });

const spread = { spread: 0.5, amount: '0.01', intervalMs: 5000 };
const levels = {
  inventoryTargetBasePct: 50,
  orderLevels: 3,
  bidSpread: 0.2,
  askSpread: 0.3,
  orderLevelSpread: 0.1,
  orderAmount: '0.01',
  orderLevelAmount: '0.001',
  midPriceThreshold: 0.5,
  intervalMs: 5000,
};
const kinds = [
  { kind: 'spread', start: '/bots/start-spread-order-bot', stop: '/bots/stop-spread-order-bot', settings: spread, change: { spread: 0.7 } },
  {
    kind: 'calculateOrder',
    start: '/virtual-accounts/start-calculate-order-bot',
    stop: '/virtual-accounts/stop-calculate-order-bot',
    settings: levels,
    change: { orderLevels: 5 },
  },
] as const;
const start = ({ start: path, settings }: (typeof kinds)[number], more: object = {}, by = key) =>
  call('PUT', path, { exchangeName, name, pair, ...settings, ...more }, by);

beforeAll(async () => {
  // On its one connection, nothing can be read beside a transaction.
  server = await startTestServer({ opened: await openTestDatabase('pglite') });
  [key, observer] = [await server.makeOperator(), await server.makeOperator('observer')];
  const credentials = await server.venue.trial.createAccount({ balances: { USDT: '100000', BTC: '5' } });
  expect((await call('POST', '/virtual-accounts/create', { exchangeName, name: 'first', credentials })).status).toBe(201);
});
afterAll(() => server.close());
beforeEach(async () => {
  count += 1;
  name = `maker ${count}`;
  expect((await call('POST', '/virtual-accounts/create', { exchangeName, name })).status).toBe(201);
});

describe.each(kinds)('a $kind bot', (one) => {
  const { kind, stop, settings, change } = one;

  test('is there once: started again it has its new settings, and none that was left out', async () => {
    expect((await start(one, { minimumSpread: 0.05, priceCeiling: '90000' })).body.bots).toMatchObject([{ type: kind, isRunning: true }]);
    expect((await see(kind)).body.settings).toEqual({ kind, ...settings, minimumSpread: 0.05, priceCeiling: '90000' });
    expect((await start(one, change)).body.bots).toHaveLength(1);
    expect((await read('market-makers')).body).toMatchObject([
      { exchangeName, name, pair, isRunning: true, settings: { kind, ...settings, ...change } },
    ]);
    expect((await see(kind)).body.settings).toEqual({ kind, ...settings, ...change });
  });

  test('has another one beside it for another pair, and each is stopped by itself', async () => {
    await start(one);
    expect((await start(one, { pair: 'ETH/USDT' })).body.bots).toHaveLength(2);
    expect((await call('PUT', stop, { exchangeName, name, pair })).body.bots).toMatchObject([
      { pairs: [pair], isRunning: false },
      { pairs: ['ETH/USDT'], isRunning: true },
    ]);
    expect((await call('PUT', stop, { exchangeName, name, pair: 'ETH/BTC' })).body.code).toBe('botNotFound');
    expect((await read('market-maker', { pair: 'ETH/BTC', kind })).body.code).toBe('botNotFound');
  });

  test('is refused with the parameter that cannot be, and nothing is made or changed', async () => {
    expect((await start(one, { intervalMs: 10 })).body).toMatchObject({
      code: 'parameterOutOfRange',
      facts: { parameter: 'intervalMs', lowest: 1000 },
    });
    expect((await start(one, { priceFloor: '2', priceCeiling: '1' })).body.code).toBe('priceFloorNotBelowCeiling');
    expect((await start(one, { minimumSpread: 50 })).body.code).toBe('minimumSpreadTooWide');
    expect((await start(one, { pair: 'XXX/YYY' })).body.code).toBe('pairNotAvailable');
    expect((await read('market-makers')).body).toEqual([]);
    await start(one);
    await start(one, { ...change, intervalMs: 10 });
    expect((await see(kind)).body.settings).toEqual({ kind, ...settings });
  });

  test('is not started on a frozen account, and tells that as the reason for its silence', async () => {
    await start(one);
    await call('PUT', '/virtual-accounts/freeze', { exchangeName, name, frozen: true, reason: 'A look' });
    expect((await start(one)).body.code).toBe('ledgerFrozen');
    expect((await see(kind)).body.quiet).toEqual({ buy: 'accountFrozen', sell: 'accountFrozen' });
  });

  test('is an observer’s to look at, not to change', async () => {
    await start(one);
    const query = new URLSearchParams({ exchangeName, name, pair, kind });
    expect((await call('GET', `/virtual-accounts/market-maker?${query}`, undefined, observer)).status).toBe(200);
    expect((await start(one, {}, observer)).status).toBe(403);
    expect((await call('PUT', stop, { exchangeName, name, pair }, observer)).status).toBe(403);
  });

  test('leaves an entry with what was changed, in the act’s own transaction', async () => {
    await start(one);
    await start(one, { ...change, refreshTolerance: 0.05 });
    const [entry] = await server.database.platform.audit.list(
      { offset: 0, limit: 1 },
      { actions: [kind === 'spread' ? 'startSpreadBot' : 'startCalculateOrderBot'] },
    );
    const [[field, value]] = Object.entries(change) as [[string, number]];
    expect(entry).toMatchObject({
      actor: 'operator',
      refusal: null,
      facts: { pair, [`${field}After`]: String(value), refreshToleranceAfter: '0.05' },
    });
    expect(entry?.facts).not.toHaveProperty('intervalMsAfter');
  });
});

test('one that stops by itself says why and what helps, in the reader’s language, until it is started again', async () => {
  const [, one] = kinds;
  const [bot] = (await start(one)).body.bots;
  expect(bot).toMatchObject({ stopCause: null, stoppedAt: null });
  const platform = server.database.forOrganization(platformOrganizationId);
  const message = { code: 'keyRefused', facts: {}, at: server.clock.now() } as const;
  await platform.journal.record({ botId: bot._id, epoch: 0 }, { active: false, messages: [message] });
  const said = { stopCause: 'keyRefused', stoppedAt: expect.any(String) };
  expect((await read('account')).body.bots).toMatchObject([said]);
  expect((await read('market-makers')).body).toMatchObject([
    { ...said, errorMessages: [{ code: 'keyRefused', message: expect.stringContaining('permissions') }] },
  ]);
  const query = new URLSearchParams({ exchangeName, name, pair, kind: one.kind });
  const headers = { 'accept-language': 'ja' };
  const inJapanese = await server.call('GET', `/ango-ya/virtual-accounts/market-maker?${query}`, { key, surface: 'operator', headers });
  expect(inJapanese.body.errorMessages[0].message).toContain('APIキー');
  const alarms = async () => {
    server.clock.advance(3_000);
    return (await call('GET', '/health')).body.alarms.filter(({ code }: { code: string }) => code === 'makerStopped');
  };
  expect(await alarms()).toEqual([{ code: 'makerStopped', of: null, figure: 1 }]);
  await start(one);
  expect((await see(one.kind)).body).toMatchObject({ stopCause: null, stoppedAt: null });
  expect(await alarms()).toEqual([]);
  await call('PUT', one.stop, { exchangeName, name, pair });
  expect((await see(one.kind)).body.stopCause).toBe('staff');
  expect(await alarms()).toEqual([]);
});

test('a side whose orders are held back, or refused, says that', async () => {
  for (const currency of ['BTC', 'USDT'])
    await call('PUT', '/virtual-accounts/increase-balance', {
      exchangeName,
      name,
      currency,
      amount: currency === 'BTC' ? '0.5' : '20000',
      reason: 'A test',
    });
  const [bot] = (await start(kinds[0])).body.bots;
  const platform = server.database.forOrganization(platformOrganizationId);
  const phase = { kind: 'running', since: server.clock.now() } as const;
  const reason = (code: string, side: string) => ({ code, facts: { pair, side, price: '59000', amount: '0.01' } });
  const quietAfter = async (warnings: readonly Reason[]) => {
    await platform.journal.record({ botId: bot._id, epoch: 0 }, { phase, warnings });
    return (await see('spread')).body.quiet;
  };
  expect(await quietAfter([])).toEqual({ buy: 'waiting', sell: 'waiting' });
  expect(await quietAfter([reason('ordersWouldCross', 'buy')])).toEqual({ buy: 'ordersWouldCross', sell: 'waiting' });
  expect(await quietAfter([{ code: 'rateLimited', facts: { until: '2026-11-28T00:00:00.000Z' } }])).toEqual({
    buy: 'rateLimited',
    sell: 'rateLimited',
  });
  expect(await quietAfter([reason('ledgerTooSmall', 'buy'), reason('postOnly', 'sell')])).toEqual({
    buy: 'ledgerTooSmall',
    sell: 'slotPaused',
  });
});

test('the last level and the last bid must be something', async () => {
  const [, one] = kinds;
  expect((await start(one, { orderLevels: 20, orderLevelSpread: 10 })).body.code).toBe('levelsTooWide');
  expect((await start(one, { orderLevelAmount: '-0.005' })).body.code).toBe('lastLevelEmpty');
});

test('a look at one has the book, what it may spend with its part in base, and nothing earned before its first run', async () => {
  await call('PUT', '/virtual-accounts/increase-balance', { exchangeName, name, currency: 'BTC', amount: '0.5', reason: 'A test' });
  await start(kinds[1]);
  const { body } = await see('calculateOrder');
  expect(body).toMatchObject({
    orders: [],
    quiet: { buy: 'notRunning', sell: 'notRunning' },
    isPaced: false,
    inventory: { base: '0.5', counter: '0', basePct: 100, targetPct: 50 },
    profit: null,
  });
  expect(body.mid).toBeGreaterThan(0);
  expect(body.book.bids[0][0]).toBeLessThan(body.mid);
  expect(body.book.asks[0][0]).toBeGreaterThan(body.mid);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
