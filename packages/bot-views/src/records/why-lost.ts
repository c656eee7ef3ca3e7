import { profitOf, type RecordView } from './record-profit.ts';

/**
 * Why a fill lost.
 *
 * - `fee`: it earned less than its fee;
 * - `evened`: what it brought is an exchange at the market's price, which is no profit, and its fee remains;
 * - `moved`: at its price it took the balances further from even.
 *
 * @returns null where it did not lose
 *
 * Source: docs/concepts/profit.md, "What a fill earns".
 */
export function whyLost(record: RecordView): 'fee' | 'evened' | 'moved' | null {
  if (record.basisPointChanged >= 0) return null;
  const { meanBefore, meanAfter, meanWithoutFee } = profitOf(record);
  if (meanWithoutFee <= meanBefore) return 'moved';
  return meanAfter > meanBefore && record.feeCurrency in record.balance ? 'evened' : 'fee';
}
