import { DomainError } from '@tenbin/market';

/** A refusal in Binance's words: HTTP status, code, text. */
export class BinanceError extends Error {
  readonly status: number;
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: number, message: string, { status = 400, headers = {} }: { status?: number; headers?: Record<string, string> } = {}) {
    super(message);
    this.name = 'BinanceError';
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}

export const missingParameter = (name: string) =>
  new BinanceError(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);
export const emptyParameter = (name: string) => new BinanceError(-1105, `Parameter '${name}' was empty.`);
export const illegalCharacters = (name: string, range: string) =>
  new BinanceError(-1100, `Illegal characters found in parameter '${name}'; legal range is '${range}'.`);
export const malformedParameter = (name: string) => new BinanceError(-1130, `Data sent for parameter '${name}' is not valid.`);
export const invalidSymbol = () => new BinanceError(-1121, 'Invalid symbol.');
export const invalidCombination = () => new BinanceError(-1128, 'Combination of optional parameters invalid.');
export const keyRefused = () => new BinanceError(-2015, 'Invalid API-key, IP, or permissions for action.', { status: 401 });
export const unknownOrder = () => new BinanceError(-2011, 'Unknown order sent.');
export const noSuchOrder = () => new BinanceError(-2013, 'Order does not exist.');
const internalError = () => new BinanceError(-1001, 'Internal error; unable to process your request. Please try again.', { status: 503 });

/** Rules of the venue in Binance's words. */
const refusals: Readonly<Record<string, readonly [code: number, message: string]>> = {
  marketClosed: [-1013, 'Market is closed.'],
  priceFilter: [-1013, 'Filter failure: PRICE_FILTER'],
  percentPrice: [-1013, 'Filter failure: PERCENT_PRICE_BY_SIDE'],
  lotSize: [-1013, 'Filter failure: LOT_SIZE'],
  marketLotSize: [-1013, 'Filter failure: MARKET_LOT_SIZE'],
  notional: [-1013, 'Filter failure: NOTIONAL'],
  tooManyDecimals: [-1111, 'Parameter has too much precision.'],
  insufficientFunds: [-2010, 'Account has insufficient balance for requested action.'],
  duplicateClientOrderId: [-2010, 'Duplicate order sent.'],
  wouldTakeImmediately: [-2010, 'Order would immediately match and take.'],
  orderNotFound: [-2011, 'Unknown order sent.'],
  unknownPair: [-1121, 'Invalid symbol.'],
};

/**
 * @param onFault - hears an error that is nobody's refusal
 * @returns the refusal as it goes over the wire; such an error becomes an internal one
 */
export function toBinanceError(error: unknown, onFault: (error: unknown) => void): BinanceError {
  if (error instanceof BinanceError) return error;
  const refusal = error instanceof DomainError ? refusals[error.code] : undefined;
  if (refusal) return new BinanceError(...refusal);
  onFault(error);
  return internalError();
}
