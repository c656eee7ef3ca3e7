import { add, type Decimal, negate, subtract } from './decimal.ts';
import type { Balances, Fill } from './order.ts';
import { type Currency, parsePair } from './pair.ts';

/** Currency by currency. */
export function addBalances(a: Balances, b: Balances): Balances {
  const total: Record<Currency, Decimal> = { ...a };
  for (const [currency, amount] of Object.entries(b)) total[currency] = add(total[currency] ?? '0', amount);
  return total;
}

/** What a trade changes, its fee included: its two currencies, and the coin of the fee. */
export function tradeChange({
  pair,
  side,
  amount,
  notional,
  fee,
  feeCurrency,
}: Pick<Fill, 'pair' | 'side' | 'amount' | 'notional' | 'fee' | 'feeCurrency'>): Balances {
  const { base, counter } = parsePair(pair);
  const [baseChange, counterChange] = side === 'buy' ? [amount, negate(notional)] : [negate(amount), notional];
  const change: Record<Currency, Decimal> = { [base]: baseChange, [counter]: counterChange };
  change[feeCurrency] = subtract(change[feeCurrency] ?? '0', fee);
  return change;
}
