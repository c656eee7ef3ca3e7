import { subtract } from '@tenbin/market';
import { bookedFill, buildBot, buildExchange, buildExchangeAccount, contractRecord, newId, orderWrite } from '@tenbin/testkit';
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
  const sale = { price: '60600', fee: '6.0600001' };
  await own.journal.record(
    { botId: other.id, epoch: 0 },
    {
      orders: [orderWrite({ sequence: 1, clientOrderId: 'T2x1', rebalanceId: newId() })],
      fills: [
        bookedFill({ ...sale, tradeId: '71', clientOrderId: 'T2x1', exchangeOrderId: '=9', at: late, growth: 0.0001 }),
        // Of an order that is open still, so that no record tells of it yet.
        bookedFill({ tradeId: '72', clientOrderId: 'T2x2', side: 'buy', pair: 'ETH/BTC', at: late, feeCurrency: 'BNB', fee: '-0.1' }),
      ],
      records: [contractRecord({ ...sale, createdAt: late })],
    },
  );
  await own.journal.record(
    { botId, epoch: 0 },
    { fills: [bookedFill({ tradeId: '70', side: 'buy', at: early })], records: [contractRecord({ createdAt: early, side: 'buy' })] },
  );
});
afterAll(() => server.close());

const download = async (query = '') => {
  const { text, headers, status } = await server.call('GET', `/api/records/download${query}`, { key: user.key });
  return { status, headers, lines: text.trimEnd().split('\r\n') };
};

test('every trade comes in one file, oldest first, with its figures as they were booked and what it was part of', async () => {
  const { headers, lines } = await download();
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="records-\d{4}-\d\d-\d\d\.csv"$/);
  expect(lines).toEqual([
    'createdAt,kind,botId,bot,exchange,pair,side,price,amount,notional,fee,feeCurrency,volume,basisPointChanged,earned,tradeId,orderId',
    expect.stringMatching(
      /^2026-01-31T23:00:00\.000\+09:00,order,[\w-]+,Osaka,Tenbin Virtual,BTC\/USDT,buy,60600,0\.0005,30\.3,0\.0303,USDT,30\.3,[\d.]+,0\.15,70,1$/,
    ),
    expect.stringMatching(
      /^2026-02-01T00:00:00\.000\+09:00,rebalance,[\w-]+,"'=Tokyo, 1",Tenbin Virtual,BTC\/USDT,sell,60600,0\.0005,30\.3,6\.0600001,USDT,30\.3,1\.0\d+,0\.15,71,'=9$/,
    ),
    expect.stringMatching(/,order,[\w-]+,"'=Tokyo, 1",Tenbin Virtual,ETH\/BTC,buy,.*,-0\.1,BNB,30\.3,[\d.]+,0\.15,72,1$/),
  ]);
});

test('a spreadsheet gets the times of its reader', async () => {
  const { lines } = await download('?excel=1&timeZone=Asia/Tokyo&side=sell');
  expect(lines[1]).toContain('2026-02-01 00:00:00,');
});

test('a period, a pair and a side leave out the rest; a time zone that is none is refused before a row is sent', async () => {
  expect((await download('?end=2026-01-31T15:00:00Z')).lines).toHaveLength(2);
  expect((await download('?start=2026-01-31T15:00:00Z')).lines).toHaveLength(3);
  expect((await download('?side=buy')).lines).toHaveLength(3);
  expect((await download('?side=buy&pair=ETH/BTC')).lines).toHaveLength(2);
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
    `2026/01/31 10:00:00,SELL,Tenbin Virtual,BTC,0.0005,60600,USDT,6.0600001,USDT,"'=Tokyo, 1 rebalance #71"`,
  ]);
  expect(await get('?side=buy')).toEqual([
    expect.stringMatching(/^Timestamp,/),
    '2026/01/31 23:00:00,BUY,Tenbin Virtual,BTC,0.0005,60600,USDT,0.0303,USDT,Osaka #70',
    `2026/02/01 00:00:00,BUY,Tenbin Virtual,ETH,0.0005,60600,BTC,-0.1,BNB,"'=Tokyo, 1 #72"`,
  ]);
});

test('a trade stays with the exchange on which it happened, wherever its bot has gone, and when it is deleted', async () => {
  const mover = await server.makeUser();
  const { database, exchange } = server;
  const own = database.forOrganization(mover.organizationId);
  const elsewhere = await buildExchange(database, mover.organizationId, { name: 'Elsewhere' });
  const accountOn = (exchangeId: string) =>
    buildExchangeAccount(database, { organizationId: mover.organizationId, userId: mover.id, exchangeId });
  const [before, after] = [await accountOn(exchange.id), await accountOn(elsewhere.id)];
  const bot = await buildBot(database, mover.organizationId, { userId: mover.id, exchangeAccountId: before.id, name: 'Mover' });
  const trade = (tradeId: string) => own.journal.record({ botId: bot.id, epoch: 0 }, { fills: [bookedFill({ tradeId })] });
  await trade('1');
  await own.bots.updateSettings(mover.id, bot.id, { exchangeAccountId: after.id });
  await trade('2');
  await own.bots.delete(mover.id, bot.id);
  const { text } = await server.call('GET', '/api/tax-records/download', { key: mover.key });
  const sources = text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => [line.split(',')[2], line.split(',')[9]]);
  expect(sources).toEqual([
    ['Tenbin Virtual', 'Mover #1'],
    ['Elsewhere', 'Mover #2'],
  ]);
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
  expect(sold.earned).toBe(record.earned);
  expect((await listed('/api/records/totals')).count).toBe(2);
  expect(await listed('/api/records/totals?pair=ETH/BTC')).toEqual({
    count: 0,
    volume: '0',
    basisPoint: 0,
    earned: '0',
    fees: {},
    changes: {},
  });
});

test('that something was taken out is written down', async () => {
  await download();
  const { audit } = server.database.forOrganization(user.organizationId);
  const entries = await audit.list({ offset: 0, limit: 10 });
  expect(entries).toContainEqual(expect.objectContaining({ action: 'downloadRecords', actorId: user.id, refusal: null }));
});
