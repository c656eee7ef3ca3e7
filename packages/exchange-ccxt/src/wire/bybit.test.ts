import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordedExchange, type RecordedExchange } from './recorded-exchange.ts';
import { refusalOf } from './refusal-of.ts';

const pair = 'BTC/USDT';
const says = (result: object) => ({ retCode: 0, retMsg: 'OK', result, retExtInfo: {}, time: 1767225600000 });
const refuses = (retCode: number, retMsg: string) => ({ retCode, retMsg, result: {}, retExtInfo: {}, time: 1767225600000 });
const ids = { orderId: '1523347543495541248', orderLinkId: 'T1x1' };
const order = {
  ...ids,
  symbol: 'BTCUSDT',
  price: '60000.1',
  qty: '0.010000',
  side: 'Buy',
  orderStatus: 'New',
  orderType: 'Limit',
  timeInForce: 'PostOnly',
  cumExecQty: '0.000000',
  cumExecValue: '0',
  leavesQty: '0.010000',
  avgPrice: '',
  rejectReason: 'EC_NoError',
  cancelType: 'UNKNOWN',
  createdTime: '1767225600100',
  updatedTime: '1767225600200',
};
const inPart = { cumExecQty: '0.004000', leavesQty: '0.006000', cumExecValue: '240.0004', avgPrice: '60000.1' };
const list = (...orders: object[]) => says({ category: 'spot', list: orders, nextPageCursor: '' });
const request = { clientOrderId: 'T1x1', pair, side: 'buy', price: '60000.1', amount: '0.01', postOnly: true } as const;
const named = { pair, exchangeOrderId: ids.orderId, clientOrderId: null };

let bybit: RecordedExchange;
beforeAll(async () => {
  bybit = await openRecordedExchange({
    ccxtId: 'bybit',
    answers: {
      'GET /v5/market/orderbook': says({ s: 'BTCUSDT', a: [['60000.2', '0.5']], b: [['60000.1', '0.25']], ts: 1767225600000, u: 1 }),
      'GET /v5/market/instruments-info': says({
        category: 'spot',
        list: [
          {
            symbol: 'BTCUSDT',
            baseCoin: 'BTC',
            quoteCoin: 'USDT',
            innovation: '0',
            status: 'Trading',
            marginTrading: 'utaOnly',
            lotSizeFilter: {
              basePrecision: '0.000001',
              quotePrecision: '0.0000001',
              minOrderQty: '0.000011',
              maxOrderQty: '83',
              minOrderAmt: '5',
              maxOrderAmt: '8000000',
            },
            priceFilter: { tickSize: '0.1' },
            riskParameters: { priceLimitRatioX: '0.05', priceLimitRatioY: '0.05' },
          },
        ],
      }),
      'POST /v5/order/create': says(ids),
      'POST /v5/order/cancel': says(ids),
      'GET /v5/order/realtime': list(order),
      'GET /v5/order/history': list(),
      'GET /v5/execution/list': list(
        {
          symbol: 'BTCUSDT',
          ...ids,
          side: 'Buy',
          orderPrice: '60000.1',
          orderQty: '0.01',
          orderType: 'Limit',
          execFee: '-0.000000600',
          feeCurrency: 'BTC',
          feeRate: '-0.0001',
          execId: '2290000000061666329',
          execPrice: '60000.1',
          execQty: '0.006',
          execValue: '360.0006',
          execTime: '1767225660000',
          execType: 'Trade',
          isMaker: true,
        },
        {
          symbol: 'BTCUSDT',
          ...ids,
          side: 'Buy',
          execFee: '0.000004',
          feeCurrency: 'BTC',
          feeRate: '0.001',
          execId: '2290000000061666327',
          execPrice: '60000.1',
          execQty: '0.004',
          // Not price × amount, so that it shows which of the two is read.
          execValue: '240.000399',
          execTime: '1767225650000',
          execType: 'Trade',
          isMaker: false,
        },
      ),
      'GET /v5/account/wallet-balance': says({
        list: [
          {
            accountType: 'UNIFIED',
            coin: [
              {
                coin: 'USDT',
                walletBalance: '1000.5',
                locked: '600.001',
                availableToWithdraw: '',
                totalPositionIM: '0',
                totalOrderIM: '0',
              },
              { coin: 'BTC', walletBalance: '0.5', locked: '0', availableToWithdraw: '', totalPositionIM: '0', totalOrderIM: '0' },
            ],
          },
        ],
      }),
      'GET /v5/user/query-api': says({ readOnly: 0, permissions: { Spot: ['SpotTrade'], Wallet: [], Exchange: [] }, uta: 1, unified: 0 }),
    },
  });
});
afterAll(() => bybit.close());

