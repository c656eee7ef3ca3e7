import type { Page } from '@playwright/test';
import { addOperatorAuthenticator, type Client, createClient, setUpOperatorAuthenticator, signInOperator } from '@tenbin/contract';
import { operatorOf, type Product } from '../product.ts';
import { totpOf } from './authenticator-app.ts';
import { takeKey } from './visitor.ts';

export interface EnteredOperator {
  /** Where the operators' pages are. */
  readonly base: string;
  readonly client: Client;
}

/** Signs the operator in without the pages, with the factor that every operator needs. */
export async function signInAsOperator(page: Page, product: Product): Promise<EnteredOperator> {
  const { email, password, address } = operatorOf(product);
  const { origin } = new URL(address);
  const { uniqueKey: key } = await createClient({ baseUrl: origin, key: () => null }).call(signInOperator, { body: { email, password } });
  const client = createClient({ baseUrl: origin, key: () => key });
  const { secret, setUp } = await client.call(setUpOperatorAuthenticator, { body: { password } });
  await client.call(addOperatorAuthenticator, { body: { setUp, code: totpOf(secret, 'now') } });
  await page.goto(`${origin}/ango-ya/login`);
  await takeKey(page, { key }, 'operator');
  return { base: `${origin}/ango-ya`, client };
}
