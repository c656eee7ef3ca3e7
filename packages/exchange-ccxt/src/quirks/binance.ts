import { type Fees, type KeyRights, orderWindowMs } from '@tenbin/exchange';
import { type Decimal, type PriceBand, parseDecimal } from '@tenbin/market';
import type { PaceRules } from '../address-limits.ts';
import type { CcxtExchange, CcxtSocket, Table } from '../ccxt-exchange.ts';
import type { ErrorCodes } from '../error-meaning.ts';
import type { TurnRule } from '../next-turns.ts';
import { asList, asRaw, type Raw, textOf } from '../raw-fields.ts';
import { readFees } from '../read-fees.ts';
import { endOf } from './end-of.ts';
import { keepEndpoints } from './keep-endpoints.ts';
import { plainQuirks } from './plain.ts';
import type { MoneyUnits, Quirks } from './quirks.ts';

/** ccxt counts a request of weight 5 as cost 1. */
const weightPerCost = 5;
/** A few bots that start together need not wait for one another. */
const burstMs = 3000;

const spotEndpoints: Readonly<Record<string, readonly string[]>> = {
  public: ['ping', 'time', 'exchangeInfo', 'depth', 'klines', 'ticker/24hr', 'ticker/bookTicker'],
  private: ['order', 'openOrders', 'allOrders', 'account', 'myTrades'],
  sapi: ['account/apiRestrictions'],
};

const errorCodes: ErrorCodes = {
  '-1000': { outcome: 'unsure', reason: 'other' },
  '-1001': { outcome: 'unsure', reason: 'unreachable' },
  '-1002': { outcome: 'refused', reason: 'keyRefused' },
  '-1003': { outcome: 'notDone', reason: 'rateLimited' },
  '-1006': { outcome: 'unsure', reason: 'unreachable' },
  '-1007': { outcome: 'unsure', reason: 'deadlinePassed' },
  '-1008': { outcome: 'unsure', reason: 'maintenance' },
  '-1013': { outcome: 'refused', reason: 'other' },
  '-1015': { outcome: 'notDone', reason: 'rateLimited' },
  '-1016': { outcome: 'notDone', reason: 'maintenance' },
  '-1021': { outcome: 'notDone', reason: 'clockSkew' },
  '-1022': { outcome: 'refused', reason: 'invalidSecret' },
  '-1111': { outcome: 'refused', reason: 'other' },
  '-1121': { outcome: 'refused', reason: 'badSymbol' },
  '-2008': { outcome: 'refused', reason: 'invalidApiKey' },
  '-2010': { outcome: 'refused', reason: 'other' },
  '-2011': { outcome: 'refused', reason: 'orderNotFound' },
  '-2013': { outcome: 'refused', reason: 'orderNotFound' },
  '-2014': { outcome: 'refused', reason: 'invalidApiKey' },
  '-2015': { outcome: 'refused', reason: 'keyRefused' },
};

