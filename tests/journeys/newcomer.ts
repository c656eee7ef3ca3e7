import { expect, type Page } from '@playwright/test';
import type { Product } from '../product.ts';

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

const labels = {
  ja: {
    email: 'メールアドレス',
    password: 'パスワード',
    again: 'パスワード（確認）',
    create: '登録する',
    code: '認証コード',
    login: 'ログイン',
  },
  en: {
    email: 'E-mail address',
    password: 'Password',
    again: 'Password (again)',
    create: 'Create account',
    code: 'Verification code',
    login: 'Log in',
  },
} as const;

export interface Newcomer {
  readonly email: string;
  readonly password: string;
  readonly language: keyof typeof labels;
}

/** Fills in the sign-up page, which is open, and the mailed code. */
export async function signUp(page: Page, product: Product, { email, password, language }: Newcomer): Promise<void> {
  const words = labels[language];
  await page.getByLabel(words.email).fill(email);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByLabel(words.again).fill(password);
  await page.getByRole('button', { name: words.create }).click();
  await page.getByLabel(words.code).fill(await mailed(product, email, /\b\d{6}\b/));
}

/** Fills in the login page, which is open. */
export async function logIn(page: Page, { email, password, language }: Newcomer): Promise<void> {
  const words = labels[language];
  await page.getByLabel(words.email).fill(email);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: words.login, exact: true }).click();
}
