import { add, type Balances, compare, type Decimal, negate, parsePair, type Side } from '@tenbin/market';

/** Something that was traded: one trade, or a record of several. */
export interface Movement {
  readonly pair: string;
  readonly side: Side;
  readonly amount: Decimal;
  /** In counter, as the exchange told it. */
  readonly notional: Decimal;
  readonly fee: Decimal;
  readonly feeCurrency: string;
}

/** Balances moved by every trade, exactly. */
export function moveBalances(initial: Balances, movements: readonly Movement[]): Record<string, Decimal> {
  const balances: Record<string, Decimal> = { ...initial };
  const move = (currency: string, amount: Decimal) => {
    balances[currency] = add(balances[currency] ?? '0', amount);
  };
  for (const { pair, side, amount, notional, fee, feeCurrency } of movements) {
    const { base, counter } = parsePair(pair);
    move(base, side === 'buy' ? amount : negate(amount));
    move(counter, side === 'buy' ? negate(notional) : notional);
    move(feeCurrency, negate(fee));
  }
  return balances;
}

/** Currencies of which two have not the same, to the last digit. */
export const differingCurrencies = (a: Balances, b: Balances): string[] =>
  Object.keys({ ...a, ...b }).filter((currency) => compare(a[currency] ?? '0', b[currency] ?? '0') !== 0);
