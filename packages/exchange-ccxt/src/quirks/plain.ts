import { textOf } from '../raw-fields.ts';
import type { Quirks } from './quirks.ts';

/** What holds for most exchanges of ccxt. One that has no quirks of its own was never tried. */
export const plainQuirks: Quirks = {
  passphrase: false,
  clientOrderId: false,
  postOnly: false,
  lacks: ['exchangeNotTried'],
  reported: { minimumNotional: false, fees: 'market' },
  lanesPer: 'address',
  errorCodes: {},
  isAccountLimit: () => false,
  fillsPerPage: 100,
  fillsAfterTradeId: false,
  describe: (description) => description,
  orderParams: (request) => ({
    clientOrderId: request.clientOrderId,
    ...(request.postOnly === true ? { postOnly: true } : {}),
    ...(request.immediate === true ? { timeInForce: 'IOC' } : {}),
  }),
  orderRef: ({ clientOrderId, exchangeOrderId }) => {
    if (exchangeOrderId !== null) return { id: exchangeOrderId, params: {} };
    return clientOrderId === null ? null : { id: '', params: { clientOrderId } };
  },
  clientOrderIdOf: (order) => textOf(order, 'clientOrderId'),
  clientOrderIdOfFill: () => null,
  fillsPage: (from) => ({ since: typeof from === 'object' && 'since' in from ? from.since.getTime() : undefined, params: {} }),
};

/** Exchanges without an id of ours and without a private stream, as they are common in Japan. */
export const withoutClientOrderId: Quirks = {
  ...plainQuirks,
  orderParams: (request) => (request.postOnly === true ? { postOnly: true } : {}),
  orderRef: ({ exchangeOrderId }) => (exchangeOrderId === null ? null : { id: exchangeOrderId, params: {} }),
  clientOrderIdOf: () => null,
};
