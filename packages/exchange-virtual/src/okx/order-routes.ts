import type { PairName } from '@tenbin/market';
import type { Order } from '../exchange/order.ts';
import { noSuchOrder } from './okx-error.ts';
import { wireOrder } from './order-wire.ts';
import { explainAmount, readOrder, readOrderName } from './read-order.ts';
import { asksForSpot, findLive, type OrderAnswer, type PrivateCall, pageOf, type Routes, requireLive } from './route.ts';

/** Placing, cancelling and looking at one's own orders. */
export const orderRoutes: Routes = {
  'POST /api/v5/trade/order': { security: 'orders', isBatch: false, handle: place },
  'POST /api/v5/trade/batch-orders': { security: 'orders', isBatch: true, handle: place },
  'POST /api/v5/trade/cancel-order': { security: 'orders', isBatch: false, handle: cancel },
  'POST /api/v5/trade/cancel-batch-orders': { security: 'orders', isBatch: true, handle: cancel },
  'GET /api/v5/trade/order': {
    security: 'private',
    handle: ({ account, ...call }) => {
      const order = call.exchange.lists.order(account, readOrderName(call.parameters, requireLive(call)));
      if (!order) throw noSuchOrder();
      return [wireOrder(call.exchange, account, order)];
    },
  },
  'GET /api/v5/trade/orders-pending': {
    security: 'private',
    handle: (call) => list(call, { mandatory: false, find: (pair) => call.exchange.lists.openOrders(call.account, pair) }),
  },
  'GET /api/v5/trade/orders-history': { security: 'private', handle: history },
  'GET /api/v5/trade/orders-history-archive': { security: 'private', handle: history },
};

function place(call: PrivateCall): OrderAnswer {
  const { exchange, account, parameters } = call;
  const live = requireLive(call);
  try {
    return answer(call, exchange.place(account, readOrder(parameters, live)));
  } catch (error) {
    throw explainAmount(error, live);
  }
}

function cancel(call: PrivateCall): OrderAnswer {
  const { exchange, account, parameters } = call;
  return answer(call, exchange.cancel(account, readOrderName(parameters, requireLive(call))));
}

/** OKX names the order and says no more of it: whoever wants to know asks. */
function answer({ exchange, parameters }: PrivateCall, order: Order): OrderAnswer {
  return {
    ordId: String(order.id),
    clOrdId: order.clientOrderId,
    tag: parameters.text('tag') ?? '',
    ts: String(exchange.now()),
    sCode: '0',
    sMsg: '',
  };
}

function history(call: PrivateCall) {
  const find = (pair: PairName | undefined) => call.exchange.lists.orders(call.account, pair).filter((order) => order.status !== 'open');
  return list(call, { mandatory: true, find });
}

function list(call: PrivateCall, { mandatory, find }: { mandatory: boolean; find: (pair: PairName | undefined) => Order[] }) {
  const { exchange, account, parameters } = call;
  if (!asksForSpot(parameters, { mandatory })) return [];
  const newestFirst = find(findLive(call)?.market.pair).sort((a, b) => b.id - a.id);
  return pageOf(parameters, newestFirst, (order) => order.id).map((order) => wireOrder(exchange, account, order));
}
