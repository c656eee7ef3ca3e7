import { add, type Decimal, multiply, parseDecimal } from './decimal.ts';
import type { MarketRules } from './market-rules.ts';
import type { Side } from './order.ts';
import { type Currency, type PairName, parsePair } from './pair.ts';

export interface Reserve {
  readonly currency: Currency;
  readonly amount: Decimal;
}

/** What an order of such terms holds back, of which currency. */
export function reserveOf({ pair, side, price, amount, feeOnTop }: Terms): Reserve {
  const { base, counter } = parsePair(pair);
  if (side === 'sell') return { currency: base, amount };
  const notional = multiply(amount, price);
  return { currency: counter, amount: feeOnTop ? multiply(notional, add('1', feeOnTop)) : notional };
}

/**
 * The fee that an order costs on top, where its exchange takes it so.
 *
 * @param given - `rests`: it never takes from the book
 */
export function feeOnTopOf(
  side: Side,
  { feeOnTop = false, makerFee, takerFee }: Pick<MarketRules, 'feeOnTop' | 'makerFee' | 'takerFee'>,
  { rests }: { readonly rests: boolean },
): FeeOnTop {
  const rate = rests ? makerFee : Math.max(makerFee, takerFee);
  return feeOnTop && side === 'buy' && rate > 0 ? { feeOnTop: parseDecimal(rate) } : {};
}

export interface FeeOnTop {
  /** Of what a buy costs, the fraction that its fee adds; absent or null: none. */
  readonly feeOnTop?: Decimal | null;
}

interface Terms extends FeeOnTop {
  readonly pair: PairName;
  readonly side: Side;
  /** Counter per base. */
  readonly price: Decimal;
  /** In base. */
  readonly amount: Decimal;
}
