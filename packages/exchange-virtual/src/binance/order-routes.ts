import type { Side } from '@tenbin/market';
import { makeKey } from '../accounts/account.ts';
import { checkOrder } from '../exchange/check-order.ts';
import type { LiveMarket } from '../exchange/live-market.ts';
import {
  type Order,
  type OrderName,
  type OrderType,
  type PlaceOrder,
  type SelfTradePrevention,
  selfTradePreventions,
  type TimeInForce,
} from '../exchange/order.ts';
import type { Parameters } from '../wire/parameters.ts';
import { BinanceError, illegalCharacters, invalidCombination, missingParameter, noSuchOrder, unknownOrder } from './binance-error.ts';
import { preventions, wireCancelled, wireNewOrder, wireOrder } from './order-wire.ts';
import { liveOf, type Routes, readStretch, requireLive, type SignedCall } from './route.ts';

const idPattern = /^[a-zA-Z0-9\-_.:/]{1,36}$/;
const types: Readonly<Record<string, OrderType>> = { LIMIT: 'limit', LIMIT_MAKER: 'limitMaker', MARKET: 'market' };

/** Placing, cancelling and looking at one's own orders. */
export const orderRoutes: Routes = {
  'POST /api/v3/order': {
    weight: 1,
    security: 'signed',
    right: 'trade',
    placesOrder: true,
    handle: (call) => {
      const { live, request, kind } = readOrder(call);
      if (openOrders(call, live).length >= call.rates.limits.openOrdersPerSymbol)
        throw new BinanceError(-1013, 'Filter failure: MAX_NUM_ORDERS');
      const { order, prevented } = place(call, request);
      const trades = (call.account.trades.get(order.pair) ?? [])
        .slice(-1_000)
        .filter((trade) => trade.orderId === order.id && !trade.isMaker);
      return wireNewOrder(live.market, order, { kind, trades, prevented });
    },
  },
  'POST /api/v3/order/test': {
    weight: 1,
    security: 'signed',
    right: 'trade',
    handle: (call) => {
      const { live, request } = readOrder(call);
      checkOrder(live, request, call.exchange.averagePrice(live).toFixed(12));
      return {};
    },
  },
  'GET /api/v3/order': {
    weight: 4,
    security: 'signed',
    right: 'read',
    handle: (call) => {
      const live = requireLive(call);
      const order = call.exchange.lists.order(call.account, orderName(call.parameters, live));
      if (!order) throw noSuchOrder();
      return wireOrder(live.market, order);
    },
  },
  'DELETE /api/v3/order': {
    weight: 1,
    security: 'signed',
    right: 'trade',
    handle: (call) => {
      const live = requireLive(call);
      const cancelId = readClientId(call.parameters, 'newClientOrderId') ?? makeKey().slice(0, 22);
      return wireCancelled(live.market, call.exchange.cancel(call.account, orderName(call.parameters, live), cancelId), cancelId);
    },
  },
  'DELETE /api/v3/openOrders': {
    weight: 1,
    security: 'signed',
    right: 'trade',
    handle: (call) => {
      const live = requireLive(call);
      const { pair } = live.market;
      const open = openOrders(call, live);
      if (open.length === 0) throw unknownOrder();
      const cancelId = makeKey().slice(0, 22);
      return open.map(({ id }) => wireCancelled(live.market, call.exchange.cancel(call.account, { pair, id }, cancelId), cancelId));
    },
  },
  'GET /api/v3/openOrders': {
    weight: (parameters) => (parameters.text('symbol') === undefined ? 80 : 6),
    security: 'signed',
    right: 'read',
    handle: (call) => {
      const symbol = call.parameters.text('symbol');
      const pair = symbol === undefined ? undefined : liveOf(call.exchange, symbol).market.pair;
      return call.exchange.lists.openOrders(call.account, pair).map((order) => wireOrder(call.exchange.live(order.pair).market, order));
    },
  },
  'GET /api/v3/allOrders': {
    weight: 20,
    security: 'signed',
    right: 'read',
    handle: (call) => {
      const { exchange, parameters, account } = call;
      const live = requireLive(call);
      const fromId = parameters.integer('orderId');
      const { from, to = Number.POSITIVE_INFINITY } = readStretch(parameters);
      const limit = parameters.limit({ usual: 500, most: 1_000 });
      const found = exchange.lists
        .orders(account, live.market.pair)
        .filter((order) => order.id >= (fromId ?? 0) && order.createdAt >= (from ?? 0) && order.createdAt <= to);
      const selected = fromId === undefined && from === undefined ? found.slice(-limit) : found.slice(0, limit);
      return selected.map((order) => wireOrder(live.market, order));
    },
  },
};

/** @returns the order, and those that ended in place of trades with it */
function place({ exchange, account }: SignedCall, request: PlaceOrder): { readonly order: Order; readonly prevented: readonly Order[] } {
  const prevented: Order[] = [];
  const stop = exchange.onAccount.subscribe((event) => {
    if (event.type === 'order' && event.execution === 'prevented') prevented.push(event.order);
  });
  try {
    return { order: exchange.place(account, request), prevented };
  } finally {
    stop();
  }
}

