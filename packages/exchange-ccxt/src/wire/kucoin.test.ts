import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordedExchange, type RecordedExchange } from './recorded-exchange.ts';
import { refusalOf } from './refusal-of.ts';

const pair = 'BTC/USDT';
const says = (data: unknown) => ({ code: '200000', data });
const refuses = (code: string, msg: string) => ({ code, msg });
const orderId = '67120bbef094e200070976f6';
const order = {
  id: orderId,
  clientOid: 'T1x1',
  symbol: 'BTC-USDT',
  opType: 'DEAL',
  type: 'limit',
  side: 'sell',
  price: '60000.1',
  size: '0.01',
  funds: '600.001',
  dealSize: '0',
  dealFunds: '0',
  remainSize: '0.01',
  remainFunds: '600.001',
  cancelledSize: '0',
  cancelledFunds: '0',
  fee: '0',
  feeCurrency: 'USDT',
  timeInForce: 'GTC',
  postOnly: true,
  active: true,
  inOrderBook: true,
  createdAt: 1767225600100,
  lastUpdatedAt: 1767225600200,
  tradeType: 'TRADE',
  tax: '0',
};
const inPart = { dealSize: '0.004', dealFunds: '240.0004', remainSize: '0.006' };
const request = { clientOrderId: 'T1x1', pair, side: 'sell', price: '60000.1', amount: '0.01', postOnly: true } as const;
const named = { pair, exchangeOrderId: orderId, clientOrderId: null };
const placing = 'POST /api/v1/hf/orders';
const asking = `GET /api/v1/hf/orders/${orderId}`;

// Ids that a double cannot hold.
const fills = JSON.stringify(
  says({
    items: [
      {
        id: 19814995255305,
        symbol: 'BTC-USDT',
        tradeId: '=11029373945659393=',
        orderId,
        counterOrderId: '671368df0e0a2e0007c1df83',
        side: 'sell',
        liquidity: 'maker',
        price: '60000.1',
        size: '0.004',
        // Not price × size, so that it shows which of the two is read.
        funds: '240.000399',
        fee: '0.2400004',
        feeRate: '0.001',
        feeCurrency: 'USDT',
        tradeType: 'TRADE',
        type: 'limit',
        createdAt: 1767225650000,
      },
    ],
    lastId: 19814995255305,
  }),
).replace(/"=(\d+)="/g, '$1');

let kucoin: RecordedExchange;
beforeAll(async () => {
  kucoin = await openRecordedExchange({
    ccxtId: 'kucoin',
    answers: {
      'GET /api/v1/market/orderbook/level2_100': says({ sequence: '1', asks: [['60000.2', '0.5']], bids: [['60000.1', '0.25']] }),
      'GET /api/v2/symbols': says([
        {
          symbol: 'BTC-USDT',
          name: 'BTC-USDT',
          baseCurrency: 'BTC',
          quoteCurrency: 'USDT',
          feeCurrency: 'USDT',
          market: 'USDS',
          baseMinSize: '0.00001',
          quoteMinSize: '0.1',
          baseMaxSize: '10000000000',
          quoteMaxSize: '99999999',
          baseIncrement: '0.00000001',
          quoteIncrement: '0.000001',
          priceIncrement: '0.1',
          priceLimitRate: '0.1',
          minFunds: '0.1',
          isMarginEnabled: true,
          enableTrading: true,
          feeCategory: 1,
          makerFeeCoefficient: '1.00',
          takerFeeCoefficient: '1.00',
        },
      ]),
      [placing]: says({ orderId, clientOid: 'T1x1' }),
      [asking]: says(order),
      'GET /api/v1/hf/orders/client-order/T1x1': says({ ...order, ...inPart }),
      [`DELETE /api/v1/hf/orders/${orderId}`]: says({ orderId }),
      'DELETE /api/v1/hf/orders/client-order/T1x1': says({ clientOid: 'T1x1' }),
      'GET /api/v1/hf/orders/active': says([{ ...order, ...inPart }]),
      'GET /api/v1/hf/fills': fills,
      'GET /api/v1/accounts': says([
        { id: '1', currency: 'USDT', type: 'trade', balance: '1000.5', available: '400.5', holds: '600' },
        { id: '2', currency: 'USDT', type: 'main', balance: '77', available: '77', holds: '0' },
        { id: '3', currency: 'BTC', type: 'trade', balance: '0.5', available: '0.49', holds: '0.01' },
      ]),
      'GET /api/v1/user/api-key': says({ remark: 'bot', apiKey: 'KEY-OF-A-TEST', apiVersion: 3, permission: 'General,Spot', uid: 1 }),
    },
  });
});
afterAll(() => kucoin.close());

