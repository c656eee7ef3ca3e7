import { type Balances, compare } from '@tenbin/market';
import type { Difference } from './difference.ts';
import { amountOf, ofMoney } from './differences.ts';

/** What is stored of a ledger, against what its movements add up to: that counts. Pure. */
export const compareBooks = (
  { stored, derived }: { readonly stored: Balances; readonly derived: Balances },
  { since }: { readonly since: Date },
): Difference[] =>
  Object.keys({ ...stored, ...derived }).flatMap((currency) => {
    const [written, due] = [stored[currency] ?? '0', derived[currency] ?? '0'];
    if (compare(written, due) === 0) return [];
    return [ofMoney('bookDiffers', currency, { expected: amountOf(due), found: amountOf(written), since, remedy: 'corrected' })];
  });
