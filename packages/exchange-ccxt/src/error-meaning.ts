import type { ExchangeErrorReason } from '@tenbin/exchange';

/**
 * What an exchange's word says about the call itself:
 * - `refused`: a definite no;
 * - `notDone`: it did not happen, and may be tried again later;
 * - `unsure`: the exchange itself does not know.
 */
export type Outcome = 'refused' | 'notDone' | 'unsure';

export interface ErrorMeaning {
  readonly outcome: Outcome;
  readonly reason: ExchangeErrorReason;
}

/** By the exchange's own code. The reason `other` lets its text decide. */
export type ErrorCodes = Readonly<Record<string, ErrorMeaning>>;

const refused = (reason: ExchangeErrorReason): ErrorMeaning => ({ outcome: 'refused', reason });
const notDone = (reason: ExchangeErrorReason): ErrorMeaning => ({ outcome: 'notDone', reason });
const unsure = (reason: ExchangeErrorReason): ErrorMeaning => ({ outcome: 'unsure', reason });

/** By ccxt's error class; the most special class of an error decides. Source: ccxt's errorHierarchy. */
export const meaningOfClass: Readonly<Record<string, ErrorMeaning>> = {
  AuthenticationError: refused('keyRefused'),
  InsufficientFunds: refused('insufficientFunds'),
  OrderNotFound: refused('orderNotFound'),
  OrderNotCached: refused('orderNotFound'),
  DuplicateOrderId: refused('duplicateClientOrderId'),
  OrderImmediatelyFillable: refused('wouldTakeImmediately'),
  BadSymbol: refused('badSymbol'),
  MarketClosed: refused('marketClosed'),
  NotSupported: refused('notSupported'),
  ExchangeError: refused('other'),
  RateLimitExceeded: notDone('rateLimited'),
  DDoSProtection: notDone('rateLimited'),
  OnMaintenance: notDone('maintenance'),
  InvalidNonce: notDone('clockSkew'),
  RequestTimeout: unsure('deadlinePassed'),
  ExchangeNotAvailable: unsure('unreachable'),
  NetworkError: unsure('unreachable'),
  OperationFailed: unsure('other'),
  Halted: notDone('rateLimited'),
  NotSent: notDone('deadlinePassed'),
  UnreadableAnswer: unsure('unreadable'),
  // Neither ccxt's nor ours: something came that ccxt, or our reading of what it returned, was not made for.
  Error: unsure('unreadable'),
};

/** By the exchange's or ccxt's own words. First match counts. */
export const meaningOfText: readonly (readonly [RegExp, ExchangeErrorReason])[] = [
  [/insufficient (?:account )?(?:balance|funds?)/i, 'insufficientFunds'],
  [/duplicate (?:order|client|clOrdId)/i, 'duplicateClientOrderId'],
  [/immediately match|would (?:immediately )?(?:match|take)|post[- ]only/i, 'wouldTakeImmediately'],
  [/MAX_NUM_(?:ALGO_|ICEBERG_)?ORDERS|too many open orders/i, 'tooManyOrders'],
  [/NOTIONAL|cost = amount \* price is zero|Price \* QTY/i, 'notionalTooSmall'],
  [/LOT_SIZE|amount of \S+ must be|amount should be|'(?:quantity|amount)' has too much precision/i, 'amountOutOfRange'],
  [/PRICE_FILTER|PERCENT_PRICE|price of \S+ must be|'price' has too much precision/i, 'priceOutOfRange'],
  [/size (?:is )?(?:below|increment)|amount too (?:small|little)/i, 'amountOutOfRange'],
  [/price increment/i, 'priceOutOfRange'],
  [/order size .{1,60} is too small|funds (?:below|should more)/i, 'notionalTooSmall'],
  [/market is closed|MARKET_CLOSED|trading is disabled/i, 'marketClosed'],
  [/requires "apiKey" credential/, 'invalidApiKey'],
  [/requires "secret" credential/, 'invalidSecret'],
  [/requires "password" credential/, 'invalidPassphrase'],
  [/does not have market symbol/, 'badSymbol'],
];
