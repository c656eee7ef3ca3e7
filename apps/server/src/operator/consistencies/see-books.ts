import { heldOf } from '@tenbin/bots';
import { areSameBalances, type OrganizationDatabase } from '@tenbin/db';
import { compareBooks, type Difference } from '@tenbin/engine';
import { addBalances, type Balances } from '@tenbin/market';

export interface Misbooked {
  readonly subAccountId: string;
  readonly derived: Balances;
  readonly differences: readonly Difference[];
}

type Books = Pick<OrganizationDatabase, 'virtualAccounts' | 'ledgers'>;

/**
 * Every virtual account and the rest that is not what its movements add up to; what orders hold has accounts of its own among
 * them. What moves meanwhile is left out: its figures are not of one moment.
 */
export async function seeBooks(
  { virtualAccounts, ledgers }: Books,
  exchangeAccountId: string,
  { now }: { readonly now: Date },
): Promise<readonly Misbooked[]> {
  const readStored = async () => ({
    accounts: await virtualAccounts.list(exchangeAccountId),
    rest: await virtualAccounts.findRest(exchangeAccountId),
  });
  const { accounts, rest } = await readStored();
  const derived = await ledgers.addUp(exchangeAccountId);
  const after = await readStored();
  const still = accounts.filter(({ id, version }) => after.accounts.some((one) => one.id === id && one.version === version));
  const isAllStill = still.length === accounts.length && accounts.length === after.accounts.length;
  const isRestStill = isAllStill && rest !== null && after.rest !== null && areSameBalances(rest.balances, after.rest.balances);
  const all = [
    ...still.map((account) => ({
      subAccountId: account.id,
      stored: account.balances,
      derived: addBalances(derived.get(account.id) ?? {}, heldOf(account)),
    })),
    ...(isRestStill ? [{ subAccountId: rest.id, stored: rest.balances, derived: derived.get('rest') ?? {} }] : []),
  ];
  return all.flatMap(({ subAccountId, ...books }) => {
    const differences = compareBooks(books, { since: now });
    return differences.length === 0 ? [] : [{ subAccountId, derived: books.derived, differences }];
  });
}

/** Looks again while nobody else can move anything there, and corrects what it finds; within a transaction. @returns what it corrected */
export async function correctBooks(
  within: Books,
  exchangeAccountId: string,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<readonly Misbooked[]> {
  const ids = (await within.virtualAccounts.list(exchangeAccountId)).map(({ id }) => id);
  // The lock is held until the transaction ends; books that are not changed are not written.
  await within.virtualAccounts.change(exchangeAccountId, ids, { by }, (books) => ({ books, movements: [] }));
  const misbooked = await seeBooks(within, exchangeAccountId, { now });
  for (const { subAccountId, derived } of misbooked) await within.ledgers.correct(subAccountId, derived);
  return misbooked;
}
