import { systemRuntime } from '@tenbin/runtime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AccountKey } from '../../exchange/account-desk.ts';
import { ccxtClient } from '../../testing/ccxt-client.ts';
import { ccxtOkx } from '../../testing/ccxt-okx.ts';
import { okxCall } from '../../testing/okx-call.ts';
import { signedCall } from '../../testing/signed-call.ts';
import { openTestVenue, until } from '../../testing/test-venue.ts';

type Client = Awaited<ReturnType<typeof ccxtClient>>;
let venue: Awaited<ReturnType<typeof openTestVenue>>;
let account: AccountKey;
let id: string;
const clients: { close(): unknown }[] = [];
const connect = async (key: AccountKey = account): Promise<Client> => {
  const client = await ccxtClient(venue.url, key);
  clients.push(client);
  return client;
};

beforeEach(async () => {
  venue = await openTestVenue({ runtime: systemRuntime() });
  account = venue.exchange.createAccount({ balances: { BTC: '1', ETH: '1', USDT: '60000' }, passphrase: 'open sesame' });
  id = venue.exchange.findAccount(account.key)?.id ?? '';
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await venue.close();
  expect(venue.faultsOfOurs).toEqual([]);
});

describe('money over the wire', () => {
  test('is what was moved: eight decimals of counter, and the same in every answer', async () => {
    const client = await connect();
    const order = await client.createOrder('ETH/BTC', 'limit', 'sell', 0.0203, 0.04907);
    const [fill] = await client.fetchMyTrades('ETH/BTC');
    const exact = Number(fill?.price) * 0.0203;
    expect(Number(fill?.cost)).toBe(Math.floor(exact * 1e8) / 1e8);
    expect([order.cost, order.info.cummulativeQuoteQty]).toEqual([fill?.cost, fill?.info.quoteQty]);
    expect(fill?.info.quoteQty).toMatch(/^\d+\.\d{8}$/);
    const balance = await client.fetchBalance();
    expect(balance.BTC?.free).toBeCloseTo(1 + Number(fill?.cost) - Number(fill?.fee?.cost), 12);
  });

  test('has the digits that the exchange tells', async () => {
    venue.faults.inject({ type: 'changeMoneyDigits', currency: 'USDT', digits: 4 });
    const { symbols } = (await (await fetch(`${venue.url}/api/v3/exchangeInfo?symbol=ETHUSDT`)).json()) as { symbols: object[] };
    expect(symbols[0]).toMatchObject({ baseAssetPrecision: 8, quoteAssetPrecision: 4, quotePrecision: 4, quoteCommissionPrecision: 4 });
    const client = await connect();
    await client.createOrder('ETH/USDT', 'limit', 'sell', 0.0333, 2_900.07);
    const [fill] = await client.fetchMyTrades('ETH/USDT');
    expect(fill?.info.quoteQty).toMatch(/^\d+\.\d{4}0000$/);
  });
});

