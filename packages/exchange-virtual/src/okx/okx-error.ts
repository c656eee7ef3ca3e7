import { DomainError } from '@tenbin/market';

/** A refusal in OKX's words: a code and its text. Only refusals of the key or of too many requests have a status of their own. */
export class OkxError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 200) {
    super(message);
    this.name = 'OkxError';
    this.code = code;
    this.status = status;
  }
}

export const emptyParameter = (name: string) => new OkxError('50014', `Parameter ${name} can not be empty.`);
export const wrongParameter = (name: string) => new OkxError('51000', `Parameter ${name} error`);
export const unknownInstrument = () => new OkxError('51001', "Instrument ID or Spread ID doesn't exist.");
export const noOrderName = () => new OkxError('51003', 'Either client order ID or order ID is required.');
export const noSuchOrder = () => new OkxError('51603', 'Order does not exist');
export const tooManyRequests = () => new OkxError('50011', 'Too Many Requests', 429);
export const tooManyOrders = () => new OkxError('50061', 'You have reached the maximum order rate limit for this account.', 429);

/** Rules of the venue in OKX's words. */
const refusals: Readonly<Record<string, readonly [code: string, message: string]>> = {
  marketClosed: ['51022', 'Contract suspended.'],
  priceFilter: ['51000', 'Parameter px error'],
  percentPrice: ['51006', 'Order price is not within the price limit.'],
  lotSize: ['51121', 'Order quantity must be a multiple of the lot size.'],
  marketLotSize: ['51202', 'The market order amount exceeds the maximum amount.'],
  notional: ['51020', 'Your order should meet or exceed the minimum order amount.'],
  tooManyDecimals: ['51000', 'Parameter sz error'],
  insufficientFunds: ['51008', 'Order failed. Insufficient balance in account.'],
  duplicateClientOrderId: ['51016', 'Client order ID already exists.'],
  orderNotFound: ['51400', 'Order cancellation failed as the order has been filled, canceled or does not exist.'],
  unknownPair: ['51001', "Instrument ID or Spread ID doesn't exist."],
};

/**
 * @param onFault - hears an error that is nobody's refusal
 * @returns the refusal as it goes over the wire; such an error becomes OKX's "System error"
 */
export function toOkxError(error: unknown, onFault: (error: unknown) => void): OkxError {
  if (error instanceof OkxError) return error;
  const refusal = error instanceof DomainError ? refusals[error.code] : undefined;
  if (refusal) return new OkxError(...refusal);
  onFault(error);
  return new OkxError('50026', 'System error. Try again later.');
}
