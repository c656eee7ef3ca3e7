import type { KeyRights } from '@tenbin/exchange';
import type { CcxtExchange, Table } from '../ccxt-exchange.ts';
import type { ErrorCodes } from '../error-meaning.ts';
import { asList, asRaw, type Raw, textOf } from '../raw-fields.ts';
import { carries } from '../readable-answer.ts';
import { describeSpot } from './describe-spot.ts';
import { endOf } from './end-of.ts';
import { plainQuirks } from './plain.ts';
import type { Quirks } from './quirks.ts';
import { weekMs } from './spans.ts';

/** Source: Bybit's documentation of v5, "Error Codes"; 17xxxx are those of spot. */
const errorCodes: ErrorCodes = {
  '10000': { outcome: 'unsure', reason: 'deadlinePassed' },
  '10002': { outcome: 'notDone', reason: 'clockSkew' },
  '10003': { outcome: 'refused', reason: 'invalidApiKey' },
  '10004': { outcome: 'refused', reason: 'invalidSecret' },
  '10005': { outcome: 'refused', reason: 'keyRefused' },
  '10006': { outcome: 'notDone', reason: 'rateLimited' },
  '10007': { outcome: 'refused', reason: 'keyRefused' },
  '10008': { outcome: 'refused', reason: 'keyRefused' },
  '10009': { outcome: 'refused', reason: 'keyRefused' },
  '10010': { outcome: 'refused', reason: 'keyRefused' },
  '10016': { outcome: 'unsure', reason: 'other' },
  '10018': { outcome: 'notDone', reason: 'rateLimited' },
  '10027': { outcome: 'refused', reason: 'keyRefused' },
  '10028': { outcome: 'refused', reason: 'keyRefused' },
  '10029': { outcome: 'refused', reason: 'badSymbol' },
  '33004': { outcome: 'refused', reason: 'keyRefused' },
  '110001': { outcome: 'refused', reason: 'orderNotFound' },
  '110004': { outcome: 'refused', reason: 'insufficientFunds' },
  '110007': { outcome: 'refused', reason: 'insufficientFunds' },
  '110008': { outcome: 'refused', reason: 'orderNotFound' },
  '110010': { outcome: 'refused', reason: 'orderNotFound' },
  '110012': { outcome: 'refused', reason: 'insufficientFunds' },
  '110020': { outcome: 'refused', reason: 'tooManyOrders' },
  '110072': { outcome: 'refused', reason: 'duplicateClientOrderId' },
  '110094': { outcome: 'refused', reason: 'notionalTooSmall' },
  '170001': { outcome: 'unsure', reason: 'other' },
  '170005': { outcome: 'notDone', reason: 'rateLimited' },
  '170007': { outcome: 'unsure', reason: 'deadlinePassed' },
  '170032': { outcome: 'unsure', reason: 'unreachable' },
  '170121': { outcome: 'refused', reason: 'badSymbol' },
  '170124': { outcome: 'refused', reason: 'amountOutOfRange' },
  '170131': { outcome: 'refused', reason: 'insufficientFunds' },
  '170132': { outcome: 'refused', reason: 'priceOutOfRange' },
  '170133': { outcome: 'refused', reason: 'priceOutOfRange' },
  '170134': { outcome: 'refused', reason: 'priceOutOfRange' },
  '170135': { outcome: 'refused', reason: 'amountOutOfRange' },
  '170136': { outcome: 'refused', reason: 'amountOutOfRange' },
  '170137': { outcome: 'refused', reason: 'amountOutOfRange' },
  '170139': { outcome: 'refused', reason: 'orderNotFound' },
  '170140': { outcome: 'refused', reason: 'notionalTooSmall' },
  '170141': { outcome: 'refused', reason: 'duplicateClientOrderId' },
  '170142': { outcome: 'refused', reason: 'orderNotFound' },
  '170143': { outcome: 'refused', reason: 'orderNotFound' },
  '170146': { outcome: 'unsure', reason: 'deadlinePassed' },
  '170147': { outcome: 'unsure', reason: 'deadlinePassed' },
  '170151': { outcome: 'refused', reason: 'marketClosed' },
  '170157': { outcome: 'refused', reason: 'marketClosed' },
  '170190': { outcome: 'refused', reason: 'orderNotFound' },
  '170192': { outcome: 'refused', reason: 'priceOutOfRange' },
  '170193': { outcome: 'refused', reason: 'priceOutOfRange' },
  '170194': { outcome: 'refused', reason: 'priceOutOfRange' },
  '170213': { outcome: 'refused', reason: 'orderNotFound' },
  '170218': { outcome: 'refused', reason: 'wouldTakeImmediately' },
};

