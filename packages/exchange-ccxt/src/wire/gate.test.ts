import { orderWindowMs } from '@tenbin/exchange';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordedExchange, type RecordedExchange } from './recorded-exchange.ts';
import { refusalOf } from './refusal-of.ts';

const pair = 'BTC/USDT';
const order = {
  id: '1852454420',
  text: 't-T1x1',
  amend_text: '-',
  create_time: '1767225600',
  update_time: '1767225600',
  create_time_ms: 1767225600100,
  update_time_ms: 1767225600200,
  status: 'open',
  currency_pair: 'BTC_USDT',
  type: 'limit',
  account: 'spot',
  side: 'buy',
  amount: '0.01',
  price: '60000.1',
  time_in_force: 'poc',
  iceberg: '0',
  left: '0.01',
  filled_amount: '0',
  fill_price: '0',
  filled_total: '0',
  fee: '0',
  fee_currency: 'BTC',
  point_fee: '0',
  gt_fee: '0',
  gt_discount: false,
  rebated_fee: '0',
  rebated_fee_currency: 'USDT',
  finish_as: 'open',
};
const inPart = { left: '0.006', filled_amount: '0.004', filled_total: '240.0004', fill_price: '240.0004', avg_deal_price: '60000.1' };
const request = { clientOrderId: 'T1x1', pair, side: 'buy', price: '60000.1', amount: '0.01', postOnly: true } as const;
const named = { pair, exchangeOrderId: order.id, clientOrderId: null };
const placing = 'POST /api/v4/spot/orders';
const asking = `GET /api/v4/spot/orders/${order.id}`;
const cancelling = `DELETE /api/v4/spot/orders/${order.id}`;

let gate: RecordedExchange;
beforeAll(async () => {
  gate = await openRecordedExchange({
    ccxtId: 'gate',
    answers: {
      'GET /api/v4/spot/order_book': { current: 1767225600000, asks: [['60000.2', '0.5']], bids: [['60000.1', '0.25']] },
      'GET /api/v4/margin/currency_pairs': [],
      'GET /api/v4/spot/currency_pairs': [
        {
          id: 'BTC_USDT',
          base: 'BTC',
          quote: 'USDT',
          fee: '0.2',
          min_base_amount: '0.000001',
          min_quote_amount: '3',
          amount_precision: 6,
          precision: 1,
          trade_status: 'tradable',
          sell_start: 0,
          buy_start: 0,
        },
      ],
      'GET /api/v4/account/detail': { user_id: 1, ip_whitelist: [], currency_pairs: [], key: { mode: 1 } },
      [placing]: order,
      [asking]: order,
      'GET /api/v4/spot/orders/t-T1x1': { ...order, ...inPart },
      [cancelling]: { ...order, ...inPart, status: 'cancelled', finish_as: 'cancelled' },
      'GET /api/v4/spot/open_orders': [{ currency_pair: 'BTC_USDT', total: 1, orders: [{ ...order, ...inPart }] }],
      'GET /api/v4/spot/my_trades': [
        {
          id: '5736713',
          create_time: '1767225650',
          create_time_ms: '1767225650123.456000',
          currency_pair: 'BTC_USDT',
          side: 'buy',
          role: 'maker',
          amount: '0.004',
          price: '60000.1',
          order_id: order.id,
          fee: '0.000008',
          fee_currency: 'BTC',
          point_fee: '0',
          gt_fee: '0',
          text: 't-T1x1',
        },
        {
          id: '5736714',
          create_time: '1767225660',
          create_time_ms: '1767225660000.000000',
          currency_pair: 'BTC_USDT',
          side: 'buy',
          role: 'taker',
          amount: '0.006',
          price: '60000.1',
          order_id: order.id,
          fee: '0',
          fee_currency: 'BTC',
          point_fee: '0',
          gt_fee: '0.05',
          text: 'web',
        },
      ],
      'GET /api/v4/spot/accounts': [
        { currency: 'USDT', available: '400.5', locked: '600', update_id: 1 },
        { currency: 'BTC', available: '0.5', locked: '0', update_id: 1 },
      ],
      'GET /api/v4/account/main_keys': [
        { state: 1, mode: 1, name: 'other', key: 'ANOTHER-KEY', perms: [{ name: 'wallet', read_only: false }] },
        {
          state: 1,
          mode: 1,
          name: 'bot',
          key: 'KEY-OF-A-TEST',
          perms: [
            { name: 'spot', read_only: false },
            { name: 'wallet', read_only: true },
          ],
        },
      ],
    },
  });
});
afterAll(() => gate.close());

