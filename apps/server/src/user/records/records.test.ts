import { subtract } from '@tenbin/market';
import { buildBot, contractRecord } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.makeUser();
  const own = server.database.forOrganization(user.organizationId);
  const sealed = server.venue.createAccount();
  const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
  const body = { name: 'Osaka', exchangeId: server.exchange.id, apiKey: sealed.key, secret: sealed.secret, pairs, delta: 0.01 };
  const { _id: botId } = (await server.call('POST', '/api/bots', { key: user.key, body })).body.bot;
  const { exchangeAccountId } = await own.bots.require(user.id, botId);
  const other = await buildBot(server.database, user.organizationId, { userId: user.id, exchangeAccountId, name: '=Tokyo, 1' });
  const [early, late] = [new Date('2026-01-31T14:00:00Z'), new Date('2026-01-31T15:00:00Z')];
  await own.journal.record(
    { botId: other.id, epoch: 0 },
    { records: [contractRecord({ createdAt: late, price: '60600', fee: '6.0600001' })] },
  );
  await own.journal.record({ botId, epoch: 0 }, { records: [contractRecord({ createdAt: early, side: 'buy' })] });
});
afterAll(() => server.close());

const download = async (query = '') => {
  const { text, headers, status } = await server.call('GET', `/api/records/download${query}`, { key: user.key });
  return { status, headers, lines: text.trimEnd().split('\r\n') };
};

test('all records come as one file, oldest first, with the figures as they were booked', async () => {
  const { headers, lines } = await download();
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="records-\d{4}-\d\d-\d\d\.csv"$/);
  expect(lines[0]).toMatch(/^_id,createdAt,botId,bot,exchange,pair,side,price,amount,/);
  expect(lines[1]).toMatch(/,2026-01-31T23:00:00\.000\+09:00,[\w-]+,Osaka,Tenbin Virtual,BTC\/USDT,buy,/);
  expect(lines[2]).toMatch(/,2026-02-01T00:00:00\.000\+09:00,[\w-]+,"'=Tokyo, 1",Tenbin Virtual,BTC\/USDT,sell,60600,.*,6\.0600001,/);
  expect(lines).toHaveLength(3);
});

test('a spreadsheet gets the times of its reader', async () => {
  const { lines } = await download('?excel=1&timeZone=Asia/Tokyo&side=sell');
  expect(lines[1]).toContain(',2026-02-01 00:00:00,');
});

test('a period and a side leave out the rest; a time zone that is none is refused before a row is sent', async () => {
  expect((await download('?end=2026-01-31T15:00:00Z')).lines).toHaveLength(2);
  expect((await download('?side=buy')).lines).toHaveLength(2);
  expect((await server.call('GET', '/api/records/download?timeZone=Mars/One', { key: user.key })).body).toMatchObject({
    code: 'invalidInput',
    error: { timeZone: expect.any(String) },
  });
});

test('a file for taxes has the columns of Cryptact, each field filled in, and the times of its reader', async () => {
  const get = async (query: string) =>
    (await server.call('GET', `/api/tax-records/download${query}`, { key: user.key })).text.trimEnd().split('\r\n');
  expect(await get('?side=sell&timeZone=America/New_York')).toEqual([
    'Timestamp,Action,Source,Base,Volume,Price,Counter,Fee,FeeCcy,Comment',
    expect.stringMatching(/^2026\/01\/31 10:00:00,SELL,Tenbin Virtual,BTC,[\d.]+,60600,USDT,6\.0600001,USDT,"'=Tokyo, 1"$/),
  ]);
  const [, bought] = await get('?side=buy');
  expect(bought).toMatch(/^2026\/01\/31 23:00:00,BUY,Tenbin Virtual,BTC,[\d.]+,[\d.]+,USDT,0\.0303,USDT,Osaka$/);
});

const listed = async (path: string) => (await server.call('GET', path, { key: user.key })).body;

test('the list has what the file has, newest first, a page at a time', async () => {
  const all = await listed('/api/records');
  expect(all).toMatchObject([
    { createdAt: '2026-01-31T15:00:00.000Z', side: 'sell', price: '60600' },
    { createdAt: '2026-01-31T14:00:00.000Z', side: 'buy' },
  ]);
  expect(await listed('/api/records?offset=1&limit=1')).toEqual([all[1]]);
  expect(await listed('/api/records?side=buy')).toEqual([all[1]]);
  expect(await listed(`/api/records?botId=${all[0].botId}&pair=BTC/USDT`)).toEqual([all[0]]);
  expect(await listed('/api/records?end=2026-01-31T15:00:00Z')).toEqual([all[1]]);
  expect(await listed('/api/records?pair=ETH/BTC')).toEqual([]);
});

test('the totals are of exactly what is filtered, and exact', async () => {
  const sold = await listed('/api/records/totals?side=sell');
  expect(sold).toMatchObject({ count: 1, fees: { USDT: '6.0600001' } });
  const [record] = await listed('/api/records?side=sell');
  expect(sold.changes).toEqual({ BTC: `-${record.amount}`, USDT: subtract(record.notional, '6.0600001') });
  expect(sold.basisPoint).toBe(record.basisPointChanged);
  expect(Number(sold.volume)).toBe(record.volume);
  expect((await listed('/api/records/totals')).count).toBe(2);
  expect(await listed('/api/records/totals?pair=ETH/BTC')).toEqual({ count: 0, volume: '0', basisPoint: 0, fees: {}, changes: {} });
});

test('that something was taken out is written down', async () => {
  await download();
  const { audit } = server.database.forOrganization(user.organizationId);
  const entries = await audit.list({ offset: 0, limit: 10 });
  expect(entries).toContainEqual(expect.objectContaining({ action: 'downloadRecords', actorId: user.id, refusal: null }));
});