test('an order that is not to rest ends with what it fills at once', async () => {
  await kucoin.account.placeOrder({ ...request, clientOrderId: 'T1x9', postOnly: false, immediate: true });
  expect(kucoin.last('POST /api/v1/hf/orders').parameters).toMatchObject({ timeInForce: 'IOC' });
});

test('the book of a market is told', async () => {
  const book = await kucoin.connector.marketData().fetchBook(pair);
  expect(book).toMatchObject({ pair, bids: [[60000.1, 0.25]], asks: [[60000.2, 0.5]] });
});

test('a market’s grid, smallest order and smallest worth are told', async () => {
  expect((await kucoin.connector.marketData().fetchMarkets()).get(pair)).toMatchObject({
    tickSize: '0.1',
    lotSize: '0.00000001',
    minimumAmount: '0.00001',
    minimumNotional: '0.1',
  });
});

test('an order goes out once, with our id, and is looked at afterwards', async () => {
  const before = kucoin.seen.length;
  const report = await kucoin.account.placeOrder(request);
  expect(kucoin.seen.slice(before).map(({ route }) => route)).toEqual([placing, asking]);
  const { parameters, headers } = kucoin.last(placing);
  expect(parameters).toEqual({
    clientOid: 'T1x1',
    symbol: 'BTC-USDT',
    side: 'sell',
    type: 'limit',
    price: '60000.1',
    size: '0.01',
    postOnly: true,
  });
  expect(headers).toMatchObject({ 'kc-api-key': 'KEY-OF-A-TEST', 'kc-api-passphrase': expect.not.stringContaining('three words') });
  expect(report).toMatchObject({ exchangeOrderId: orderId, clientOrderId: 'T1x1', status: 'open', filled: '0', price: '60000.1' });
});

test('an order is found by either id', async () => {
  const ours = await kucoin.account.findOrder({ pair, exchangeOrderId: null, clientOrderId: 'T1x1' });
  expect(ours).toMatchObject({ exchangeOrderId: orderId, filled: '0.004', status: 'open' });
  expect(kucoin.last('GET /api/v1/hf/orders/client-order/T1x1').parameters).toEqual({ symbol: 'BTC-USDT' });
  kucoin.answer(asking, refuses('100001', 'error.getOrder.orderNotExist'));
  expect(await kucoin.account.findOrder(named)).toBeNull();
});

test('a cancelled order keeps the part that was filled', async () => {
  kucoin.answer(asking, says({ ...order, ...inPart, active: false, inOrderBook: false, cancelExist: true, cancelledSize: '0.006' }));
  expect(await kucoin.account.cancelOrder(named)).toMatchObject({ status: 'cancelled', filled: '0.004' });
  expect(kucoin.last(`DELETE /api/v1/hf/orders/${orderId}`).parameters).toEqual({ symbol: 'BTC-USDT' });
});

test('an order that was filled while it was being cancelled is filled', async () => {
  kucoin.answer(asking, says({ ...order, dealSize: '0.01', dealFunds: '600.001', active: false, inOrderBook: false, cancelExist: true }));
  expect(await kucoin.account.cancelOrder(named)).toMatchObject({ status: 'filled', filled: '0.01' });
});

