import { textOf } from '../raw-fields.ts';
import type { Quirks } from './quirks.ts';

/** What holds for most exchanges of ccxt, and is assumed of one that has no quirks of its own. */
export const plainQuirks: Quirks = {
  passphrase: false,
  clientOrderId: false,
  errorCodes: {},
  isAccountLimit: () => false,
  fillsPerPage: 100,
  fillsAfterTradeId: false,
  describe: (description, baseUrl) => {
    if (baseUrl === undefined) return description;
    throw new Error(`${String(description.id)} cannot be reached at another address: it has no quirks file`);
  },
  orderParams: (request) => ({ clientOrderId: request.clientOrderId, ...(request.postOnly === true ? { postOnly: true } : {}) }),
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
