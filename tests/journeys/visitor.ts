import type { Page } from '@playwright/test';
import { createClient, getAffiliateCode, keyHeaders, listAvailablePlans, listBots } from '@tenbin/contract';
import { accountOf, type Product } from '../product.ts';

/** Somebody who is signed in, with the bot of the trial, and a plan as a gift. */
export interface Visitor {
  readonly key: string;
  readonly botId: string;
  /** Of a plan that can be bought. */
  readonly planId: string;
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
  const client = createClient({ baseUrl: product.url, key: () => key });
  const [bot] = await client.call(listBots, { query: {} });
  const [plan] = await client.call(listAvailablePlans, {});
  return { key, botId: bot?.id ?? '', planId: plan?.id ?? '' };
}

/** What the trial's user invites others with. */
export async function referralCodeOf(product: Product): Promise<string> {
  const { key } = await signIn(product);
  return (await createClient({ baseUrl: product.url, key: () => key }).call(getAffiliateCode, {})).code;
}

type SignedIn = 'user' | 'organization' | 'operator';

/** On any page of the product, from the next one on. */
export const takeKey = (page: Page, { key }: Pick<Visitor, 'key'>, surface: SignedIn = 'user'): Promise<void> =>
  page.evaluate(([name, stored]) => localStorage.setItem(name, stored), [String(keyHeaders[surface]), key] as const);

/** Of whoever is signed in on the page. */
export const keyIn = (page: Page, surface: SignedIn): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), String(keyHeaders[surface]));
