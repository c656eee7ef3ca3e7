import type { PriceTick } from '@tenbin/exchange';
import type { Candle, Decimal, PairName } from '@tenbin/market';
import { asList, asRaw, decimalOf, type Raw, timeOf } from './raw-fields.ts';

/** What is known of a pair's price so far. */
export interface Quote {
  readonly bestBid?: Decimal;
  readonly bestAsk?: Decimal;
  readonly last?: Decimal;
  readonly at?: Date;
}

/** Best bid and ask of a ticker or a book event; what it does not carry is left out. */
export function readQuote(value: unknown, now: Date): Quote {
  const ticker = asRaw(value);
  return {
    ...field('bestBid', ticker, 'bid'),
    ...field('bestAsk', ticker, 'ask'),
    ...field('last', ticker, 'last'),
    at: timeOf(ticker, ['timestamp'], now),
  };
}

export const readTradePrice = (trade: Raw, now: Date): Quote => ({
  ...field('last', trade, 'price'),
  at: timeOf(trade, ['timestamp'], now),
});

/** @returns null while one side of the book is empty or unknown */
export function toTick(pair: PairName, { bestBid, bestAsk, last, at }: Quote, now: Date): PriceTick | null {
  if (bestBid === undefined || bestAsk === undefined || last === undefined) return null;
  return { pair, bestBid, bestAsk, last, at: at ?? now };
}

/** One row of ccxt: opening time, open, high, low, close, volume. */
export function readCandle(row: unknown): Candle {
  const [at, open, high, low, close, volume] = asList(row).map(Number);
  const candle = { at, open, high, low, close, volume };
  if (Object.values(candle).some((value) => !Number.isFinite(value))) throw new Error('the exchange sent a broken candle');
  return candle as Candle;
}

function field<Name extends 'bestBid' | 'bestAsk' | 'last'>(name: Name, raw: Raw, key: string): { [key in Name]?: Decimal } {
  const value = decimalOf(raw, key);
  return value === null ? {} : ({ [name]: value } as { [key in Name]: Decimal });
}
