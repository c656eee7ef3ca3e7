import { orderWindowMs } from '@tenbin/exchange';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordedExchange, type RecordedExchange } from './recorded-exchange.ts';
import { refusalOf } from './refusal-of.ts';

const pair = 'BTC/USD';
const says = (result: object) => ({ error: [], result });
const refuses = (error: string) => ({ error: [error] });
const id = 'OGTT3Y-C6I3P-XRI6HX';
const order = {
  refid: null,
  userref: 0,
  cl_ord_id: 'T1x1',
  status: 'open',
  opentm: 1767225600.1234,
  starttm: 0,
  expiretm: 0,
  descr: {
    pair: 'XBTUSD',
    type: 'sell',
    ordertype: 'limit',
    price: '60000.1',
    price2: '0',
    leverage: 'none',
    order: 'sell 0.01 XBTUSD @ limit 60000.1',
    close: '',
  },
  vol: '0.01000000',
  vol_exec: '0.00000000',
  cost: '0.00000',
  fee: '0.00000',
  price: '0.00000',
  stopprice: '0.00000',
  limitprice: '0.00000',
  misc: '',
  oflags: 'fciq,post',
};
const inPart = { vol_exec: '0.00400000', cost: '240.00040', fee: '0.38400', price: '60000.1' };
const request = { clientOrderId: 'T1x1', pair, side: 'sell', price: '60000.1', amount: '0.01', postOnly: true } as const;
const named = { pair, exchangeOrderId: id, clientOrderId: null };
const call = (name: string) => `POST /0/private/${name}`;

const trade = {
  ordertxid: id,
  postxid: 'TKH2SE-M7IF5-CFI7LT',
  pair: 'XBTUSD',
  time: 1767225650.5,
  type: 'sell',
  ordertype: 'limit',
  price: '60000.10000',
  // Not price × vol: the exchange rounds in its own way.
  cost: '240.00041',
  fee: '0.38400',
  vol: '0.00400000',
  margin: '0.00000',
  misc: '',
  trade_id: 40274859,
  maker: true,
};

let kraken: RecordedExchange;
beforeAll(async () => {
  kraken = await openRecordedExchange({
    ccxtId: 'kraken',
    answers: {
      'GET /0/public/AssetPairs': says({
        XXBTZUSD: {
          altname: 'XBTUSD',
          wsname: 'XBT/USD',
          aclass_base: 'currency',
          base: 'XXBT',
          aclass_quote: 'currency',
          quote: 'ZUSD',
          lot: 'unit',
          cost_decimals: 5,
          pair_decimals: 1,
          lot_decimals: 8,
          lot_multiplier: 1,
          leverage_buy: [],
          leverage_sell: [],
          fees: [[0, 0.4]],
          fees_maker: [[0, 0.25]],
          fee_volume_currency: 'ZUSD',
          ordermin: '0.00005',
          costmin: '0.5',
          tick_size: '0.1',
          status: 'online',
        },
        XETHZUSD: {
          altname: 'ETHUSD',
          wsname: 'ETH/USD',
          base: 'XETH',
          quote: 'ZUSD',
          pair_decimals: 2,
          lot_decimals: 8,
          leverage_buy: [],
          fees: [[0, 0.4]],
          fees_maker: [[0, 0.25]],
          ordermin: '0.001',
          costmin: '0.5',
          tick_size: '0.01',
          status: 'online',
        },
      }),
      'GET /0/public/Depth': says({ XXBTZUSD: { asks: [['60000.2', '0.5', 1767225600]], bids: [['60000.1', '0.25', 1767225600]] } }),
      [call('AddOrder')]: says({ descr: { order: 'sell 0.01000000 XBTUSD @ limit 60000.1' }, txid: [id] }),
      [call('CancelOrder')]: says({ count: 1 }),
      [call('QueryOrders')]: says({ [id]: order }),
      [call('OpenOrders')]: says({ open: { [id]: { ...order, ...inPart } } }),
      [call('ClosedOrders')]: says({ closed: {}, count: 0 }),
      [call('TradesHistory')]: says({
        trades: {
          'TZX2WP-XSEOP-FP7WYR': trade,
          'TAAAAA-XSEOP-FP7WYR': { ...trade, pair: 'ETHUSD', ordertxid: 'OAAAAA-C6I3P-XRI6HX' },
        },
        count: 2,
      }),
      [call('BalanceEx')]: says({
        ZUSD: { balance: '1000.5000', hold_trade: '0.0000' },
        XXBT: { balance: '0.5000000000', hold_trade: '0.0100000000' },
      }),
    },
  });
});
afterAll(() => kraken.close());

test('an order that is not to rest ends with what it fills at once', async () => {
  await kraken.account.placeOrder({ ...request, clientOrderId: 'T1x9', postOnly: false, immediate: true });
  expect(kraken.last(call('AddOrder')).parameters).toMatchObject({ timeinforce: 'IOC', oflags: 'fciq' });
});

