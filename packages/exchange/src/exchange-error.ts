/**
 * The outside failed. Three kinds, by what may be done next:
 *
 * - `transient`: it did not happen and may be tried again later (rate limit, maintenance, clock, a failed read);
 * - `rejected`: the exchange said a definite no; trying the same again gives the same answer;
 * - `unknown`: whether it happened is not known; ask the exchange, never send again before that.
 */
export type ExchangeErrorKind = 'transient' | 'rejected' | 'unknown';

/** Why, as far as a bot or a person can act on it. */
export const exchangeErrorReasons = [
  'invalidApiKey',
  'invalidSecret',
  'invalidPassphrase',
  /** The key, its rights or the address it is allowed from; the exchange does not say which. */
  'keyRefused',
  'insufficientFunds',
  'amountOutOfRange',
  'priceOutOfRange',
  'notionalTooSmall',
  'wouldTakeImmediately',
  'duplicateClientOrderId',
  'orderNotFound',
  'tooManyOrders',
  'marketClosed',
  'badSymbol',
  'clockSkew',
  'rateLimited',
  'maintenance',
  'unreachable',
  'deadlinePassed',
  /** The response was unreadable, or not the exchange's. */
  'unreadable',
  'notSupported',
  /** No bot may run on this exchange: it does not tell what became of an order… */
  'orderStatusUnreliable',
  /** …or how fine and how large orders must be… */
  'minimumsUnreported',
  /** …or none of its pairs tells what a currency is worth in USD… */
  'usdNotPriced',
  /** …or nobody tried it with this product yet… */
  'exchangeNotTried',
  /** …or this installation took it back: keys must not be given to whoever listens there now. */
  'exchangeWithdrawn',
  'other',
] as const;
export type ExchangeErrorReason = (typeof exchangeErrorReasons)[number];

export interface ExchangeErrorDetails {
  readonly kind: ExchangeErrorKind;
  readonly reason: ExchangeErrorReason;
  /** The exchange's own code, as text, where it gave one. */
  readonly exchangeCode?: string | undefined;
  /** How long every call to this exchange must wait, where it said so. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** @param message - scrubbed: no signed address, no key, no signature */
export class ExchangeError extends Error {
  readonly kind: ExchangeErrorKind;
  readonly reason: ExchangeErrorReason;
  readonly exchangeCode: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ExchangeErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ExchangeError';
    this.kind = details.kind;
    this.reason = details.reason;
    this.exchangeCode = details.exchangeCode;
    this.retryAfterMs = details.retryAfterMs;
  }
}