test('an order that is not to rest ends with what it fills at once', async () => {
  await gate.account.placeOrder({ ...request, clientOrderId: 'T1x9', postOnly: false, immediate: true });
  expect(gate.last(placing).parameters).toMatchObject({ time_in_force: 'ioc' });
});

test('the book of a market is told', async () => {
  const book = await gate.connector.marketData().fetchBook(pair);
  expect(book).toMatchObject({ pair, bids: [[60000.1, 0.25]], asks: [[60000.2, 0.5]] });
});

test('a market’s grid, smallest order and smallest worth are told', async () => {
  expect((await gate.connector.marketData().fetchMarkets()).get(pair)).toMatchObject({
    tickSize: '0.1',
    lotSize: '0.000001',
    minimumAmount: '0.000001',
    minimumNotional: '3',
    makerFee: 0.002,
  });
});

test('an order goes out with our id behind the exchange’s mark, and comes back without it', async () => {
  const askedAt = Date.now();
  const report = await gate.account.placeOrder(request);
  const answeredAt = Date.now();
  const { parameters, headers } = gate.last(placing);
  const acceptedUntil = Number(headers['x-gate-exptime']) - orderWindowMs;
  expect(acceptedUntil).toBeGreaterThanOrEqual(askedAt);
  expect(acceptedUntil).toBeLessThanOrEqual(answeredAt);
  expect(parameters).toMatchObject({
    text: 't-T1x1',
    currency_pair: 'BTC_USDT',
    account: 'spot',
    side: 'buy',
    type: 'limit',
    amount: '0.01',
    price: '60000.1',
    time_in_force: 'poc',
  });
  expect(headers).toMatchObject({ key: 'KEY-OF-A-TEST', sign: expect.stringMatching(/^[0-9a-f]{128}$/) });
  expect(report).toMatchObject({ exchangeOrderId: order.id, clientOrderId: 'T1x1', status: 'open', amount: '0.01', filled: '0' });
});

test('an order is found by either id', async () => {
  expect(await gate.account.findOrder({ pair, exchangeOrderId: null, clientOrderId: 'T1x1' })).toMatchObject({
    exchangeOrderId: order.id,
    filled: '0.004',
  });
  expect(await gate.account.findOrder(named)).toMatchObject({ clientOrderId: 'T1x1', filled: '0' });
  gate.answer(asking, { label: 'ORDER_NOT_FOUND', message: 'Order with ID not found' }, 404);
  expect(await gate.account.findOrder(named)).toBeNull();
});

test('a cancelled order keeps the part that was filled', async () => {
  expect(await gate.account.cancelOrder(named)).toMatchObject({ status: 'cancelled', filled: '0.004' });
  expect(gate.last(cancelling).parameters).toMatchObject({ currency_pair: 'BTC_USDT' });
});

test.each(['stp', 'ioc', 'small', 'a reason of next year'])('an order that ended because of %o is cancelled', async (reason) => {
  gate.answer(asking, { ...order, ...inPart, status: 'cancelled', finish_as: reason });
  expect(await gate.account.findOrder(named)).toMatchObject({ status: 'cancelled', filled: '0.004' });
});

test('a filled order is filled', async () => {
  gate.answer(asking, { ...order, left: '0', filled_amount: '0.01', filled_total: '600.001', status: 'closed', finish_as: 'filled' });
  expect(await gate.account.findOrder(named)).toMatchObject({ status: 'filled', filled: '0.01' });
});

test('open orders are those of the pair', async () => {
  expect(await gate.account.fetchOpenOrders(pair)).toMatchObject([{ clientOrderId: 'T1x1', status: 'open', filled: '0.004' }]);
});