test('an order that is not to rest ends with what it fills at once', async () => {
  await bybit.account.placeOrder({ ...request, clientOrderId: 'T1x9', postOnly: false, immediate: true });
  expect(bybit.last('POST /v5/order/create').parameters).toMatchObject({ timeInForce: 'IOC' });
});

test('the book of a market is told', async () => {
  const book = await bybit.connector.marketData().fetchBook(pair);
  expect(book).toMatchObject({ pair, bids: [[60000.1, 0.25]], asks: [[60000.2, 0.5]] });
});

test('a market’s grid, smallest order and smallest worth are told', async () => {
  expect((await bybit.connector.marketData().fetchMarkets()).get(pair)).toMatchObject({
    tickSize: '0.1',
    lotSize: '0.000001',
    minimumAmount: '0.000011',
    minimumNotional: '5',
  });
});

test('an order goes out once, with our id, and is looked at afterwards', async () => {
  const before = bybit.seen.length;
  const report = await bybit.account.placeOrder(request);
  expect(bybit.seen.slice(before).map(({ route }) => route)).toEqual(['POST /v5/order/create', 'GET /v5/order/realtime']);
  const { parameters, headers } = bybit.last('POST /v5/order/create');
  expect(parameters).toMatchObject({
    category: 'spot',
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Limit',
    qty: '0.01',
    price: '60000.1',
    timeInForce: 'PostOnly',
    orderLinkId: 'T1x1',
  });
  expect(headers).toMatchObject({ 'x-bapi-api-key': 'KEY-OF-A-TEST', 'x-bapi-sign': expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(report).toEqual({
    exchangeOrderId: ids.orderId,
    clientOrderId: 'T1x1',
    pair,
    side: 'buy',
    price: '60000.1',
    amount: '0.01',
    filled: '0',
    filledNotional: '0',
    status: 'open',
    at: new Date(1767225600200),
  });
});

test('what would take at once and is taken back counts as refused', async () => {
  bybit.answer('GET /v5/order/realtime', list({ ...order, orderStatus: 'Cancelled', rejectReason: 'EC_PostOnlyWillTakeLiquidity' }));
  expect(await refusalOf(bybit.account.placeOrder(request))).toMatchObject({ kind: 'rejected', reason: 'wouldTakeImmediately' });
});

test('an order that was filled in part and then cancelled is cancelled', async () => {
  bybit.answer('GET /v5/order/realtime', list({ ...order, ...inPart, leavesQty: '0', orderStatus: 'PartiallyFilledCanceled' }));
  expect(await bybit.account.cancelOrder(named)).toMatchObject({ status: 'cancelled', filled: '0.004' });
  expect(bybit.last('POST /v5/order/cancel').parameters).toMatchObject({ category: 'spot', symbol: 'BTCUSDT', orderId: ids.orderId });
});

test('an order is found and cancelled by our id alone', async () => {
  bybit.answer('GET /v5/order/realtime', list({ ...order, orderStatus: 'Cancelled' }));
  const ours = { pair, exchangeOrderId: null, clientOrderId: 'T1x1' };
  expect(await bybit.account.findOrder(ours)).toMatchObject({ exchangeOrderId: ids.orderId });
  expect(bybit.last('GET /v5/order/realtime').parameters).toEqual({ category: 'spot', symbol: 'BTCUSDT', orderLinkId: 'T1x1' });
  expect(await bybit.account.cancelOrder(ours)).toMatchObject({ exchangeOrderId: ids.orderId, status: 'cancelled' });
  const { parameters } = bybit.last('POST /v5/order/cancel');
  expect(parameters).toMatchObject({ orderLinkId: 'T1x1' });
  expect(parameters).not.toHaveProperty('orderId');
});

test('an order that left the list of current ones is found in the history', async () => {
  bybit.answer('GET /v5/order/realtime', list());
  expect(await bybit.account.findOrder(named)).toBeNull();
  bybit.answer('GET /v5/order/history', list({ ...order, ...inPart, cumExecQty: '0.01', leavesQty: '0', orderStatus: 'Filled' }));
  expect(await bybit.account.findOrder(named)).toMatchObject({ status: 'filled', filled: '0.01' });
});

test('open orders are those of the pair', async () => {
  bybit.answer('GET /v5/order/realtime', list({ ...order, ...inPart, orderStatus: 'PartiallyFilled' }));
  expect(await bybit.account.fetchOpenOrders(pair)).toMatchObject([{ clientOrderId: 'T1x1', status: 'open', filled: '0.004' }]);
  expect(bybit.last('GET /v5/order/realtime').parameters).toEqual({ category: 'spot', limit: '50' });
});

test('a list of all pairs that is full may have left out some, so each pair is asked for', async () => {
  const others = Array.from({ length: 50 }, (_, index) => ({ ...order, orderId: `other-${index}`, symbol: 'ETHUSDT' }));
  bybit.answer('GET /v5/order/realtime', list(...others));
  expect(await bybit.account.fetchOpenOrders(pair)).toBeDefined();
  expect(bybit.last('GET /v5/order/realtime').parameters).toMatchObject({ category: 'spot', symbol: 'BTCUSDT', limit: '50' });
});

test('fills come oldest first, with our id and signed fees', async () => {
  const since = new Date(Date.now() - 3_600_000);
  expect(await bybit.account.fetchFills(pair, { since: new Date(1767225600000) })).toMatchObject([
    { tradeId: '2290000000061666327', clientOrderId: 'T1x1', amount: '0.004', notional: '240.000399', fee: '0.000004', isMaker: false },
    { tradeId: '2290000000061666329', exchangeOrderId: ids.orderId, amount: '0.006', fee: '-0.0000006', isMaker: true, side: 'buy' },
  ]);
  await bybit.account.fetchFills(pair, { since });
  expect(bybit.last('GET /v5/execution/list').parameters).toMatchObject({
    category: 'spot',
    limit: '100',
    startTime: String(Number(since)),
  });
});

test('fills of more than a week are asked for week by week', async () => {
  const before = bybit.seen.length;
  await bybit.account.fetchFills(pair, { since: new Date(Date.now() - 16 * 86_400_000) });
  const asked = bybit.seen.slice(before).map(({ parameters }) => Number(parameters.endTime) - Number(parameters.startTime));
  expect(asked).toEqual([7 * 86_400_000, 7 * 86_400_000, Number.NaN]);
});

test('the trades of an order are asked for by its id', async () => {
  const [fill] = await bybit.account.fetchFills(pair, { since: new Date(1767225600000) });
  const { exchangeOrderId = '' } = fill ?? {};
  const before = new Date(0);
  expect(await bybit.account.fetchFills(pair, { exchangeOrderId, since: before })).toContainEqual(fill);
  expect(bybit.last('GET /v5/execution/list').parameters).toMatchObject({ orderId: exchangeOrderId });
  expect(await bybit.account.fetchFills(pair, { exchangeOrderId: 'another', since: before })).toEqual([]);
});

test('the wallet tells what is free and what rests in orders', async () => {
  expect(await bybit.account.fetchWallet()).toMatchObject({
    USDT: { free: '400.499', locked: '600.001' },
    BTC: { free: '0.5', locked: '0' },
  });
});

test('whose account it is, is told', async () => {
  const said = { userID: 24617703, readOnly: 0, permissions: { Spot: ['SpotTrade'], Wallet: [], Exchange: [] } };
  bybit.answer('GET /v5/user/query-api', says(said));
  expect(await bybit.account.fetchAccountId?.()).toBe('24617703');
});

describe('the key’s rights', () => {
  test('are told', async () => {
    expect(await bybit.account.fetchKeyRights()).toEqual({ read: true, trade: true, withdraw: false, transfer: false });
  });
  test('to withdraw and to transfer are told apart', async () => {
    const permissions = { Spot: ['SpotTrade'], Wallet: ['AccountTransfer', 'Withdraw'] };
    bybit.answer('GET /v5/user/query-api', says({ readOnly: 0, permissions }));
    expect(await bybit.account.fetchKeyRights()).toMatchObject({ withdraw: true, transfer: true });
  });
  test('of a key that only reads are none', async () => {
    bybit.answer('GET /v5/user/query-api', says({ readOnly: 1, permissions: { Spot: ['SpotTrade'], Wallet: ['Withdraw'] } }));
    expect(await bybit.account.fetchKeyRights()).toEqual({ read: true, trade: false, withdraw: false, transfer: false });
  });
});

test.each([
  ['2026-05-15T03:21:05Z', new Date('2026-05-15T03:21:05Z')],
  ['1970-01-01T00:00:00Z', undefined],
  [undefined, undefined],
])('a key that says it expires at %s ends at %s', async (expiredAt, endsAt) => {
  bybit.answer('GET /v5/user/query-api', says({ readOnly: 0, permissions: { Spot: ['SpotTrade'], Wallet: [] }, expiredAt }));
  expect((await bybit.account.fetchKeyRights()).endsAt).toEqual(endsAt);
});

describe('a refused order', () => {
  test.each([
    [10003, 'API key is invalid.', 'rejected', 'invalidApiKey'],
    [10004, 'Error sign, please check your signature generation algorithm.', 'rejected', 'invalidSecret'],
    [10005, 'Permission denied, please check your API key permissions.', 'rejected', 'keyRefused'],
    [10002, 'invalid request, please check your server timestamp or recv_window param.', 'transient', 'clockSkew'],
    [170131, 'Insufficient balance.', 'rejected', 'insufficientFunds'],
    [170136, 'Order quantity lower than the minimum.', 'rejected', 'amountOutOfRange'],
    [170140, 'Order value exceeded lower limit.', 'rejected', 'notionalTooSmall'],
    [170193, 'Buy order price cannot be higher than 63000USDT.', 'rejected', 'priceOutOfRange'],
    [170141, 'Duplicate clientOrderId', 'rejected', 'duplicateClientOrderId'],
    [170007, 'Timeout waiting for response from backend server.', 'unknown', 'deadlinePassed'],
    [10016, 'Server error.', 'unknown', 'other'],
    [10006, 'Too many visits!', 'transient', 'rateLimited'],
  ])('with %i (%s) is %s: %s', async (code, words, kind, reason) => {
    bybit.answer('POST /v5/order/create', refuses(code, words));
    expect(await refusalOf(bybit.account.placeOrder(request))).toMatchObject({ kind, reason, exchangeCode: String(code) });
  });

  test('cancelling what is not there any more says so', async () => {
    bybit.answer('POST /v5/order/cancel', refuses(170213, 'Order does not exist.'));
    expect(await refusalOf(bybit.account.cancelOrder(named))).toMatchObject({ kind: 'rejected', reason: 'orderNotFound' });
  });
});