test('open orders are those of the pair', async () => {
  expect(await kucoin.account.fetchOpenOrders(pair)).toMatchObject([{ clientOrderId: 'T1x1', status: 'open', filled: '0.004' }]);
  expect(kucoin.last('GET /api/v1/hf/orders/active').parameters).toMatchObject({ symbol: 'BTC-USDT' });
});

test('fills carry the fee and its currency', async () => {
  const since = new Date(Date.now() - 60_000);
  expect(await kucoin.account.fetchFills(pair, { since: new Date(1767225600000) })).toMatchObject([
    {
      tradeId: '11029373945659393',
      exchangeOrderId: orderId,
      side: 'sell',
      amount: '0.004',
      notional: '240.000399',
      fee: '0.2400004',
      feeCurrency: 'USDT',
      isMaker: true,
      at: new Date(1767225650000),
    },
  ]);
  await kucoin.account.fetchFills(pair, { since });
  expect(kucoin.last('GET /api/v1/hf/fills').parameters).toEqual({ symbol: 'BTC-USDT', limit: '100', startAt: String(Number(since)) });
});

test('the trades of an order are asked for by its id', async () => {
  const [fill] = await kucoin.account.fetchFills(pair, { since: new Date(1767225600000) });
  const { exchangeOrderId = '' } = fill ?? {};
  const before = new Date(0);
  expect(await kucoin.account.fetchFills(pair, { exchangeOrderId, since: before })).toContainEqual(fill);
  expect(kucoin.last('GET /api/v1/hf/fills').parameters).toMatchObject({ orderId: exchangeOrderId });
  expect(await kucoin.account.fetchFills(pair, { exchangeOrderId: 'another', since: before })).toEqual([]);
});

test('the wallet is that of the spot account alone', async () => {
  expect(await kucoin.account.fetchWallet()).toMatchObject({
    USDT: { free: '400.5', locked: '600' },
    BTC: { free: '0.49', locked: '0.01' },
  });
});

test('whose account it is, is told', async () => {
  expect(await kucoin.account.fetchAccountId?.()).toBe('1');
});

test.each([
  ['General,Spot', { read: true, trade: true, withdraw: false, transfer: false }],
  ['General', { read: true, trade: false, withdraw: false, transfer: false }],
  ['General,Spot,Withdrawal', { read: true, trade: true, withdraw: true, transfer: false }],
  ['General,Spot,FlexTransfers', { read: true, trade: true, withdraw: false, transfer: true }],
])('a key with %s is known for what it may do', async (permission, rights) => {
  kucoin.answer('GET /api/v1/user/api-key', says({ permission }));
  expect(await kucoin.account.fetchKeyRights()).toEqual(rights);
});

describe('a refused order', () => {
  test.each([
    ['400003', 'KC-API-KEY not exists', 'rejected', 'invalidApiKey'],
    ['400004', 'Invalid KC-API-PASSPHRASE', 'rejected', 'invalidPassphrase'],
    ['400005', 'Invalid KC-API-SIGN', 'rejected', 'invalidSecret'],
    ['400006', 'The requested ip address is not in the api whitelist', 'rejected', 'keyRefused'],
    ['400002', 'KC-API-TIMESTAMP Invalid', 'transient', 'clockSkew'],
    ['200004', 'Balance insufficient!', 'rejected', 'insufficientFunds'],
    ['400100', 'Order size below the minimum requirement', 'rejected', 'amountOutOfRange'],
    ['400100', 'Price increment invalid.', 'rejected', 'priceOutOfRange'],
    ['600101', 'The order funds should more then 0.1 USDT.', 'rejected', 'notionalTooSmall'],
    ['200001', 'Order creation for this pair suspended', 'rejected', 'marketClosed'],
    ['500000', 'Internal Server Error', 'unknown', 'other'],
    ['429000', 'Too many requests in a short period of time', 'transient', 'rateLimited'],
  ])('with %s (%s) is %s: %s', async (code, words, kind, reason) => {
    kucoin.answer(placing, refuses(code, words));
    expect(await refusalOf(kucoin.account.placeOrder(request))).toMatchObject({ kind, reason, exchangeCode: code });
  });
});
