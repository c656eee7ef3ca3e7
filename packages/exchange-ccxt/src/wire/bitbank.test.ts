import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordedExchange, type RecordedExchange } from './recorded-exchange.ts';
import { refusalOf } from './refusal-of.ts';

const pair = 'BTC/JPY';
const placed = {
  order_id: 90001,
  pair: 'btc_jpy',
  side: 'buy',
  position_side: null,
  type: 'limit',
  start_amount: '0.0100',
  remaining_amount: '0.0100',
  executed_amount: '0.0000',
  price: '9800000',
  post_only: true,
  user_cancelable: true,
  average_price: '0',
  ordered_at: 1767225600123,
  expire_at: null,
  status: 'UNFILLED',
};
const says = (data: object) => ({ success: 1, data });
const refuses = (code: number) => ({ success: 0, data: { code } });

let bitbank: RecordedExchange;
beforeAll(async () => {
  bitbank = await openRecordedExchange({
    ccxtId: 'bitbank',
    answers: {
      'GET /btc_jpy/depth': says({ asks: [['60000.2', '0.5']], bids: [['60000.1', '0.25']], timestamp: 1767225600000 }),
      'GET /spot/pairs': says({
        pairs: [
          {
            name: 'btc_jpy',
            base_asset: 'btc',
            quote_asset: 'jpy',
            maker_fee_rate_base: '0',
            taker_fee_rate_base: '0',
            maker_fee_rate_quote: '-0.0002',
            taker_fee_rate_quote: '0.0012',
            unit_amount: '0.0001',
            limit_max_amount: '1000',
            market_max_amount: '10',
            market_allowance_rate: '0.2',
            price_digits: 0,
            amount_digits: 4,
            is_enabled: true,
            stop_order: false,
            stop_order_and_cancel: false,
          },
        ],
      }),
      'POST /v1/user/spot/order': says(placed),
      'POST /v1/user/spot/cancel_order': says({
        ...placed,
        remaining_amount: '0.0060',
        executed_amount: '0.0040',
        average_price: '9800000',
        canceled_at: 1767225700000,
        status: 'CANCELED_PARTIALLY_FILLED',
      }),
      'GET /v1/user/spot/order': says({ ...placed, remaining_amount: '0.0000', executed_amount: '0.0100', status: 'FULLY_FILLED' }),
      'GET /v1/user/spot/active_orders': says({
        orders: [{ ...placed, remaining_amount: '0.0060', executed_amount: '0.0040', status: 'PARTIALLY_FILLED' }],
      }),
      'GET /v1/user/spot/trade_history': says({
        trades: [
          {
            trade_id: 70002,
            pair: 'btc_jpy',
            order_id: 90001,
            side: 'buy',
            type: 'limit',
            amount: '0.0060',
            price: '9800000',
            maker_taker: 'taker',
            fee_amount_base: '0.00000000',
            fee_amount_quote: '70.5600',
            executed_at: 1767225660500,
          },
          {
            trade_id: 70001,
            pair: 'btc_jpy',
            order_id: 90001,
            side: 'buy',
            type: 'limit',
            amount: '0.0040',
            price: '9800000',
            maker_taker: 'maker',
            fee_amount_base: '0.00000000',
            fee_amount_quote: '-7.8400',
            executed_at: 1767225650250,
          },
        ],
      }),
      'GET /v1/user/assets': says({
        assets: [
          { asset: 'jpy', onhand_amount: '500000.5', locked_amount: '98000.0000', free_amount: '402000.5000', withdrawal_fee: '0' },
          { asset: 'btc', onhand_amount: '0.0100', locked_amount: '0', free_amount: '0.0100', withdrawal_fee: '0' },
        ],
      }),
    },
  });
});
afterAll(() => bitbank.close());

test('the book of a market is told', async () => {
  const book = await bitbank.connector.marketData().fetchBook(pair);
  expect(book).toMatchObject({ pair, bids: [[60000.1, 0.25]], asks: [[60000.2, 0.5]] });
});

test('a market’s grid and smallest order are told; its maker is paid', async () => {
  expect((await bitbank.connector.marketData().fetchMarkets()).get(pair)).toMatchObject({
    tickSize: '1',
    lotSize: '0.0001',
    minimumAmount: '0.0001',
    maximumAmount: '1000',
    minimumNotional: '0',
    baseUnit: '0.00000001',
    counterUnit: '0.0001',
    makerFee: -0.0002,
    takerFee: 0.0012,
  });
});

test('an order goes out with its pair, price and amount, signed for a short time, and without an id of ours', async () => {
  const report = await bitbank.account.placeOrder({
    clientOrderId: 'T1x1',
    pair,
    side: 'buy',
    price: '9800000',
    amount: '0.01',
    postOnly: true,
  });
  const { parameters, headers } = bitbank.last('POST /v1/user/spot/order');
  expect(parameters).toEqual({ pair: 'btc_jpy', amount: '0.01', price: '9800000', side: 'buy', type: 'limit', post_only: true });
  expect(headers).toMatchObject({ 'access-key': 'KEY-OF-A-TEST', 'access-time-window': '5000' });
  expect(headers['access-signature']).toMatch(/^[0-9a-f]{64}$/);
  expect(report).toEqual({
    exchangeOrderId: '90001',
    clientOrderId: null,
    pair,
    side: 'buy',
    price: '9800000',
    amount: '0.01',
    filled: '0',
    filledNotional: '0',
    status: 'open',
    at: new Date(1767225600123),
  });
});