function openOrders({ account }: SignedCall, { market }: LiveMarket) {
  const open = [...account.openOrders.values()].sort((a, b) => a.id - b.id);
  return open.filter((order) => order.pair === market.pair);
}

/** @throws {BinanceError} -1102, -1100 */
function orderName(parameters: Parameters, { market }: LiveMarket): OrderName {
  const id = parameters.integer('orderId');
  const clientOrderId = readClientId(parameters, 'origClientOrderId');
  if (id === undefined && clientOrderId === undefined) {
    throw new BinanceError(-1102, "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!");
  }
  return { pair: market.pair, id, clientOrderId };
}

function readClientId(parameters: Parameters, name: string): string | undefined {
  const id = parameters.text(name);
  if (id !== undefined && !idPattern.test(id)) throw illegalCharacters(name, '^[a-zA-Z0-9-_]{1,36}$');
  return id;
}

function readOrder(call: SignedCall): { live: LiveMarket; request: PlaceOrder; kind: 'ACK' | 'RESULT' | 'FULL' } {
  const { parameters } = call;
  const live = requireLive(call);
  parameters.requireText('side');
  const side: Side = parameters.oneOf('side', ['BUY', 'SELL'], () => new BinanceError(-1117, 'Invalid side.')) === 'BUY' ? 'buy' : 'sell';
  const typeName = parameters.requireText('type');
  const type = Object.hasOwn(types, typeName) ? types[typeName] : undefined;
  if (!type) throw new BinanceError(-1116, 'Invalid orderType.');
  const kind = parameters.oneOf('newOrderRespType', ['ACK', 'RESULT', 'FULL'], () => new BinanceError(-1133, 'Invalid newOrderRespType.'));
  const request: PlaceOrder = {
    clientOrderId: readClientId(parameters, 'newClientOrderId'),
    pair: live.market.pair,
    side,
    type,
    timeInForce: readTimeInForce(parameters, type),
    selfTradePrevention: readPrevention(parameters),
    ...(type === 'market' ? readMarketAmount(parameters) : readLimit(parameters)),
  };
  refuseUnsupported(parameters);
  return { live, request, kind: kind ?? (type === 'limitMaker' ? 'ACK' : 'FULL') };
}

function readTimeInForce(parameters: Parameters, type: OrderType): TimeInForce {
  const invalid = () => new BinanceError(-1115, 'Invalid timeInForce.');
  const timeInForce = parameters.oneOf('timeInForce', ['GTC', 'IOC', 'FOK'], invalid);
  if (type === 'limit') {
    if (timeInForce === undefined) throw missingParameter('timeInForce');
    return timeInForce;
  }
  if (timeInForce !== undefined) throw new BinanceError(-1106, "Parameter 'timeInForce' sent when not required.");
  return 'GTC';
}

function readLimit(parameters: Parameters) {
  const amount = parameters.decimal('quantity');
  const price = parameters.decimal('price');
  if (amount === undefined) throw missingParameter('quantity');
  if (price === undefined) throw missingParameter('price');
  if (parameters.text('quoteOrderQty') !== undefined) throw new BinanceError(-1106, "Parameter 'quoteOrderQty' sent when not required.");
  return { amount: precise('quantity', amount), price: precise('price', price) };
}

function readMarketAmount(parameters: Parameters) {
  const amount = parameters.decimal('quantity');
  const notional = parameters.decimal('quoteOrderQty');
  if (parameters.text('price') !== undefined) throw new BinanceError(-1106, "Parameter 'price' sent when not required.");
  if (amount !== undefined && notional !== undefined) throw invalidCombination();
  if (notional !== undefined) return { notional: precise('quoteOrderQty', notional) };
  if (amount === undefined) throw missingParameter('quantity');
  return { amount: precise('quantity', amount) };
}

/** Binance takes eight decimals. */
function precise(name: string, value: string): string {
  if ((value.split('.')[1] ?? '').length > 8) throw new BinanceError(-1111, `Parameter '${name}' has too much precision.`);
  return value;
}

/** What this venue does not do must not be silently left out of an order. */
function refuseUnsupported(parameters: Parameters): void {
  for (const name of ['stopPrice', 'trailingDelta', 'icebergQty']) {
    if (parameters.text(name) !== undefined) throw new BinanceError(-1106, `Parameter '${name}' sent when not required.`);
  }
}

/** @throws {BinanceError} -1013 */
function readPrevention(parameters: Parameters): SelfTradePrevention | undefined {
  const name = parameters.text('selfTradePreventionMode');
  if (name === undefined) return undefined;
  const mode = selfTradePreventions.find((candidate) => preventions[candidate] === name);
  if (!mode) throw new BinanceError(-1013, 'This symbol does not allow the specified self-trade prevention mode.');
  return mode;
}