test('the book of a market is told', async () => {
  const book = await kraken.connector.marketData().fetchBook(pair);
  expect(book).toMatchObject({ pair, bids: [[60000.1, 0.25]], asks: [[60000.2, 0.5]] });
});

test('a market’s grid, smallest order and smallest worth are told', async () => {
  expect((await kraken.connector.marketData().fetchMarkets()).get(pair)).toMatchObject({
    tickSize: '0.1',
    lotSize: '0.00000001',
    minimumAmount: '0.00005',
    minimumNotional: '0.5',
    baseUnit: null,
    counterUnit: '0.0001',
    makerFee: 0.0025,
    takerFee: 0.004,
  });
});

test('an order goes out once, with our id, and rests once it is accepted', async () => {
  const before = kraken.seen.length;
  const askedAt = Date.now();
  const report = await kraken.account.placeOrder(request);
  expect(kraken.seen.slice(before).map(({ route }) => route)).toEqual([call('AddOrder')]);
  const { parameters, headers } = kraken.last(call('AddOrder'));
  expect(parameters).toMatchObject({
    pair: 'XXBTZUSD',
    type: 'sell',
    ordertype: 'limit',
    volume: '0.01',
    price: '60000.1',
    cl_ord_id: 'T1x1',
    oflags: 'fciq,post',
    nonce: expect.stringMatching(/^\d{16}$/),
  });
  const signedAt = Date.parse(String(parameters.deadline)) - orderWindowMs;
  expect(signedAt).toBeGreaterThanOrEqual(askedAt);
  expect(signedAt).toBeLessThanOrEqual(Number(parameters.nonce));
  expect(headers).toMatchObject({ 'api-key': 'KEY-OF-A-TEST', 'api-sign': expect.stringMatching(/^[\w+/=]{88}$/) });
  expect(report).toMatchObject({
    exchangeOrderId: id,
    clientOrderId: 'T1x1',
    pair,
    side: 'sell',
    status: 'open',
    amount: '0.01',
    filled: '0',
  });
});

test('the number that each call carries rises, also within one millisecond', async () => {
  const before = kraken.seen.length;
  await Promise.all([1, 2, 3, 4].map(() => kraken.account.fetchWallet()));
  const nonces = kraken.seen.slice(before).map(({ parameters }) => Number(parameters.nonce));
  expect(nonces).toEqual([...new Set(nonces)].sort((one, other) => one - other));
  expect(nonces).toHaveLength(4);
});

test('a second connection with the same key goes on with the same row of numbers', async () => {
  const before = kraken.seen.length;
  const fresh = await kraken.connector.account({ apiKey: 'KEY-OF-A-TEST', secret: 'c2VjcmV0IG9mIGEgdGVzdA==' });
  await Promise.all([kraken.account.fetchWallet(), fresh.fetchWallet(), kraken.account.fetchWallet(), fresh.fetchWallet()]);
  const nonces = kraken.seen.slice(before).map(({ parameters }) => Number(parameters.nonce));
  expect(nonces).toEqual([...new Set(nonces)].sort((one, other) => one - other));
  await fresh.close();
});

test('the open orders of several pairs take one question', async () => {
  const before = kraken.seen.length;
  await Promise.all([pair, 'ETH/USD', pair].map((one) => kraken.account.fetchOpenOrders(one)));
  expect(kraken.seen.slice(before).map(({ route }) => route)).toEqual([call('OpenOrders')]);
  await kraken.account.fetchOpenOrders(pair);
  expect(kraken.seen.length).toBe(before + 2);
});

test('an order is found by our id among the open ones and then among those that ended', async () => {
  const ours = { pair, exchangeOrderId: null, clientOrderId: 'T1x1' };
  expect(await kraken.account.findOrder(ours)).toMatchObject({ exchangeOrderId: id, status: 'open', filled: '0.004' });
  expect(kraken.last(call('OpenOrders')).parameters).toMatchObject({ cl_ord_id: 'T1x1' });
  kraken.answer(call('OpenOrders'), says({ open: {} }));
  expect(await kraken.account.findOrder(ours)).toBeNull();
  kraken.answer(
    call('ClosedOrders'),
    says({ closed: { [id]: { ...order, ...inPart, status: 'canceled', closetm: 1767225700 } }, count: 1 }),
  );
  expect(await kraken.account.findOrder(ours)).toMatchObject({ status: 'cancelled', filled: '0.004' });
});

test('a cancelled order keeps the part that was filled', async () => {
  kraken.answer(call('QueryOrders'), says({ [id]: { ...order, ...inPart, status: 'canceled', closetm: 1767225700 } }));
  expect(await kraken.account.cancelOrder(named)).toMatchObject({ exchangeOrderId: id, status: 'cancelled', filled: '0.004' });
  expect(kraken.last(call('CancelOrder')).parameters).toMatchObject({ txid: id });
});

