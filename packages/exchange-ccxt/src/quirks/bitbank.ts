import type { Decimal } from '@tenbin/market';
import type { ErrorCodes } from '../error-meaning.ts';
import { carries } from '../readable-answer.ts';
import { describeSpot } from './describe-spot.ts';
import { withoutClientOrderId } from './plain.ts';
import type { Quirks } from './quirks.ts';

/** Source: bitbank's documentation, "Error codes". */
const errorCodes: ErrorCodes = {
  '10001': { outcome: 'unsure', reason: 'other' },
  '10003': { outcome: 'unsure', reason: 'other' },
  '10005': { outcome: 'unsure', reason: 'deadlinePassed' },
  '10007': { outcome: 'notDone', reason: 'maintenance' },
  '10008': { outcome: 'unsure', reason: 'maintenance' },
  '10009': { outcome: 'notDone', reason: 'rateLimited' },
  '20001': { outcome: 'refused', reason: 'keyRefused' },
  '20002': { outcome: 'refused', reason: 'invalidApiKey' },
  '20003': { outcome: 'refused', reason: 'invalidApiKey' },
  '20004': { outcome: 'notDone', reason: 'clockSkew' },
  '20005': { outcome: 'refused', reason: 'invalidSecret' },
  '20034': { outcome: 'notDone', reason: 'clockSkew' },
  '20035': { outcome: 'notDone', reason: 'clockSkew' },
  '20037': { outcome: 'notDone', reason: 'clockSkew' },
  '40001': { outcome: 'refused', reason: 'amountOutOfRange' },
  '40013': { outcome: 'refused', reason: 'orderNotFound' },
  '40017': { outcome: 'refused', reason: 'badSymbol' },
  '40020': { outcome: 'refused', reason: 'priceOutOfRange' },
  '50003': { outcome: 'refused', reason: 'keyRefused' },
  '50004': { outcome: 'refused', reason: 'keyRefused' },
  '50005': { outcome: 'refused', reason: 'keyRefused' },
  '50006': { outcome: 'refused', reason: 'keyRefused' },
  '50008': { outcome: 'refused', reason: 'keyRefused' },
  '50009': { outcome: 'refused', reason: 'orderNotFound' },
  '50010': { outcome: 'refused', reason: 'orderNotFound' },
  '50026': { outcome: 'refused', reason: 'orderNotFound' },
  '50027': { outcome: 'refused', reason: 'orderNotFound' },
  '60001': { outcome: 'refused', reason: 'insufficientFunds' },
  '60003': { outcome: 'refused', reason: 'amountOutOfRange' },
  '60004': { outcome: 'refused', reason: 'amountOutOfRange' },
  '60005': { outcome: 'refused', reason: 'priceOutOfRange' },
  '60006': { outcome: 'refused', reason: 'priceOutOfRange' },
  '60011': { outcome: 'refused', reason: 'tooManyOrders' },
  '70001': { outcome: 'unsure', reason: 'other' },
  '70002': { outcome: 'unsure', reason: 'other' },
  '70003': { outcome: 'unsure', reason: 'other' },
  '70004': { outcome: 'refused', reason: 'marketClosed' },
  '70005': { outcome: 'refused', reason: 'marketClosed' },
  '70006': { outcome: 'refused', reason: 'marketClosed' },
  '70010': { outcome: 'refused', reason: 'amountOutOfRange' },
  '70011': { outcome: 'unsure', reason: 'maintenance' },
  '70012': { outcome: 'unsure', reason: 'other' },
  '70013': { outcome: 'notDone', reason: 'maintenance' },
  '70017': { outcome: 'refused', reason: 'marketClosed' },
  '70018': { outcome: 'refused', reason: 'marketClosed' },
  '70019': { outcome: 'unsure', reason: 'other' },
  '70021': { outcome: 'refused', reason: 'priceOutOfRange' },
  '70026': { outcome: 'notDone', reason: 'maintenance' },
};

/** bitbank: no id of ours, no pushing of orders; a maker is paid, in yen, for buying as well as for selling. */
export const bitbankQuirks: Quirks = {
  ...withoutClientOrderId,
  postOnly: true,
  // All of its pairs are priced in yen or in bitcoin: what a wallet or an order is worth in USD cannot be told.
  lacks: ['usdNotPriced'],
  reported: { minimumNotional: false, fees: 'market' },
  feeOnTop: true,
  lanesPer: 'account',
  errorCodes,
  isAnswer: carries('success'),
  describe: describeSpot({
    endpoints: {
      public: ['{pair}/ticker', '{pair}/depth', '{pair}/candlestick/{candletype}/{yyyymmdd}'],
      private: ['user/assets', 'user/spot/order', 'user/spot/cancel_order', 'user/spot/active_orders', 'user/spot/trade_history'],
      markets: ['spot/pairs'],
    },
  }),
  orderParams: (request) => (request.postOnly === true ? { post_only: true } : {}),
  fillsOfOrder: (exchangeOrderId) => ({ order_id: exchangeOrderId }),
  /** Not told by its list of pairs; `user/assets` writes yen with four decimals and everything else with eight. */
  moneyUnitsOf: (market) => ({ baseUnit: unitOf(market.base), counterUnit: unitOf(market.quote) }),
  fillsPerPage: 1000,
  // Milliseconds; ccxt would send seconds.
  fillsByTime: { windowMs: 90 * 86_400_000, params: ({ from, to }) => ({ since: from, ...(to === null ? {} : { end: to }) }) },
};

const unitOf = (currency: unknown): Decimal => (currency === 'JPY' ? '0.0001' : '0.00000001');
