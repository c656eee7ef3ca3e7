import type { ExchangeErrorReason, KeyRights } from '@tenbin/exchange';
import { multiply, negate } from '@tenbin/market';
import type { CcxtExchange, CcxtSocket, Table } from '../ccxt-exchange.ts';
import type { ErrorCodes } from '../error-meaning.ts';
import { asList, asRaw, decimalOf, type Raw, requireText, textOf } from '../raw-fields.ts';
import { keepEndpoints } from './keep-endpoints.ts';
import { plainQuirks } from './plain.ts';
import type { Quirks } from './quirks.ts';

const spotEndpoints: Readonly<Record<string, readonly string[]>> = {
  public: [
    'public/time',
    'public/instruments',
    'market/ticker',
    'market/tickers',
    'market/books',
    'market/candles',
    'market/history-candles',
  ],
  private: [
    'account/balance',
    'account/config',
    'account/trade-fee',
    'trade/order',
    'trade/batch-orders',
    'trade/cancel-order',
    'trade/orders-pending',
    'trade/fills-history',
  ],
};

const errorCodes: ErrorCodes = {
  '50001': { outcome: 'notDone', reason: 'maintenance' },
  '50004': { outcome: 'unsure', reason: 'deadlinePassed' },
  '50011': { outcome: 'notDone', reason: 'rateLimited' },
  '50013': { outcome: 'notDone', reason: 'maintenance' },
  '50026': { outcome: 'unsure', reason: 'other' },
  '50061': { outcome: 'notDone', reason: 'rateLimited' },
  '50102': { outcome: 'notDone', reason: 'clockSkew' },
  '50103': { outcome: 'refused', reason: 'invalidApiKey' },
  '50104': { outcome: 'refused', reason: 'invalidPassphrase' },
  '50105': { outcome: 'refused', reason: 'invalidPassphrase' },
  '50110': { outcome: 'refused', reason: 'keyRefused' },
  '50111': { outcome: 'refused', reason: 'invalidApiKey' },
  '50113': { outcome: 'refused', reason: 'invalidSecret' },
  '50119': { outcome: 'refused', reason: 'invalidApiKey' },
  '50120': { outcome: 'refused', reason: 'keyRefused' },
  // "Parameter px error": what we send has the right form, so that the rules have changed.
  '51000': { outcome: 'refused', reason: 'priceOutOfRange' },
  '51001': { outcome: 'refused', reason: 'badSymbol' },
  '51005': { outcome: 'refused', reason: 'amountOutOfRange' },
  '51006': { outcome: 'refused', reason: 'priceOutOfRange' },
  '51008': { outcome: 'refused', reason: 'insufficientFunds' },
  '51016': { outcome: 'refused', reason: 'duplicateClientOrderId' },
  '51020': { outcome: 'refused', reason: 'amountOutOfRange' },
  '51022': { outcome: 'refused', reason: 'marketClosed' },
  '51149': { outcome: 'unsure', reason: 'deadlinePassed' },
  '51121': { outcome: 'refused', reason: 'amountOutOfRange' },
  '51400': { outcome: 'refused', reason: 'orderNotFound' },
  '51401': { outcome: 'refused', reason: 'orderNotFound' },
  '51402': { outcome: 'refused', reason: 'orderNotFound' },
  '51603': { outcome: 'refused', reason: 'orderNotFound' },
  // Sockets have codes of their own.
  '60005': { outcome: 'refused', reason: 'invalidApiKey' },
  '60006': { outcome: 'notDone', reason: 'clockSkew' },
  '60007': { outcome: 'refused', reason: 'invalidSecret' },
  '60009': { outcome: 'refused', reason: 'keyRefused' },
  '60024': { outcome: 'refused', reason: 'invalidPassphrase' },
  '60032': { outcome: 'refused', reason: 'invalidApiKey' },
};

/** `cancelSource` of orders that the exchange accepted and cancelled itself. */
const takenBack: Readonly<Record<string, ExchangeErrorReason>> = { '31': 'wouldTakeImmediately' };