test('fills carry the fee in the currency in which it was taken', async () => {
  const since = new Date(Date.now() - 60_000);
  expect(await gate.account.fetchFills(pair, { since: new Date(1767225600000) })).toMatchObject([
    {
      tradeId: '5736713',
      clientOrderId: 'T1x1',
      notional: '240.0004',
      fee: '0.000008',
      feeCurrency: 'BTC',
      isMaker: true,
      at: new Date(1767225650123),
    },
    { tradeId: '5736714', clientOrderId: null, fee: '0.05', feeCurrency: 'GT', isMaker: false },
  ]);
  await gate.account.fetchFills(pair, { since });
  expect(gate.last('GET /api/v4/spot/my_trades').parameters).toMatchObject({
    currency_pair: 'BTC_USDT',
    limit: '1000',
    from: String(Math.floor(Number(since) / 1000)),
  });
});

test('the trades of an order are asked for by its id', async () => {
  const [fill] = await gate.account.fetchFills(pair, { since: new Date(1767225600000) });
  const { exchangeOrderId = '' } = fill ?? {};
  const before = new Date(0);
  expect(await gate.account.fetchFills(pair, { exchangeOrderId, since: before })).toContainEqual(fill);
  expect(gate.last('GET /api/v4/spot/my_trades').parameters).toMatchObject({ order_id: exchangeOrderId });
  expect(await gate.account.fetchFills(pair, { exchangeOrderId: 'another', since: before })).toEqual([]);
});

test('the wallet tells what is free and what rests in orders', async () => {
  expect(await gate.account.fetchWallet()).toMatchObject({ USDT: { free: '400.5', locked: '600' }, BTC: { free: '0.5', locked: '0' } });
});

test.each([
  [[{ name: 'spot', read_only: false }], { read: true, trade: true, withdraw: false, transfer: false }],
  [[{ name: 'spot', read_only: true }], { read: true, trade: false, withdraw: false, transfer: false }],
  [
    [
      { name: 'spot', read_only: false },
      { name: 'wallet', read_only: false },
    ],
    { read: true, trade: true, withdraw: 'unknown', transfer: true },
  ],
  [
    [
      { name: 'spot', read_only: false },
      { name: 'withdraw', read_only: false },
    ],
    { read: true, trade: true, withdraw: true, transfer: false },
  ],
])('a key with the areas %j is known for what it may do', async (perms, rights) => {
  gate.answer('GET /api/v4/account/main_keys', [{ key: 'KEY-OF-A-TEST', perms }]);
  expect(await gate.account.fetchKeyRights()).toEqual(rights);
});

test('whose account it is, is told', async () => {
  expect(await gate.account.fetchAccountId?.()).toBe('1');
});

test('a key that the list does not hold is not known', async () => {
  gate.answer('GET /api/v4/account/main_keys', []);
  expect(await gate.account.fetchKeyRights()).toMatchObject({ withdraw: 'unknown', transfer: 'unknown' });
});

describe('a refused order', () => {
  test.each([
    [401, 'INVALID_KEY', 'Invalid key provided', 'rejected', 'invalidApiKey'],
    [401, 'INVALID_SIGNATURE', 'Signature mismatch', 'rejected', 'invalidSecret'],
    [403, 'FORBIDDEN', 'IP not in whitelist', 'rejected', 'keyRefused'],
    [403, 'REQUEST_EXPIRED', 'gap between request Timestamp and server time exceeds 60', 'transient', 'clockSkew'],
    [400, 'BALANCE_NOT_ENOUGH', 'Not enough balance', 'rejected', 'insufficientFunds'],
    [400, 'INVALID_PARAM_VALUE', 'Your order size 0.6 USDT is too small. The minimum is 3 USDT', 'rejected', 'notionalTooSmall'],
    [400, 'POC_FILL_IMMEDIATELY', 'Order would match and take immediately so its cancelled', 'rejected', 'wouldTakeImmediately'],
    [400, 'TOO_MANY_ORDERS', 'Too many open orders', 'rejected', 'tooManyOrders'],
    [500, 'SERVER_ERROR', 'Internal error', 'unknown', 'other'],
    [503, 'TOO_BUSY', 'Server is busy', 'unknown', 'maintenance'],
    [429, 'TOO_MANY_REQUESTS', 'Request Rate limit Exceeded', 'transient', 'rateLimited'],
  ])('with %i %s (%s) is %s: %s', async (status, label, message, kind, reason) => {
    gate.answer(placing, { label, message }, status);
    expect(await refusalOf(gate.account.placeOrder(request))).toMatchObject({ kind, reason, exchangeCode: label });
  });
});
