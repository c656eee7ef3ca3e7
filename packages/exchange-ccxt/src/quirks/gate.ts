import type { KeyRights } from '@tenbin/exchange';
import type { CcxtExchange } from '../ccxt-exchange.ts';
import type { ErrorCodes } from '../error-meaning.ts';
import { asList, asRaw, type Raw, textOf } from '../raw-fields.ts';
import { describeSpot } from './describe-spot.ts';
import { plainQuirks } from './plain.ts';
import type { Quirks } from './quirks.ts';
import { secondsAround, weekMs } from './spans.ts';

/** Source: Gate's documentation of APIv4, "Error Handling": the label counts, not the message. */
const errorCodes: ErrorCodes = {
  ACCOUNT_LOCKED: { outcome: 'refused', reason: 'keyRefused' },
  AMOUNT_TOO_LITTLE: { outcome: 'refused', reason: 'amountOutOfRange' },
  AMOUNT_TOO_MUCH: { outcome: 'refused', reason: 'amountOutOfRange' },
  AUTHENTICATION_FAILED: { outcome: 'refused', reason: 'keyRefused' },
  BALANCE_NOT_ENOUGH: { outcome: 'refused', reason: 'insufficientFunds' },
  CLIENT_ID_NOT_FOUND: { outcome: 'refused', reason: 'orderNotFound' },
  FORBIDDEN: { outcome: 'refused', reason: 'keyRefused' },
  INTERNAL: { outcome: 'unsure', reason: 'other' },
  INVALID_CREDENTIALS: { outcome: 'refused', reason: 'keyRefused' },
  INVALID_CURRENCY: { outcome: 'refused', reason: 'badSymbol' },
  INVALID_CURRENCY_PAIR: { outcome: 'refused', reason: 'badSymbol' },
  INVALID_KEY: { outcome: 'refused', reason: 'invalidApiKey' },
  INVALID_PARAM_VALUE: { outcome: 'refused', reason: 'other' },
  INVALID_PRECISION: { outcome: 'refused', reason: 'other' },
  INVALID_SIGNATURE: { outcome: 'refused', reason: 'invalidSecret' },
  IP_FORBIDDEN: { outcome: 'refused', reason: 'keyRefused' },
  ORDER_CANCELLED: { outcome: 'refused', reason: 'orderNotFound' },
  ORDER_CLOSED: { outcome: 'refused', reason: 'orderNotFound' },
  ORDER_FINISHED: { outcome: 'refused', reason: 'orderNotFound' },
  ORDER_NOT_FOUND: { outcome: 'refused', reason: 'orderNotFound' },
  ORDER_POC_IMMEDIATE: { outcome: 'refused', reason: 'wouldTakeImmediately' },
  POC_FILL_IMMEDIATELY: { outcome: 'refused', reason: 'wouldTakeImmediately' },
  PRICE_TOO_DEVIATED: { outcome: 'refused', reason: 'priceOutOfRange' },
  QUANTITY_NOT_ENOUGH: { outcome: 'refused', reason: 'amountOutOfRange' },
  READ_ONLY: { outcome: 'refused', reason: 'keyRefused' },
  REPEATED_CREATION: { outcome: 'refused', reason: 'duplicateClientOrderId' },
  REQUEST_EXPIRED: { outcome: 'notDone', reason: 'clockSkew' },
  SERVER_ERROR: { outcome: 'unsure', reason: 'other' },
  SUB_ACCOUNT_LOCKED: { outcome: 'refused', reason: 'keyRefused' },
  TOO_BUSY: { outcome: 'unsure', reason: 'maintenance' },
  TOO_FAST: { outcome: 'notDone', reason: 'rateLimited' },
  TOO_MANY_ORDERS: { outcome: 'refused', reason: 'tooManyOrders' },
  TOO_MANY_REQUESTS: { outcome: 'notDone', reason: 'rateLimited' },
  TRADE_RESTRICTED: { outcome: 'refused', reason: 'marketClosed' },
};

