import { expect, type Page } from '@playwright/test';
import type { Product } from '../product.ts';
import { type Language, speak } from './say.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Newest first. */
export const mailsTo = async ({ url }: Product, email: string): Promise<readonly Mail[]> =>
  ((await (await fetch(`${url}/trial/inbox.json`)).json()) as Mail[]).filter(({ to }) => to === email);

/** What the newest mail to somebody says: a code, or a link. Waits for it. */
export async function mailed(product: Product, email: string, what: RegExp): Promise<string> {
  let found: string | undefined;
  const look = async () => (found = (await mailsTo(product, email)).map(({ text }) => what.exec(text)?.[0]).find(Boolean));
  await expect.poll(look, { message: `a mail to ${email} with ${what}` }).toBeTruthy();
  return found ?? '';
}

export interface Newcomer {
  readonly email: string;
  readonly password: string;
  readonly language: Language;
}

/** Fills in the sign-up page, which is open, and the mailed code. */
export async function signUp(page: Page, product: Product, { email, password, language }: Newcomer): Promise<void> {
  const { say } = speak('console', language);
  await page.getByLabel(say.kit('email')).fill(email);
  await page.getByLabel(say.kit('password'), { exact: true }).fill(password);
  await page.getByLabel(say.auth('passwordAgain')).fill(password);
  await page.getByRole('button', { name: say.auth('createAccount') }).click();
  await page.getByLabel(say.auth('code')).fill(await mailed(product, email, /\b\d{6}\b/));
}

/** Fills in the login page, which is open. */
export async function logIn(page: Page, { email, password, language }: Newcomer): Promise<void> {
  const { say } = speak('console', language);
  await page.getByLabel(say.kit('email')).fill(email);
  await page.getByLabel(say.kit('password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say.kit('login'), exact: true }).click();
}