test('an order that is not there is told as such', async () => {
  kraken.answer(call('QueryOrders'), refuses('EOrder:Unknown order'));
  expect(await kraken.account.findOrder(named)).toBeNull();
  kraken.answer(call('CancelOrder'), refuses('EOrder:Unknown order'));
  expect(await refusalOf(kraken.account.cancelOrder(named))).toMatchObject({ kind: 'rejected', reason: 'orderNotFound' });
});

test('open orders are those of the pair', async () => {
  const other = { ...order, descr: { ...order.descr, pair: 'ETHUSD', order: 'sell 0.01 ETHUSD @ limit 3000' } };
  kraken.answer(call('OpenOrders'), says({ open: { [id]: { ...order, ...inPart }, 'OAAAAA-C6I3P-XRI6HX': other } }));
  expect(await kraken.account.fetchOpenOrders(pair)).toMatchObject([{ clientOrderId: 'T1x1', status: 'open', filled: '0.004' }]);
});

test('the trades of an order are asked for by the names that it has of them', async () => {
  kraken.answer(call('QueryOrders'), says({ [id]: { ...order, ...inPart, trades: ['TZX2WP-XSEOP-FP7WYR'] } }));
  kraken.answer(call('QueryTrades'), says({ 'TZX2WP-XSEOP-FP7WYR': trade }));
  const fills = await kraken.account.fetchFills(pair, { exchangeOrderId: id, since: new Date(0) });
  expect(fills).toMatchObject([{ tradeId: 'TZX2WP-XSEOP-FP7WYR', exchangeOrderId: id, amount: '0.004' }]);
  expect(kraken.last(call('QueryOrders')).parameters).toMatchObject({ txid: id, trades: 'true' });
  expect(kraken.last(call('QueryTrades')).parameters).toMatchObject({ txid: 'TZX2WP-XSEOP-FP7WYR' });
  kraken.answer(call('QueryOrders'), says({ [id]: order }));
  expect(await kraken.account.fetchFills(pair, { exchangeOrderId: id, since: new Date(0) })).toEqual([]);
});

test('fills of the pair are picked from the list of all, with fees in the counter currency', async () => {
  const since = new Date(Date.now() - 60_000);
  expect(await kraken.account.fetchFills(pair, { since: new Date(1767225600000) })).toMatchObject([
    {
      tradeId: 'TZX2WP-XSEOP-FP7WYR',
      exchangeOrderId: id,
      side: 'sell',
      price: '60000.1',
      amount: '0.004',
      notional: '240.00041',
      fee: '0.384',
      feeCurrency: 'USD',
      isMaker: true,
      at: new Date(1767225650500),
    },
  ]);
  await kraken.account.fetchFills(pair, { since });
  expect(kraken.last(call('TradesHistory')).parameters).toMatchObject({ start: String(Math.floor(Number(since) / 1000)) });
});

test('the wallet tells what is free and what rests in orders', async () => {
  expect(await kraken.account.fetchWallet()).toMatchObject({ USD: { free: '1000.5', locked: '0' }, BTC: { free: '0.49', locked: '0.01' } });
});

test('what the key may do is not told', async () => {
  expect(await kraken.account.fetchKeyRights()).toMatchObject({ withdraw: 'unknown', transfer: 'unknown' });
});

describe('a refused order', () => {
  test.each([
    ['EAPI:Invalid key', 'rejected', 'invalidApiKey'],
    ['EAPI:Invalid signature', 'rejected', 'invalidSecret'],
    ['EGeneral:Permission denied', 'rejected', 'keyRefused'],
    ['EAPI:Invalid nonce', 'transient', 'clockSkew'],
    ['EOrder:Insufficient funds', 'rejected', 'insufficientFunds'],
    ['EOrder:Order minimum not met', 'rejected', 'amountOutOfRange'],
    ['EOrder:Cost minimum not met', 'rejected', 'notionalTooSmall'],
    ['EOrder:Tick size check failed', 'rejected', 'priceOutOfRange'],
    ['EOrder:Post only order', 'rejected', 'wouldTakeImmediately'],
    ['EService:Market in cancel_only mode', 'transient', 'maintenance'],
    ['EService:Unavailable', 'unknown', 'maintenance'],
    ['EGeneral:Internal error', 'unknown', 'other'],
    ['EOrder:Rate limit exceeded', 'transient', 'rateLimited'],
  ])('with %s is %s: %s', async (error, kind, reason) => {
    kraken.answer(call('AddOrder'), refuses(error));
    expect(await refusalOf(kraken.account.placeOrder(request))).toMatchObject({ kind, reason, exchangeCode: error });
  });
});
