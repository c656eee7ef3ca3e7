import { wireBalance, wireConfig } from './account-wire.ts';
import { wireFill } from './order-wire.ts';
import { asksForSpot, findLive, instrumentOf, type PrivateCall, pageOf, type Routes } from './route.ts';

/** One's own money, trades, fees and rights. */
export const accountRoutes: Routes = {
  'GET /api/v5/account/balance': {
    security: 'private',
    handle: ({ exchange, account, parameters }) => {
      const wanted = parameters.text('ccy')?.split(',');
      const held = [...exchange.ledger.holdings(account.id).keys()];
      return [wireBalance(exchange, account, wanted ? held.filter((currency) => wanted.includes(currency)) : held)];
    },
  },
  'GET /api/v5/account/config': { security: 'private', handle: (call) => [wireConfig(call)] },
  'GET /api/v5/account/trade-fee': {
    security: 'private',
    handle: (call) => {
      if (!asksForSpot(call.parameters, { mandatory: true })) return [];
      const live = findLive(call);
      const { maker, taker } = call.exchange.fees;
      const fees = { category: '1', level: 'Lv1', maker: `-${maker}`, taker: `-${taker}`, ts: String(call.exchange.now()) };
      return [{ instType: 'SPOT', instId: live ? instrumentOf(live) : '', ...fees }];
    },
  },
  'GET /api/v5/trade/fills': { security: 'private', handle: (call) => fills(call, { mandatory: false }) },
  'GET /api/v5/trade/fills-history': { security: 'private', handle: (call) => fills(call, { mandatory: true }) },
};

/** Newest first; `begin` and `end` in milliseconds, `after` and `before` by bill. */
function fills(call: PrivateCall, { mandatory }: { mandatory: boolean }) {
  const { exchange, account, parameters } = call;
  if (!asksForSpot(parameters, { mandatory })) return [];
  const pair = findLive(call)?.market.pair;
  const order = parameters.integer('ordId');
  const begin = parameters.integer('begin') ?? 0;
  const end = parameters.integer('end') ?? Number.POSITIVE_INFINITY;
  const found = exchange.lists.fills(account, pair, (trades) => {
    const newestFirst = trades
      .filter((trade) => trade.at >= begin && trade.at <= end && (order === undefined || trade.orderId === order))
      .sort((a, b) => b.sequence - a.sequence);
    return pageOf(parameters, newestFirst, (trade) => trade.sequence);
  });
  return found.map((trade) => wireFill(exchange, trade));
}