test('fees in a coin are told by every answer of both dialects, and by the stream', async () => {
  venue.faults.inject({ type: 'changeBalance', account: id, currency: 'BNB', amount: '0.0012' });
  venue.faults.inject({ type: 'changeFeeCoin', account: id, currency: 'BNB', prices: { USDT: '600' } });
  const client = await connect();
  const received: unknown[] = [];
  const subscribed = vi.spyOn(venue.exchange.onAccount, 'subscribe');
  client.watchMyTrades('BTC/USDT').then(
    (trades) => received.push(trades.at(-1)?.fee),
    () => undefined,
  );
  await until('the stream is open', () => subscribed.mock.calls.length > 0);
  const order = await client.createOrder('BTC/USDT', 'limit', 'sell', 0.01, 59_000);
  expect(order.info.fills).toEqual([expect.objectContaining({ commissionAsset: 'BNB' })]);
  const [fill] = await client.fetchMyTrades('BTC/USDT');
  expect(fill?.fee).toMatchObject({ currency: 'BNB', cost: Math.floor((Number(fill?.cost) * 0.00075 * 1e8) / 600) / 1e8 });
  await until('it was told', () => received.length > 0);
  expect(received[0]).toMatchObject({ currency: 'BNB', cost: fill?.fee?.cost });
  const commission = await signedCall(venue, account, { path: '/api/v3/account/commission', parameters: { symbol: 'BTCUSDT' } });
  expect(commission.body.discount).toEqual({
    enabledForAccount: true,
    enabledForSymbol: true,
    discountAsset: 'BNB',
    discount: '0.75000000',
  });
  const okx = await ccxtOkx(venue.url, account);
  clients.push(okx);
  await okx.createOrder('BTC/USDT', 'limit', 'sell', 0.01, 59_000);
  const fees = (await okx.fetchMyTrades('BTC/USDT')).map(({ fee }) => fee?.currency);
  // What was left of the coin does not do for the second order.
  expect(fees.sort()).toEqual(['BNB', 'USDT']);
});

describe('orders of one account that would meet', () => {
  test('are told as Binance tells them', async () => {
    const client = await connect();
    const events: Record<string, unknown>[] = [];
    venue.exchange.onAccount.subscribe((event) => events.push({ ...event }));
    const bid = await client.createOrder('BTC/USDT', 'limit', 'buy', 0.002, 60_000.1);
    const ask = await client.createOrder('BTC/USDT', 'limit', 'sell', 0.001, 60_000.1);
    expect(ask).toMatchObject({ status: 'open', filled: 0 });
    expect(ask.info).toMatchObject({
      selfTradePreventionMode: 'EXPIRE_MAKER',
      preventedMatches: [
        { preventedMatchId: 1, makerOrderId: Number(bid.id), price: '60000.10000000', makerPreventedQuantity: '0.00200000' },
      ],
    });
    const ended = await client.fetchOrder(String(bid.id), 'BTC/USDT');
    expect(ended.status).toBe('expired');
    expect(ended.info).toMatchObject({ status: 'EXPIRED_IN_MATCH', preventedMatchId: 1, preventedQuantity: '0.00200000' });
    const taker = await client.createOrder('BTC/USDT', 'limit', 'buy', 0.003, 60_000.1, { selfTradePreventionMode: 'EXPIRE_TAKER' });
    expect(taker.info).toMatchObject({ status: 'EXPIRED_IN_MATCH', preventedMatches: [{ takerPreventedQuantity: '0.00300000' }] });
    expect(events.filter(({ execution }) => execution === 'prevented')).toHaveLength(2);
    expect((await client.loadMarkets())['BTC/USDT']?.info).toMatchObject({
      defaultSelfTradePreventionMode: 'EXPIRE_MAKER',
      allowedSelfTradePreventionModes: ['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'],
    });
  });

  test('are told by the stream of Binance', async () => {
    const client = await connect();
    const received: { readonly info?: unknown; readonly status?: string | undefined }[] = [];
    const subscribed = vi.spyOn(venue.exchange.onAccount, 'subscribe');
    const listen = async () => {
      for (;;) for (const order of await client.watchOrders('BTC/USDT')) received.push({ status: order.status, info: order.info });
    };
    listen().catch(() => undefined);
    await until('the stream is open', () => subscribed.mock.calls.length > 0);
    const bid = await client.createOrder('BTC/USDT', 'limit', 'buy', 0.002, 60_000.1);
    const ask = await client.createOrder('BTC/USDT', 'limit', 'sell', 0.001, 60_000.1);
    await until('it was told', () => received.some(({ status }) => status === 'expired'));
    expect(received.find(({ status }) => status === 'expired')?.info).toMatchObject({
      x: 'TRADE_PREVENTION',
      X: 'EXPIRED_IN_MATCH',
      i: Number(bid.id),
      v: 1,
      A: '0.00200000',
      B: '0.00200000',
      U: Number(ask.id),
      V: 'EXPIRE_MAKER',
    });
  });

  test('are told as OKX tells them', async () => {
    const order = (side: string, more: object = {}) =>
      okxCall(venue, account, {
        method: 'POST',
        path: '/api/v5/trade/order',
        body: { instId: 'BTC-USDT', tdMode: 'cash', side, ordType: 'limit', px: '60000.1', sz: '0.001', ...more },
      });
    const look = async (ordId: string | undefined) =>
      (await okxCall(venue, account, { path: '/api/v5/trade/order', query: { instId: 'BTC-USDT', ordId } })).body.data[0];
    const bid = (await order('buy')).body.data[0]?.ordId;
    const ask = (await order('sell')).body.data[0]?.ordId;
    expect(await look(bid)).toMatchObject({ state: 'canceled', cancelSource: '32', stpMode: 'cancel_maker' });
    expect(await look(ask)).toMatchObject({ state: 'live', cancelSource: '' });
    const taker = (await order('buy', { stpMode: 'cancel_taker' })).body.data[0]?.ordId;
    expect(await look(taker)).toMatchObject({ state: 'canceled', cancelSource: '32', stpMode: 'cancel_taker' });
    expect((await order('buy', { stpMode: 'dance' })).body.data[0]?.sCode).toBe('51000');
  });

  test('trade where the market lets them, with one trade id in one list', async () => {
    venue.faults.inject({ type: 'changeRules', pair: 'BTC/USDT', selfTradePrevention: 'none' });
    const client = await connect();
    await client.createOrder('BTC/USDT', 'limit', 'buy', 0.001, 60_000.1);
    await client.createOrder('BTC/USDT', 'limit', 'sell', 0.001, 60_000.1);
    const trades = await client.fetchMyTrades('BTC/USDT');
    expect(trades.map(({ side }) => side).sort()).toEqual(['buy', 'sell']);
    expect(new Set(trades.map((trade) => trade.id)).size).toBe(1);
  });
});

