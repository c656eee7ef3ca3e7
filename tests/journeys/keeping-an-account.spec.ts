import { expect, type Page, test } from '@playwright/test';
import { type Product, withDataFolder } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { aheadBy } from './ahead-by.ts';
import { totpOf } from './authenticator-app.ts';
import { logIn, mailed, mailsTo, signUp } from './newcomer.ts';
import { startBriefly } from './start-briefly.ts';

const first = { email: 'robin@kohaku.example', password: 'Robin-began-1', language: 'en' } as const;
const newPassword = 'Robin-again-2';
const newEmail = 'robin.new@kohaku.example';
/** Longer than a session lives without use. */
const awayMs = 13 * 3_600_000;

test.use({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });

const title = (page: Page, name: string) => expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function signOut(page: Page): Promise<void> {
  await button(page, 'User menu').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await title(page, 'Log in');
}

async function openSecurity(page: Page): Promise<void> {
  await button(page, 'User menu').click();
  await page.getByRole('menuitem', { name: 'Account settings' }).click();
  await page.getByRole('link', { name: 'Security' }).click();
  await title(page, 'Security');
}

/** The mailed link sets another password; the one before opens nothing any more. */
async function resetPassword(page: Page, product: Product): Promise<void> {
  await signOut(page);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail address').fill(first.email);
  await button(page, 'Send the link').click();
  await title(page, 'Check your e-mail');
  const link = await mailed(product, first.email, /http\S+reset-password\S*#\S+/);
  await page.goto(link);
  await title(page, 'Set a new password');
  await enterNewPassword(page);
  await title(page, 'The password was changed');
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, first);
  await expect(page.getByText('Incorrect user ID or password')).toBeVisible();
  await logIn(page, { ...first, password: newPassword });
  await title(page, 'Dashboard');
  await page.goto(link);
  await enterNewPassword(page);
  await expect(page.getByRole('link', { name: 'Request a new link' }), 'a link is good once').toBeVisible();
}

async function enterNewPassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('New password (again)').fill(newPassword);
  await button(page, 'Set the password').click();
}

/** @returns what the app has, and the recovery codes */
async function switchFactorOn(page: Page): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  await openSecurity(page);
  await button(page, 'Set up an app').click();
  const panel = page.getByRole('region', { name: 'Second factor' });
  await panel.getByLabel('Current password').fill(newPassword);
  await button(page, 'Next').click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await panel.getByText('Or enter this key there:').getByRole('code').innerText()).replaceAll(' ', '');
  await expectAccessible(page, 'setting up an app');
  await panel.getByLabel('Six digits that the app shows').fill(totpOf(secret, 'now'));
  await button(page, 'Switch it on').click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes.first()).toBeVisible();
  await expectAccessible(page, 'recovery codes');
  const recoveryCodes = await codes.allInnerTexts();
  await button(page, 'I have kept them').click();
  await expect(page.getByText(`Left: ${recoveryCodes.length}`)).toBeVisible();
  return { secret, recoveryCodes };
}

async function enterCode(page: Page, code: string): Promise<void> {
  await title(page, 'Confirm that it is you');
  await page.getByLabel('Code', { exact: true }).fill(code);
  await button(page, 'Log in').click();
}

/** By the app, and where it is lost by a recovery code, which is good once. */
async function logInTwice(page: Page, { secret, recoveryCodes }: Awaited<ReturnType<typeof switchFactorOn>>): Promise<void> {
  const [recovery = ''] = recoveryCodes;
  await signOut(page);
  await logIn(page, { ...first, password: newPassword });
  await expectAccessible(page, 'second step of the log-in');
  await enterCode(page, totpOf(secret, 'next'));
  await title(page, 'Dashboard');
  await signOut(page);
  await logIn(page, { ...first, password: newPassword });
  await enterCode(page, recovery);
  await title(page, 'Dashboard');
  await openSecurity(page);
  await expect(page.getByText(`Left: ${recoveryCodes.length - 1}`)).toBeVisible();
}

async function changeEmail(page: Page, product: Product): Promise<void> {
  const panel = page.getByRole('region', { name: 'E-mail address' });
  await panel.getByLabel('New e-mail address').fill(newEmail);
  await panel.getByLabel('Current password').fill(newPassword);
  await button(page, 'Send the code').click();
  await title(page, 'Confirm your new e-mail address');
  await page.getByLabel('Verification code').fill(await mailed(product, newEmail, /\b\d{6}\b/));
  await button(page, 'Confirm the address').click();
  await title(page, 'Account settings');
  await expect(page.getByText(newEmail)).toBeVisible();
  const told = async () => (await mailsTo(product, first.email)).map(({ subject }) => subject);
  await expect.poll(told, 'the old address is told').toContain('Your e-mail address was changed');
}

/** A page that was left open leads to the login by itself, says why, and then back to where one was. */
async function comeBackNextMorning(page: Page, code: string): Promise<void> {
  await title(page, 'Log in');
  await expect(page.getByText('You were logged out after a while without use.')).toBeVisible();
  await logIn(page, { ...first, email: newEmail, password: newPassword });
  await enterCode(page, code);
  await title(page, 'Account settings');
}

test('an account outlives a forgotten password, a lost phone, another address and a night', async ({ page }) => {
  await withDataFolder(async (folder) => {
    let product = await startBriefly(folder);
    const { port } = new URL(product.url);
    try {
      await page.goto(`${product.url}/sign-up?brand=kohaku&lng=en`);
      await signUp(page, product, first);
      await title(page, 'Dashboard');
      await resetPassword(page, product);
      await page.goto(product.url);
      const factor = await switchFactorOn(page);
      await logInTwice(page, factor);
      await changeEmail(page, product);
      await product.stop('SIGINT');
      product = await startBriefly(folder, { PORT: port }, [aheadBy(awayMs)]);
      await comeBackNextMorning(page, factor.recoveryCodes[1] ?? '');
    } finally {
      await product.stop('SIGINT');
    }
  });
});