/** Bybit v5, spot, with a unified account: the only kind that it opens today. */
export const bybitQuirks: Quirks = {
  ...plainQuirks,
  clientOrderId: true,
  postOnly: true,
  lacks: [],
  reported: { minimumNotional: true, fees: 'account' },
  lanesPer: 'account',
  openOrdersCost: 5,
  perAddress: { most: 600, windowMs: 5000 },
  orders: [{ most: 20, windowMs: 1000 }],
  allOpenOrders: { maxListed: 50 },
  errorCodes,
  isAnswer: carries('retCode'),
  isAccountLimit: (body) => /"retCode"\s*:\s*(?:10006|170005)\b/.test(body),
  describe: describeSpot({
    endpoints: {
      public: ['v5/market/time', 'v5/market/instruments-info', 'v5/market/tickers', 'v5/market/kline', 'v5/market/orderbook'],
      private: [
        'v5/order/create',
        'v5/order/cancel',
        'v5/order/realtime',
        'v5/order/history',
        'v5/execution/list',
        'v5/account/wallet-balance',
        'v5/account/fee-rate',
        'v5/user/query-api',
      ],
    },
    // Without these each key's first call, be it an order, would ask what kind of account it is.
    options: { fetchMarkets: { types: ['spot'] }, enableUnifiedMargin: false, enableUnifiedAccount: true, unifiedMarginStatus: 6 },
  }),
  answersBriefly: true,
  takenBack: (order) => (textOf(asRaw(order.info), 'rejectReason') === 'EC_PostOnlyWillTakeLiquidity' ? 'wouldTakeImmediately' : null),
  orderRef: ({ clientOrderId, exchangeOrderId }) => {
    if (exchangeOrderId !== null) return { id: exchangeOrderId, params: {} };
    return clientOrderId === null ? null : { id: undefined, params: { orderLinkId: clientOrderId } };
  },
  clientOrderIdOfFill: (trade) => textOf(asRaw(trade.info), 'orderLinkId'),
  /** Orders that ended leave the list of current ones after a while, and stand in the history from then on. */
  async fetchOrder(exchange, pair, { id, params }) {
    const calls = exchange as CcxtExchange & OrderCalls;
    const market = calls.market(pair);
    const request = { category: 'spot', symbol: market.id, ...(id === undefined ? {} : { orderId: id }), ...params };
    for (const ask of ['privateGetV5OrderRealtime', 'privateGetV5OrderHistory'] as const) {
      const [found] = asList(asRaw(asRaw(await calls[ask](request)).result).list);
      if (found !== undefined) return calls.parseOrder(found, market);
    }
    return null;
  },
  fillsOfOrder: (exchangeOrderId) => ({ orderId: exchangeOrderId }),
  fillsPerPage: 100,
  fillsByTime: { windowMs: weekMs, params: ({ to }) => (to === null ? {} : { until: to }) },
  keyRightsFrom: 'GET /v5/user/query-api',
  fetchAccountId: async (exchange) => textOf(await fetchKey(exchange), 'userID'),
  fetchKeyRights,
};

interface OrderCalls {
  privateGetV5OrderRealtime(params: Table): Promise<unknown>;
  privateGetV5OrderHistory(params: Table): Promise<unknown>;
  market(symbol: string): { readonly id: string };
  parseOrder(order: unknown, market: unknown): unknown;
}

interface QueryCall {
  privateGetV5UserQueryApi(): Promise<unknown>;
}

const fetchKey = async (exchange: CcxtExchange): Promise<Raw> =>
  asRaw(asRaw(await (exchange as CcxtExchange & QueryCall).privateGetV5UserQueryApi()).result);

/**
 * `permissions` lists by area what the key may do; `readOnly` is 1 where it may change nothing. `expiredAt` is in 1970
 * where the key is bound to an address and so does not end.
 */
async function fetchKeyRights(exchange: CcxtExchange): Promise<KeyRights> {
  const said = await fetchKey(exchange);
  if (said.permissions === undefined) return { read: 'unknown', trade: 'unknown', withdraw: 'unknown', transfer: 'unknown' };
  const permissions = asRaw(said.permissions);
  const mayChange = Number(said.readOnly) === 0;
  const wallet = asList(permissions.Wallet).map(String);
  return {
    read: true,
    trade: mayChange && asList(permissions.Spot).includes('SpotTrade'),
    withdraw: mayChange && wallet.includes('Withdraw'),
    transfer: mayChange && wallet.some((right) => right !== 'Withdraw'),
    ...endOf(said.expiredAt),
  };
}
