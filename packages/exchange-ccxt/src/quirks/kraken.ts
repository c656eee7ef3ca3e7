import type { CcxtExchange, Table } from '../ccxt-exchange.ts';
import type { ErrorCodes } from '../error-meaning.ts';
import { asList, asRaw, textOf } from '../raw-fields.ts';
import { carries } from '../readable-answer.ts';
import { describeSpot } from './describe-spot.ts';
import { plainQuirks } from './plain.ts';
import type { Quirks } from './quirks.ts';
import { secondsAround } from './spans.ts';

/** Source: Kraken's documentation, "Errors", and ccxt's table. */
const errorCodes: ErrorCodes = {
  'EAPI:Invalid key': { outcome: 'refused', reason: 'invalidApiKey' },
  'EAPI:Invalid signature': { outcome: 'refused', reason: 'invalidSecret' },
  'EAPI:Invalid nonce': { outcome: 'notDone', reason: 'clockSkew' },
  'EAPI:Rate limit exceeded': { outcome: 'notDone', reason: 'rateLimited' },
  'EGeneral:Internal error': { outcome: 'unsure', reason: 'other' },
  'EGeneral:Invalid arguments:price': { outcome: 'refused', reason: 'priceOutOfRange' },
  'EGeneral:Invalid arguments:volume': { outcome: 'refused', reason: 'amountOutOfRange' },
  'EGeneral:Invalid arguments:volume minimum not met': { outcome: 'refused', reason: 'amountOutOfRange' },
  'EGeneral:Permission denied': { outcome: 'refused', reason: 'keyRefused' },
  'EGeneral:Temporary lockout': { outcome: 'notDone', reason: 'rateLimited' },
  'EGeneral:Too many requests': { outcome: 'notDone', reason: 'rateLimited' },
  'EOrder:Cost minimum not met': { outcome: 'refused', reason: 'notionalTooSmall' },
  'EOrder:Insufficient funds': { outcome: 'refused', reason: 'insufficientFunds' },
  'EOrder:Invalid price': { outcome: 'refused', reason: 'priceOutOfRange' },
  'EOrder:Order minimum not met': { outcome: 'refused', reason: 'amountOutOfRange' },
  'EOrder:Orders limit exceeded': { outcome: 'refused', reason: 'tooManyOrders' },
  'EOrder:Post only order': { outcome: 'refused', reason: 'wouldTakeImmediately' },
  'EOrder:Rate limit exceeded': { outcome: 'notDone', reason: 'rateLimited' },
  'EOrder:Tick size check failed': { outcome: 'refused', reason: 'priceOutOfRange' },
  'EOrder:Unknown order': { outcome: 'refused', reason: 'orderNotFound' },
  'EQuery:Invalid asset pair': { outcome: 'refused', reason: 'badSymbol' },
  'EQuery:Unknown asset pair': { outcome: 'refused', reason: 'badSymbol' },
  'EService:Busy': { outcome: 'unsure', reason: 'maintenance' },
  'EService:Deadline elapsed': { outcome: 'notDone', reason: 'deadlinePassed' },
  'EService:Market in cancel_only mode': { outcome: 'notDone', reason: 'maintenance' },
  'EService:Market in post_only mode': { outcome: 'notDone', reason: 'maintenance' },
  'EService:Timeout': { outcome: 'unsure', reason: 'deadlinePassed' },
  'EService:Unavailable': { outcome: 'unsure', reason: 'maintenance' },
};

/** Kraken spot. Every private call, also one that reads, is a POST with a number that must rise. */
export const krakenQuirks: Quirks = {
  ...plainQuirks,
  clientOrderId: true,
  postOnly: true,
  // Ten are usual: a bot has more of its own.
  followedLevels: 100,
  lacks: [],
  reported: { minimumNotional: true, fees: 'account' },
  feeOnTop: true,
  lanesPer: 'account',
  openOrdersCost: 3,
  allOpenOrders: {},
  risingNumbers: true,
  // A look takes three seconds of the lane: half of it is left to whatever else is asked.
  pollEveryMs: 6000,
  restsOnceAccepted: true,
  // Its counter drains by one in three seconds and may stand at fifteen.
  pace: { burstMs: 30_000 },
  errorCodes,
  isAnswer: carries('error'),
  codePattern: /"error"\s*:\s*\[\s*"([^"]+)"/g,
  isAccountLimit: () => true,
  expiry: (byMs) => ({ params: { deadline: new Date(byMs).toISOString() } }),
  describe: describeSpot({
    endpoints: {
      public: ['Time', 'AssetPairs', 'Ticker', 'OHLC', 'Depth'],
      private: [
        'AddOrder',
        'CancelOrder',
        'OpenOrders',
        'ClosedOrders',
        'QueryOrders',
        'TradesHistory',
        'QueryTrades',
        'BalanceEx',
        'TradeVolume',
      ],
    },
  }),
  prepare(exchange, { nextNonce }) {
    Object.assign(exchange, { nonce: nextNonce });
  },
  answersBriefly: true,
  // In which coin a fee is paid would else be as the account's owner chose.
  orderParams: (request) => ({ ...plainQuirks.orderParams(request), oflags: 'fciq' }),
  orderRef: ({ clientOrderId, exchangeOrderId }) => {
    if (exchangeOrderId !== null) return { id: exchangeOrderId, params: {} };
    return clientOrderId === null ? null : { id: undefined, params: { clientOrderId } };
  },
  /** By an id of ours only lists can be asked. */
  async fetchOrder(exchange, pair, { id, params }) {
    if (id !== undefined) return exchange.fetchOrder(id, pair, {});
    const [open] = asList(await exchange.fetchOpenOrders(pair, undefined, undefined, params));
    return open ?? asList(await exchange.fetchClosedOrders(pair, undefined, undefined, params))[0] ?? null;
  },
  fillsOfOrder: (exchangeOrderId) => (exchange, pair) => fetchTradesOf(exchange, pair, exchangeOrderId),
  /** Fiat money is kept with four decimals, its id begins with Z; everything else has more than a bot looks at. */
  moneyUnitsOf: (market) => ({ baseUnit: null, counterUnit: /^Z/.test(textOf(asRaw(market.info), 'quote') ?? '') ? '0.0001' : null }),
  fillsPerPage: 50,
  fillsByTime: { windowMs: 90 * 86_400_000, allPairs: true, params: secondsAround },
};

interface OrderTradesCalls {
  privatePostQueryOrders(params: Table): Promise<unknown>;
  fetchOrderTrades(id: string, pair: string, since: undefined, limit: undefined, params: Table): Promise<unknown>;
}

/** Fewer than the twenty that one question may name: with just so many ccxt asks once more, for none. */
const tradesAtOnce = 19;

/** An order names its trades, and those can be asked for. */
async function fetchTradesOf(exchange: CcxtExchange, pair: string, id: string): Promise<unknown[]> {
  const calls = exchange as CcxtExchange & OrderTradesCalls;
  const reported = asRaw(asRaw(asRaw(await calls.privatePostQueryOrders({ txid: id, trades: 'true' })).result)[id]);
  const ids = asList(reported.trades).map(String);
  const trades: unknown[] = [];
  for (let first = 0; first < ids.length; first += tradesAtOnce) {
    const some = ids.slice(first, first + tradesAtOnce);
    trades.push(...asList(await calls.fetchOrderTrades(id, pair, undefined, undefined, { trades: some })));
  }
  return trades;
}