/** Binance Spot, and every server that speaks its dialect. */
export const binanceQuirks: Quirks = {
  ...plainQuirks,
  clientOrderId: true,
  postOnly: true,
  listsOrders: true,
  streams: true,
  // The snapshot with which a book begins costs a tenth of the usual one.
  followedLevels: 100,
  lacks: [],
  reported: { minimumNotional: true, fees: 'account' },
  keyRightsFrom: 'GET /sapi/v1/account/apiRestrictions',
  errorCodes,
  isAnswer,
  isAccountLimit: (body) => /"code"\s*:\s*-1015\b/.test(body),
  pace: paceWithin(6000),
  connections: connectionsWithin(300, 5 * 60_000),
  paceOf,
  fillsPerPage: 1000,
  fillsAfterTradeId: true,
  describe(description, baseUrl) {
    const exceptions = asRaw(description.exceptions);
    const spot = asRaw(exceptions.spot);
    return {
      ...description,
      api: keepEndpoints(asRaw(description.api), spotEndpoints),
      urls: baseUrl === undefined ? description.urls : { ...asRaw(description.urls), api: addresses(baseUrl) },
      // ccxt picks the codes' meanings by the address; at any other address most spot codes would be unknown.
      exceptions: { ...exceptions, exact: spot.exact, broad: { ...asRaw(exceptions.broad), ...asRaw(spot.broad) } },
      options: {
        ...asRaw(description.options),
        defaultType: 'spot',
        fetchMarkets: { types: ['spot'] },
        fetchCurrencies: false,
        fetchMargins: false,
        streamLimits: { spot: 1 },
        subscriptionLimitByStream: { spot: 1000 },
      },
    };
  },
  prepare(exchange) {
    const { parseOrderStatus } = exchange as CcxtExchange & StatusParser;
    Object.assign(exchange, {
      // A person's order that waits for another one of its list stands among the open ones.
      parseOrderStatus: (word: string) => parseOrderStatus.call(exchange, word === 'PENDING_NEW' ? 'NEW' : word),
      // ccxt forgets the subscription but keeps waiting on the silent socket; closing it starts the reconnect.
      handleEventStreamTerminated: (socket: CcxtSocket) => void socket.close(),
      // Binance tells the balances after each change of an order; nobody watches them, and ccxt would compute all of them anew.
      handleBalance: () => undefined,
    });
  },
  orderParams: (request) => ({
    ...plainQuirks.orderParams(request),
    recvWindow: orderWindowMs,
    ...(request.preventSelfTrade === true ? { selfTradePreventionMode: 'EXPIRE_TAKER' } : {}),
  }),
  /** A cancel carries an id of its own in `clientOrderId`; the order's stands in `origClientOrderId`. */
  clientOrderIdOf: (order) => textOf(asRaw(order.info), 'origClientOrderId') ?? textOf(order, 'clientOrderId'),
  /** Events carry it, lists of trades do not. `C` is the order's own where `c` is a cancel's. */
  clientOrderIdOfFill: (trade) => textOf(asRaw(trade.info), 'C') ?? textOf(asRaw(trade.info), 'c'),
  fillsOfOrder: (exchangeOrderId) => ({ orderId: exchangeOrderId }),
  fillsPage(from) {
    if (from === 'beginning') return { since: undefined, params: { fromId: '0' } };
    if ('afterTradeId' in from) return { since: undefined, params: { fromId: String(BigInt(from.afterTradeId) + 1n) } };
    return { since: from.since.getTime(), params: {} };
  },
  priceBandOf,
  fetchAccountId,
  moneyUnitsOf,
  fetchKeyRights,
  fetchFees,
};

interface StatusParser {
  parseOrderStatus(word: string): unknown;
}

const lists = /\/(?:openOrders|allOrders|myTrades|klines)$/;
const listWithin: Readonly<Record<string, string>> = { '/api/v3/account': 'balances', '/api/v3/exchangeInfo': 'symbols' };

function isAnswer(path: string, answer: object): boolean {
  if (lists.test(path)) return Array.isArray(answer);
  if (path.startsWith('/api/v3/ticker/')) return Array.isArray(answer) || Object.hasOwn(answer, 'symbol');
  const field = listWithin[path];
  return field === undefined || Array.isArray(asRaw(answer)[field]);
}

/** Any lane of requests may use half of what an address has in a minute, what it saved up included. */
function paceWithin(weightPerMinute: number): PaceRules {
  const windowMs = 60_000;
  return {
    msPerCost: (weightPerCost * (windowMs + burstMs)) / (weightPerMinute / 2),
    burstMs,
    weight: { header: 'x-mbx-used-weight-1m', limit: weightPerMinute, windowMs },
  };
}

/** A sixth of what an address may open is left to public streams; and no more than a few are opened in the same moment. */
function connectionsWithin(limit: number, windowMs: number): readonly TurnRule[] {
  return [
    { most: Math.max(1, Math.floor((5 / 6) * limit)), windowMs },
    { most: Math.ceil(limit / 30), windowMs: 1000 },
  ];
}

function paceOf(exchangeInfo: Raw): PaceRules | null {
  const reported = asList(exchangeInfo.rateLimits).map(asRaw);
  const inMinutes = (type: string) => reported.find((limit) => limit.rateLimitType === type && limit.interval === 'MINUTE');
  const [weight, connections] = [inMinutes('REQUEST_WEIGHT'), inMinutes('CONNECTIONS')];
  if (!(Number(weight?.limit) > 0) || Number(weight?.intervalNum) !== 1) return null;
  const opened = connections && connectionsWithin(Number(connections.limit), Number(connections.intervalNum) * 60_000);
  const orders = reported.filter(({ rateLimitType }) => rateLimitType === 'ORDERS').map(turnRuleOf);
  return {
    ...paceWithin(Number(weight?.limit)),
    orders: orders.filter(({ most, windowMs }) => most > 0 && windowMs > 0),
    ...(opened && { connections: opened }),
  };
}

