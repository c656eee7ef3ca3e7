import type { KeyRights } from '@tenbin/exchange';
import type { CcxtExchange } from '../ccxt-exchange.ts';
import type { ErrorCodes } from '../error-meaning.ts';
import { asRaw, type Raw, textOf } from '../raw-fields.ts';
import { carries } from '../readable-answer.ts';
import { describeSpot } from './describe-spot.ts';
import { plainQuirks } from './plain.ts';
import type { Quirks } from './quirks.ts';
import { weekMs } from './spans.ts';

/** Source: KuCoin's documentation, "Errors", and ccxt's table. */
const errorCodes: ErrorCodes = {
  '100001': { outcome: 'refused', reason: 'orderNotFound' },
  '100004': { outcome: 'refused', reason: 'orderNotFound' },
  '126003': { outcome: 'refused', reason: 'notionalTooSmall' },
  '126007': { outcome: 'refused', reason: 'marketClosed' },
  '126009': { outcome: 'refused', reason: 'marketClosed' },
  '126011': { outcome: 'refused', reason: 'tooManyOrders' },
  '126013': { outcome: 'refused', reason: 'insufficientFunds' },
  '126029': { outcome: 'refused', reason: 'priceOutOfRange' },
  '126030': { outcome: 'refused', reason: 'priceOutOfRange' },
  '126033': { outcome: 'refused', reason: 'duplicateClientOrderId' },
  '126043': { outcome: 'refused', reason: 'orderNotFound' },
  '126044': { outcome: 'refused', reason: 'duplicateClientOrderId' },
  '200001': { outcome: 'refused', reason: 'marketClosed' },
  '200003': { outcome: 'refused', reason: 'tooManyOrders' },
  '200004': { outcome: 'refused', reason: 'insufficientFunds' },
  '210021': { outcome: 'refused', reason: 'insufficientFunds' },
  '230003': { outcome: 'refused', reason: 'insufficientFunds' },
  '260100': { outcome: 'refused', reason: 'insufficientFunds' },
  '300000': { outcome: 'refused', reason: 'other' },
  '300003': { outcome: 'refused', reason: 'insufficientFunds' },
  '300012': { outcome: 'refused', reason: 'priceOutOfRange' },
  '400001': { outcome: 'refused', reason: 'keyRefused' },
  '400002': { outcome: 'notDone', reason: 'clockSkew' },
  '400003': { outcome: 'refused', reason: 'invalidApiKey' },
  '400004': { outcome: 'refused', reason: 'invalidPassphrase' },
  '400005': { outcome: 'refused', reason: 'invalidSecret' },
  '400006': { outcome: 'refused', reason: 'keyRefused' },
  '400007': { outcome: 'refused', reason: 'keyRefused' },
  '400100': { outcome: 'refused', reason: 'other' },
  '400200': { outcome: 'refused', reason: 'other' },
  '400330': { outcome: 'refused', reason: 'priceOutOfRange' },
  '400370': { outcome: 'refused', reason: 'priceOutOfRange' },
  '400600': { outcome: 'refused', reason: 'badSymbol' },
  '400760': { outcome: 'refused', reason: 'priceOutOfRange' },
  '408000': { outcome: 'unsure', reason: 'deadlinePassed' },
  '411100': { outcome: 'refused', reason: 'keyRefused' },
  '429000': { outcome: 'notDone', reason: 'rateLimited' },
  '500000': { outcome: 'unsure', reason: 'other' },
  '600101': { outcome: 'refused', reason: 'notionalTooSmall' },
  '900001': { outcome: 'refused', reason: 'badSymbol' },
};

/** KuCoin, the classic spot account over its current ("hf") paths. */
export const kucoinQuirks: Quirks = {
  ...plainQuirks,
  passphrase: true,
  clientOrderId: true,
  postOnly: true,
  lacks: [],
  reported: { minimumNotional: true, fees: 'account' },
  feeOnTop: true,
  lanesPer: 'account',
  openOrdersCost: 2,
  errorCodes,
  isAnswer: carries('code'),
  isAccountLimit: (body) => /"code"\s*:\s*"429000"/.test(body),
  describe: describeSpot({
    endpoints: {
      public: ['timestamp', 'symbols', 'market/allTickers', 'market/stats', 'market/candles', 'market/orderbook/level{level}_{limit}'],
      private: [
        'accounts',
        'hf/orders',
        'hf/orders/{orderId}',
        'hf/orders/client-order/{clientOid}',
        'hf/orders/active',
        'hf/fills',
        'trade-fees',
        'user/api-key',
      ],
    },
    // `uta: false`: otherwise each key's first call, be it an order, would ask what kind of account it is.
    options: { fetchMarkets: { types: ['spot'], fetchTickersFees: false }, uta: false, hf: true },
  }),
  answersBriefly: true,
  walletParams: { hf: false, type: 'trade' },
  fillsOfOrder: (exchangeOrderId) => ({ orderId: exchangeOrderId }),
  fillsPerPage: 100,
  fillsByTime: { windowMs: weekMs, params: ({ to }) => (to === null ? {} : { until: to }) },
  keyRightsFrom: 'GET /api/v1/user/api-key',
  fetchAccountId: async (exchange) => textOf(await fetchKey(exchange), 'uid'),
  fetchKeyRights,
};

interface KeyCall {
  privateGetUserApiKey(): Promise<unknown>;
}

const fetchKey = async (exchange: CcxtExchange): Promise<Raw> =>
  asRaw(asRaw(await (exchange as CcxtExchange & KeyCall).privateGetUserApiKey()).data);

/** `permission` is a list: 'General,Spot,InnerTransfer,Withdrawal'. */
async function fetchKeyRights(exchange: CcxtExchange): Promise<KeyRights> {
  const said = textOf(await fetchKey(exchange), 'permission');
  if (said === null) return { read: 'unknown', trade: 'unknown', withdraw: 'unknown', transfer: 'unknown' };
  const rights = new Set(said.split(',').map((right) => right.trim()));
  return {
    read: rights.has('General'),
    trade: rights.has('Spot'),
    withdraw: rights.has('Withdrawal') || rights.has('Withdraw') || rights.has('Transfer'),
    transfer: ['InnerTransfer', 'FlexTransfers', 'Transfer'].some((right) => rights.has(right)),
  };
}