test('a cancelled order keeps the part that was filled', async () => {
  const report = await bitbank.account.cancelOrder({ pair, exchangeOrderId: '90001', clientOrderId: null });
  expect(bitbank.last('POST /v1/user/spot/cancel_order').parameters).toEqual({ order_id: '90001', pair: 'btc_jpy' });
  expect(report).toMatchObject({ exchangeOrderId: '90001', status: 'cancelled', amount: '0.01', filled: '0.004' });
});

test('an order is found by the exchange’s id', async () => {
  const found = await bitbank.account.findOrder({ pair, exchangeOrderId: '90001', clientOrderId: null });
  expect(found).toMatchObject({ status: 'filled', filled: '0.01' });
  await expect(bitbank.account.findOrder({ pair, exchangeOrderId: null, clientOrderId: 'T1x1' })).rejects.toMatchObject({
    reason: 'notSupported',
  });
});

test('open orders are those of the pair', async () => {
  const [order] = await bitbank.account.fetchOpenOrders(pair);
  expect(bitbank.last('GET /v1/user/spot/active_orders').parameters).toEqual({ pair: 'btc_jpy' });
  expect(order).toMatchObject({ exchangeOrderId: '90001', status: 'open', filled: '0.004' });
});

test('fills come oldest first, with fees in yen that may be a payment to us', async () => {
  const since = new Date(Date.now() - 60_000);
  const fills = await bitbank.account.fetchFills(pair, { since: new Date(1767225600000) });
  const more = await bitbank.account.fetchFills(pair, { since: new Date(1767225600000), afterTradeId: '70001' });
  expect(fills).toMatchObject([
    { tradeId: '70001', exchangeOrderId: '90001', amount: '0.004', notional: '39200', fee: '-7.84', feeCurrency: 'JPY', isMaker: true },
    { tradeId: '70002', amount: '0.006', price: '9800000', fee: '70.56', feeCurrency: 'JPY', isMaker: false, at: new Date(1767225660500) },
  ]);
  expect(more.map(({ tradeId }) => tradeId)).toEqual(['70002']);
  await bitbank.account.fetchFills(pair, { since });
  expect(bitbank.last('GET /v1/user/spot/trade_history').parameters).toEqual({
    pair: 'btc_jpy',
    count: '1000',
    since: String(Number(since)),
  });
});

test('the trades of an order are asked for by its id', async () => {
  const [fill] = await bitbank.account.fetchFills(pair, { since: new Date(1767225600000) });
  const { exchangeOrderId = '' } = fill ?? {};
  const before = new Date(0);
  expect(await bitbank.account.fetchFills(pair, { exchangeOrderId, since: before })).toContainEqual(fill);
  expect(bitbank.last('GET /v1/user/spot/trade_history').parameters).toMatchObject({ order_id: exchangeOrderId });
  expect(await bitbank.account.fetchFills(pair, { exchangeOrderId: 'another', since: before })).toEqual([]);
});

test('the wallet tells what is free and what rests in orders', async () => {
  expect(await bitbank.account.fetchWallet()).toMatchObject({
    JPY: { free: '402000.5', locked: '98000' },
    BTC: { free: '0.01', locked: '0' },
  });
});

test('what the key may do is not told', async () => {
  expect(await bitbank.account.fetchKeyRights()).toEqual({ read: 'unknown', trade: 'unknown', withdraw: 'unknown', transfer: 'unknown' });
});

describe('a refused order', () => {
  const order = { clientOrderId: 'T1x2', pair, side: 'buy', price: '9800000', amount: '0.01' } as const;
  test.each([
    [20003, 'rejected', 'invalidApiKey'],
    [20005, 'rejected', 'invalidSecret'],
    [20035, 'transient', 'clockSkew'],
    [60001, 'rejected', 'insufficientFunds'],
    [60004, 'rejected', 'amountOutOfRange'],
    [60005, 'rejected', 'priceOutOfRange'],
    [60011, 'rejected', 'tooManyOrders'],
    [70004, 'rejected', 'marketClosed'],
    [10007, 'transient', 'maintenance'],
    [10005, 'unknown', 'deadlinePassed'],
    [70001, 'unknown', 'other'],
  ])('with %i is %s: %s', async (code, kind, reason) => {
    bitbank.answer('POST /v1/user/spot/order', refuses(code));
    expect(await refusalOf(bitbank.account.placeOrder(order))).toMatchObject({ kind, reason, exchangeCode: String(code) });
  });

  test('an order that was filled or cancelled already cannot be cancelled, and is asked for', async () => {
    bitbank.answer('POST /v1/user/spot/cancel_order', refuses(50026));
    const refusal = await refusalOf(bitbank.account.cancelOrder({ pair, exchangeOrderId: '90001', clientOrderId: null }));
    expect(refusal).toMatchObject({ kind: 'rejected', reason: 'orderNotFound' });
    bitbank.answer('GET /v1/user/spot/order', refuses(50009));
    expect(await bitbank.account.findOrder({ pair, exchangeOrderId: '90001', clientOrderId: null })).toBeNull();
  });

  test('too many requests halt this account’s calls', async () => {
    bitbank.answer('GET /v1/user/assets', { success: 0, data: { code: 10009 } }, 429);
    expect(await refusalOf(bitbank.account.fetchWallet())).toMatchObject({ kind: 'transient', reason: 'rateLimited' });
  });
});
