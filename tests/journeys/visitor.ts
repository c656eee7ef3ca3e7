import type { Page } from '@playwright/test';
import { accountOf, type Product } from '../product.ts';

/** Somebody who is signed in, with the bot of the trial. */
export interface Visitor {
  readonly key: string;
  readonly botId: string;
}

/** Signs in without the pages: for journeys that are about what comes after. */
export async function signIn(product: Product): Promise<Visitor> {
  const { email, password } = accountOf(product, 'tenbin');
  const signedIn = await fetch(`${product.url}/api/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { uniqueKey: key } = (await signedIn.json()) as { uniqueKey: string };
  const bots = (await (await fetch(`${product.url}/api/bots`, { headers: { 'x-user-key': key } })).json()) as { _id: string }[];
  return { key, botId: bots[0]?._id ?? '' };
}

/** What the trial's user invites others with. */
export async function referralCodeOf(product: Product): Promise<string> {
  const { key } = await signIn(product);
  const given = await fetch(`${product.url}/api/users/affiliate_code`, { headers: { 'x-user-key': key } });
  return ((await given.json()) as { code: string }).code;
}

/** On any page of the product, from the next one on. */
export const takeKey = (page: Page, { key }: Visitor): Promise<void> =>
  page.evaluate((stored) => localStorage.setItem('x-user-key', stored), key);
