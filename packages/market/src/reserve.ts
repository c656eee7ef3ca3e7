import { type Decimal, multiply } from './decimal.ts';
import type { Side } from './order.ts';
import { type Currency, type PairName, parsePair } from './pair.ts';

export interface Reserve {
  readonly currency: Currency;
  readonly amount: Decimal;
}

/** What an order of such terms holds back, of which currency. */
export function reserveOf({ pair, side, price, amount }: Terms): Reserve {
  const { base, counter } = parsePair(pair);
  return side === 'sell' ? { currency: base, amount } : { currency: counter, amount: multiply(amount, price) };
}

interface Terms {
  readonly pair: PairName;
  readonly side: Side;
  /** Counter per base. */
  readonly price: Decimal;
  /** In base. */
  readonly amount: Decimal;
}
