import type { Product } from '../product.ts';

export interface VenueAccount {
  /** As the exchange's own page names it. */
  readonly id: string;
  readonly key: string;
  readonly secret: string;
}

export const venueOf = ({ banner }: Product): string => /Virtual exchange +(\S+)/.exec(banner)?.[1] ?? '';

/** An account of its own on the virtual exchange. */
export async function accountWith(product: Product, balances: Readonly<Record<string, string>>): Promise<VenueAccount> {
  const made = await fetch(`${venueOf(product)}/trial/venue/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ balances }),
  });
  return (await made.json()) as VenueAccount;
}

/** What the exchange itself knows of an account: orders that are open, trades so far. */
export async function activityOf(product: Product, id: string): Promise<{ readonly openOrders: number; readonly trades: number }> {
  const reported = (await (await fetch(`${venueOf(product)}/trial/venue`)).json()) as {
    accounts: { id: string; openOrders: number; trades: number }[];
  };
  const found = reported.accounts.find((account) => account.id === id);
  if (!found) throw new Error(`the exchange knows no account ${id}`);
  return found;
}

/** What goes wrong from now on. */
export async function injectFault(product: Product, fault: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { ok, status } = await fetch(`${venueOf(product)}/trial/faults`, { method: 'POST', headers, body: JSON.stringify(fault) });
  if (!ok) throw new Error(`the fault was answered with ${status}`);
}

/** Nothing goes wrong any more. */
export async function clearFaults(product: Product): Promise<void> {
  const { ok, status } = await fetch(`${venueOf(product)}/trial/faults`, { method: 'DELETE' });
  if (!ok) throw new Error(`clearing the faults was answered with ${status}`);
}

/** Makes a stop last: cancels are answered late, and lists show what was open seconds before. */
export async function makeCancelsSlow(product: Product): Promise<void> {
  await injectFault(product, { type: 'delayAfter', ms: 400, where: { call: 'cancel' } });
  await injectFault(product, { type: 'lagLists', ms: 10_000, lists: ['openOrders'] });
}
