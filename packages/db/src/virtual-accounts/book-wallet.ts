import { type Booked, noteWallet } from '@tenbin/bots';
import { addBalances, type Balances, type Currency, compare, type Decimal } from '@tenbin/market';
import type { OrganizationDatabase } from '../database/database.ts';

/** All that is booked on one exchange account of the platform. */
export interface BookedOn {
  /** Of the virtual accounts. */
  readonly ids: readonly string[];
  /** Theirs, and what is left. */
  readonly total: Balances;
}

/** Null where there are no virtual accounts. */
export async function bookedOn(
  { virtualAccounts }: Pick<OrganizationDatabase, 'virtualAccounts'>,
  exchangeAccountId: string,
): Promise<BookedOn | null> {
  const rest = await virtualAccounts.findRest(exchangeAccountId);
  if (rest === null) return null;
  const accounts = await virtualAccounts.list(exchangeAccountId);
  return {
    ids: accounts.map(({ id }) => id),
    total: accounts.reduce((sum, { balances }) => addBalances(sum, balances), rest.balances),
  };
}

/** How much more, or less, a wallet has of a currency than is booked. */
export interface WalletDifference {
  readonly currency: Currency;
  readonly amount: Decimal;
  readonly isRounding: boolean;
}

/**
 * Books to the rest what a wallet has besides the books, as what it is: money that came or went by no order of ours.
 *
 * @param booked - the books that it was reckoned from
 * @param asked - by whom; null: nobody
 * @returns false where the books are others by now, and nothing was booked
 */
export async function bookWallet(
  { virtualAccounts }: Pick<OrganizationDatabase, 'virtualAccounts'>,
  exchangeAccountId: string,
  { ids, total }: Pick<BookedOn, 'ids' | 'total'>,
  { by, differences }: { readonly by: string | null; readonly differences: readonly WalletDifference[] },
): Promise<boolean> {
  let isSame = false;
  await virtualAccounts.change(exchangeAccountId, ids, { by }, (books) => {
    const now = Object.values(books.ledgers).reduce((sum, { balances }) => addBalances(sum, balances), books.rest);
    isSame = areSameBalances(now, total);
    return differences.slice(0, isSame ? differences.length : 0).reduce<Booked>(
      (before, difference) => {
        const after = noteWallet(before.books, difference);
        return { books: after.books, movements: [...before.movements, ...after.movements] };
      },
      { books, movements: [] },
    );
  });
  return isSame;
}

export const areSameBalances = (one: Balances, other: Balances): boolean =>
  Object.keys({ ...one, ...other }).every((currency) => compare(one[currency] ?? '0', other[currency] ?? '0') === 0);