/** Our ids go over the wire with this in front; at most 28 characters after it. */
const mark = 't-';

const withoutMark = (raw: Raw): string | null => {
  const text = textOf(asRaw(raw.info), 'text');
  return text?.startsWith(mark) ? text.slice(mark.length) : null;
};

/** Gate APIv4, spot. */
export const gateQuirks: Quirks = {
  ...plainQuirks,
  clientOrderId: true,
  postOnly: true,
  lacks: [],
  reported: { minimumNotional: true, fees: 'account' },
  lanesPer: 'account',
  // On each market; an account's are counted together here.
  orders: [{ most: 10, windowMs: 1000 }],
  errorCodes,
  expiry: (byMs) => ({ headers: { 'x-gate-exptime': String(byMs) } }),
  codePattern: /"label"\s*:\s*"([A-Z_]+)"/g,
  isAccountLimit: (body) => /"label"\s*:\s*"(?:TOO_MANY_REQUESTS|TOO_FAST)"/.test(body),
  describe: describeSpot({
    endpoints: {
      public: { spot: ['currency_pairs', 'tickers', 'candlesticks', 'order_book'], margin: ['currency_pairs'] },
      private: {
        spot: ['orders', 'orders/{order_id}', 'open_orders', 'my_trades', 'accounts'],
        account: ['detail', 'main_keys'],
        wallet: ['fee'],
        unified: ['accounts'],
      },
    },
    options: { fetchMarkets: { types: ['spot'] } },
  }),
  orderRef: ({ clientOrderId, exchangeOrderId }) => {
    if (exchangeOrderId !== null) return { id: exchangeOrderId, params: {} };
    return clientOrderId === null ? null : { id: mark + clientOrderId, params: {} };
  },
  clientOrderIdOf: withoutMark,
  clientOrderIdOfFill: withoutMark,
  /** Why it ended stands where ccxt reads how: what ended without a fill was cancelled. */
  prepare(exchange) {
    Object.assign(exchange, { parseOrderStatus: (word: string) => statuses[word] ?? 'canceled' });
  },
  fillsOfOrder: (exchangeOrderId) => ({ order_id: exchangeOrderId }),
  fillsPerPage: 1000,
  fillsByTime: { windowMs: weekMs, params: secondsAround },
  keyRightsFrom: 'GET /api/v4/account/main_keys',
  fetchAccountId: async (exchange) => textOf(asRaw(await (exchange as CcxtExchange & DetailCall).privateAccountGetDetail()), 'user_id'),
  fetchKeyRights,
};

/** Any other word says why an order was cancelled: 'cancelled', 'ioc', 'stp', 'poc', 'fok', 'small', … */
const statuses: Readonly<Record<string, string>> = { open: 'open', _new: 'open', closed: 'closed', filled: 'closed' };

interface DetailCall {
  privateAccountGetDetail(): Promise<unknown>;
}

interface KeysCall {
  readonly apiKey: string;
  privateAccountGetMainKeys(): Promise<unknown>;
}

/** All keys of the account with the areas that they may use. A wallet that may be written to moves funds. */
async function fetchKeyRights(exchange: CcxtExchange): Promise<KeyRights> {
  const calls = exchange as CcxtExchange & KeysCall;
  const answer = await calls.privateAccountGetMainKeys();
  const ours = (Array.isArray(answer) ? answer : [answer]).map(asRaw).find(({ key }) => key === calls.apiKey);
  if (ours === undefined) return { read: 'unknown', trade: 'unknown', withdraw: 'unknown', transfer: 'unknown' };
  const areas = asList(ours.perms).map(asRaw);
  const writable = new Set(areas.filter((area) => area.read_only === false).map((area) => String(area.name)));
  const movesFunds = writable.has('wallet');
  return {
    read: areas.some((area) => area.name === 'spot'),
    trade: writable.has('spot'),
    withdraw: [...writable].some((name) => name.startsWith('withdraw')) || (movesFunds ? 'unknown' : false),
    transfer: movesFunds,
  };
}