describe('another key of an account', () => {
  test('has its money, its orders and its user id in both dialects, and rights of its own', async () => {
    const second = venue.exchange.addKey(id, { passphrase: 'another', rights: { trade: false } });
    const [first, other] = [await connect(), await connect(second)];
    const placed = await first.createOrder('BTC/USDT', 'limit', 'buy', 0.001, 50_000);
    expect((await other.fetchOpenOrders('BTC/USDT')).map((order) => order.id)).toEqual([placed.id]);
    await expect(other.createOrder('BTC/USDT', 'limit', 'buy', 0.001, 50_000)).rejects.toThrow(/-2015/);
    const uids = [account, second].map(async (key) => (await signedCall(venue, key, { path: '/api/v3/account' })).body.uid);
    const [uid, sameUid] = await Promise.all(uids);
    expect([uid, sameUid]).toEqual([expect.any(Number), uid]);
    const configs = [account, second].map(async (key) => (await okxCall(venue, key, { path: '/api/v5/account/config' })).body.data[0]);
    const [one, two] = await Promise.all(configs);
    expect([one, two]).toMatchObject([
      { uid: expect.stringMatching(/./), perm: 'read_only,trade' },
      { uid: one?.uid, perm: 'read_only' },
    ]);
  });

  test('may be revoked, and the other one goes on', async () => {
    const { key, secret } = venue.exchange.addKey(id);
    venue.faults.inject({ type: 'revokeKey', account: id, key: key.slice(-6) });
    await expect((await connect({ key, secret })).fetchBalance()).rejects.toThrow(/-2008/);
    expect((await (await connect()).fetchBalance()).USDT?.free).toBe(60_000);
    expect(() => venue.faults.inject({ type: 'revokeKey', account: id, key: 'nosuchkey' })).toThrow('unknownKey');
  });
});