const intervalsMs: Readonly<Record<string, number>> = { SECOND: 1_000, MINUTE: 60_000, HOUR: 3_600_000, DAY: 86_400_000 };

const turnRuleOf = ({ interval, intervalNum, limit }: Raw): TurnRule => ({
  most: Number(limit),
  windowMs: (intervalsMs[String(interval)] ?? 0) * Number(intervalNum),
});

/** The virtual exchange has one origin for everything. The stream's path must contain `/stream`: ccxt tells spot by it. */
function addresses(baseUrl: string): Table {
  const http = baseUrl.replace(/\/+$/, '');
  const ws = http.replace(/^http/, 'ws');
  return {
    public: `${http}/api/v3`,
    private: `${http}/api/v3`,
    v1: `${http}/api/v1`,
    sapi: `${http}/sapi/v1`,
    ws: { spot: `${ws}/stream/ws`, margin: `${ws}/stream/ws`, 'ws-api': { spot: `${ws}/ws-api/v3` } },
  };
}

/** The filter PERCENT_PRICE_BY_SIDE stands in `info` only. */
function priceBandOf(market: Raw): PriceBand | null {
  const filters = asList(asRaw(market.info).filters).map(asRaw);
  const filter = filters.find((candidate) => candidate.filterType === 'PERCENT_PRICE_BY_SIDE');
  if (filter === undefined) return null;
  const band = {
    buyUp: Number(filter.bidMultiplierUp),
    buyDown: Number(filter.bidMultiplierDown),
    sellUp: Number(filter.askMultiplierUp),
    sellDown: Number(filter.askMultiplierDown),
  };
  return Object.values(band).every(Number.isFinite) ? band : null;
}

interface AccountCall {
  privateGetAccount(params: Table): Promise<unknown>;
}

async function fetchAccountId(exchange: CcxtExchange): Promise<string | null> {
  return textOf(asRaw(await (exchange as CcxtExchange & AccountCall).privateGetAccount({ omitZeroBalances: true })), 'uid');
}

/** What a trade moves and what it costs have digits of their own; the coarser counts. */
function moneyUnitsOf(market: Raw): MoneyUnits {
  const info = asRaw(market.info);
  const unitOf = (...fields: readonly string[]): Decimal | null => {
    const digits = fields.map((field) => Number(textOf(info, field) ?? Number.NaN)).filter(Number.isInteger);
    return digits.length === 0 ? null : parseDecimal(`1e${-Math.min(...digits)}`);
  };
  return {
    baseUnit: unitOf('baseAssetPrecision', 'baseCommissionPrecision'),
    counterUnit: unitOf('quoteAssetPrecision', 'quoteCommissionPrecision'),
  };
}

interface RestrictionsCall {
  sapiGetAccountApiRestrictions(): Promise<unknown>;
}

/** `tradingAuthorityExpirationTime` is there where the right to trade ends by itself: of keys that are bound to no address. */
async function fetchKeyRights(exchange: CcxtExchange): Promise<KeyRights> {
  const rights = asRaw(await (exchange as CcxtExchange & RestrictionsCall).sapiGetAccountApiRestrictions());
  const right = (...names: readonly string[]): boolean | 'unknown' => {
    const said = names.map((name) => rights[name]);
    if (said.includes(true)) return true;
    return said.every((value) => value === false) ? false : 'unknown';
  };
  return {
    read: right('enableReading'),
    trade: right('enableSpotAndMarginTrading'),
    withdraw: right('enableWithdrawals'),
    transfer: right('enableInternalTransfer', 'permitsUniversalTransfer'),
    ...endOf(rights.tradingAuthorityExpirationTime),
  };
}

interface AccountCall {
  privateGetAccount(params: Table): Promise<unknown>;
}

/** One rate for all pairs of an account. */
async function fetchFees(exchange: CcxtExchange): Promise<Fees | null> {
  const account = asRaw(await (exchange as CcxtExchange & AccountCall).privateGetAccount({ omitZeroBalances: 'true' }));
  return readFees(asRaw(account.commissionRates));
}
