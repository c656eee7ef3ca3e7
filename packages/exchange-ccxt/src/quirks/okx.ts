import type { KeyRights } from '@tenbin/exchange';
import type { CcxtExchange, Table } from '../ccxt-exchange.ts';
import type { ErrorCodes } from '../error-meaning.ts';
import { asList, asRaw, textOf } from '../raw-fields.ts';
import { plainQuirks } from './plain.ts';
import type { Quirks } from './quirks.ts';

const errorCodes: ErrorCodes = {
  '50001': { outcome: 'notDone', reason: 'maintenance' },
  '50004': { outcome: 'unsure', reason: 'deadlinePassed' },
  '50011': { outcome: 'notDone', reason: 'rateLimited' },
  '50013': { outcome: 'notDone', reason: 'maintenance' },
  '50102': { outcome: 'notDone', reason: 'clockSkew' },
  '50105': { outcome: 'refused', reason: 'invalidPassphrase' },
  '50110': { outcome: 'refused', reason: 'keyRefused' },
  '50111': { outcome: 'refused', reason: 'invalidApiKey' },
  '50113': { outcome: 'refused', reason: 'invalidSecret' },
  '51008': { outcome: 'refused', reason: 'insufficientFunds' },
  '51016': { outcome: 'refused', reason: 'duplicateClientOrderId' },
  '51020': { outcome: 'refused', reason: 'amountOutOfRange' },
  '51400': { outcome: 'refused', reason: 'orderNotFound' },
  '51603': { outcome: 'refused', reason: 'orderNotFound' },
};

/** OKX v5: a passphrase beside key and secret. */
export const okxQuirks: Quirks = {
  ...plainQuirks,
  passphrase: true,
  clientOrderId: true,
  errorCodes,
  describe(description, baseUrl) {
    const urls = asRaw(description.urls);
    return {
      ...description,
      urls: baseUrl === undefined ? urls : { ...urls, api: addresses(baseUrl) },
      options: { ...asRaw(description.options), defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
    };
  },
  clientOrderIdOfFill: (trade) => textOf(asRaw(trade.info), 'clOrdId'),
  fetchKeyRights,
};

function addresses(baseUrl: string): Table {
  const http = baseUrl.replace(/\/+$/, '');
  return { rest: http, ws: `${http.replace(/^http/, 'ws')}/ws/v5` };
}

interface ConfigCall {
  privateGetAccountConfig(): Promise<unknown>;
}

/** `perm` is a list: 'read_only,trade,withdraw'. Transfers between own accounts are part of `trade`. */
async function fetchKeyRights(exchange: CcxtExchange): Promise<KeyRights> {
  const answer = asRaw(await (exchange as CcxtExchange & ConfigCall).privateGetAccountConfig());
  const said = textOf(asRaw(asList(answer.data)[0]), 'perm');
  if (said === null) return { read: 'unknown', trade: 'unknown', withdraw: 'unknown', transfer: 'unknown' };
  const rights = new Set(said.split(','));
  return { read: rights.has('read_only'), trade: rights.has('trade'), withdraw: rights.has('withdraw'), transfer: 'unknown' };
}