/** OKX v5: a passphrase beside key and secret; placing and cancelling answer with ids only. */
export const okxQuirks: Quirks = {
  ...plainQuirks,
  passphrase: true,
  clientOrderId: true,
  postOnly: true,
  streams: true,
  lacks: [],
  reported: { minimumNotional: false, fees: 'account' },
  lanesPer: 'account',
  // It allows three a second.
  connections: [{ most: 2, windowMs: 1000 }],
  // On each market; an account's are counted together here.
  orders: [{ most: 60, windowMs: 2000 }],
  keyRightsFrom: 'GET /api/v5/account/config',
  errorCodes,
  isAnswer,
  isAccountLimit: (body) => /"code"\s*:\s*"50061"/.test(body),
  describe(description, baseUrl) {
    const urls = asRaw(description.urls);
    return {
      ...description,
      api: keepEndpoints(asRaw(description.api), spotEndpoints),
      urls: baseUrl === undefined ? urls : { ...urls, api: addresses(baseUrl) },
      options: { ...asRaw(description.options), defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
    };
  },
  prepare(exchange) {
    // ccxt hears that a subscription is in force and keeps it to itself.
    Object.assign(exchange, {
      handleSubscriptionStatus: (socket: CcxtSocket, message: unknown) =>
        socket.resolve(message, subscribedTo(String(asRaw(asRaw(message).arg).channel))),
    });
  },
  untilSubscribed: (exchange) => exchange.client(`${String(asRaw(exchange.urls.api).ws)}/private`).future(subscribedTo('orders')),
  answersBriefly: true,
  orderParams: (request) => ({
    ...plainQuirks.orderParams(request),
    ...(request.preventSelfTrade === true ? { stpMode: 'cancel_taker' } : {}),
  }),
  expiry: (byMs) => ({ headers: { expTime: String(byMs) } }),
  takenBack: (order) => takenBack[textOf(asRaw(order.info), 'cancelSource') ?? ''] ?? null,
  clientOrderIdOfFill: (trade) => textOf(asRaw(trade.info), 'clOrdId'),
  /** OKX tells price and size alone. ccxt takes what the whole order has moved so far for an event's trade. */
  notionalOfFill(trade) {
    const [price, size] = [decimalOf(asRaw(trade.info), 'fillPx'), decimalOf(asRaw(trade.info), 'fillSz')];
    return price === null || size === null ? null : multiply(price, size);
  },
  /** A fee that is paid is negative. ccxt turns it round in lists of trades, but not in what it makes of an order's event. */
  feeOfFill(trade) {
    const reported = decimalOf(asRaw(trade.info), 'fillFee');
    return reported === null ? null : negate(reported);
  },
  fillsOfOrder: (exchangeOrderId) => ({ ordId: exchangeOrderId }),
  olderFills: {
    markOf: (trade) => BigInt(requireText(asRaw(trade.info), 'billId')),
    before: (mark) => ({ after: String(mark) }),
  },
  fetchAccountId: async (exchange) => textOf(await fetchConfig(exchange), 'uid'),
  fetchKeyRights,
};

/** A wallet without a list of currencies is no empty wallet. */
function isAnswer(path: string, answer: object): boolean {
  const { code, data } = asRaw(answer);
  if (typeof code !== 'string' || !Array.isArray(data)) return false;
  return code !== '0' || !path.endsWith('/account/balance') || Array.isArray(asRaw(data[0]).details);
}

const subscribedTo = (channel: string): string => `subscribed:${channel}`;

function addresses(baseUrl: string): Table {
  const http = baseUrl.replace(/\/+$/, '');
  return { rest: http, ws: `${http.replace(/^http/, 'ws')}/ws/v5` };
}

interface ConfigCall {
  privateGetAccountConfig(): Promise<unknown>;
}

async function fetchConfig(exchange: CcxtExchange): Promise<Raw> {
  const answer = asRaw(await (exchange as CcxtExchange & ConfigCall).privateGetAccountConfig());
  return asRaw(asList(answer.data)[0]);
}

/** `perm` is a list: 'read_only,trade,withdraw'. Transfers between own accounts are part of `trade`. */
async function fetchKeyRights(exchange: CcxtExchange): Promise<KeyRights> {
  const said = textOf(await fetchConfig(exchange), 'perm');
  if (said === null) return { read: 'unknown', trade: 'unknown', withdraw: 'unknown', transfer: 'unknown' };
  const rights = new Set(said.split(','));
  return { read: rights.has('read_only'), trade: rights.has('trade'), withdraw: rights.has('withdraw'), transfer: 'unknown' };
}
