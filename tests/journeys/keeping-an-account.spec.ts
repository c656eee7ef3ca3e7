import { expect, type Page, test } from '@playwright/test';
import { type Product, withDataFolder } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { aheadBy } from './ahead-by.ts';
import { totpOf } from './authenticator-app.ts';
import { logIn, mailed, mailsTo, signUp } from './newcomer.ts';
import { languageOf, speak, subjectOf } from './say.ts';
import { startBriefly } from './start-briefly.ts';

const { language, locale, say, told } = speak('console', languageOf('en'));
const first = { email: 'robin@kohaku.example', password: 'Robin-began-1', language };
const newPassword = 'Robin-again-2';
const newEmail = 'robin.new@kohaku.example';
/** Longer than a session lives without use. */
const awayMs = 13 * 3_600_000;

test.use({ viewport: { width: 1280, height: 800 }, locale });

const title = (page: Page, name: string) => expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function signOut(page: Page): Promise<void> {
  await button(page, say.kit('userMenu')).click();
  await page.getByRole('menuitem', { name: say.kit('signOut') }).click();
  await title(page, say.kit('login'));
}

async function openSecurity(page: Page): Promise<void> {
  await button(page, say.kit('userMenu')).click();
  await page.getByRole('menuitem', { name: say.shell('account') }).click();
  await page.getByRole('link', { name: say.security('title') }).click();
  await title(page, say.security('title'));
}

/** The mailed link sets another password; the one before opens nothing any more. */
async function resetPassword(page: Page, product: Product): Promise<void> {
  await signOut(page);
  await page.getByRole('link', { name: say.auth('forgotPassword') }).click();
  await page.getByLabel(say.kit('email')).fill(first.email);
  await button(page, say.auth('sendLink')).click();
  await title(page, say.auth('resetSentTitle'));
  const link = await mailed(product, first.email, /http\S+reset-password\S*#\S+/);
  await page.goto(link);
  await title(page, say.auth('resetTitle'));
  await enterNewPassword(page);
  await title(page, say.auth('resetDoneTitle'));
  await page.getByRole('link', { name: say.kit('login') }).click();
  await logIn(page, first);
  await expect(page.getByText(told('emailOrPassword'))).toBeVisible();
  await logIn(page, { ...first, password: newPassword });
  await title(page, say.shell('dashboard'));
  await page.goto(link);
  await enterNewPassword(page);
  await expect(page.getByRole('link', { name: say.auth('sendLinkAgain') }), 'a link is good once').toBeVisible();
}

async function enterNewPassword(page: Page): Promise<void> {
  await page.getByLabel(say.auth('newPassword'), { exact: true }).fill(newPassword);
  await page.getByLabel(say.auth('newPasswordAgain')).fill(newPassword);
  await button(page, say.auth('setPassword')).click();
}

/** @returns what the app has, and the recovery codes */
async function switchFactorOn(page: Page): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  await openSecurity(page);
  await button(page, say.security('setUpAuthenticator')).click();
  const panel = page.getByRole('region', { name: say.security('factors') });
  await panel.getByLabel(say.security('currentPassword')).fill(newPassword);
  await button(page, say.setup('next')).click();
  await expect(page.getByRole('img', { name: say.security('qrCode') })).toBeVisible();
  const secret = (await panel.getByText(say.security('secretHelp')).getByRole('code').innerText()).replaceAll(' ', '');
  await expectAccessible(page, 'setting up an app');
  await panel.getByLabel(say.security('appCode')).fill(totpOf(secret, 'now'));
  await button(page, say.security('confirmAuthenticator')).click();
  const codes = page.getByRole('list', { name: say.security('recoveryCodes') }).getByRole('listitem');
  await expect(codes.first()).toBeVisible();
  await expectAccessible(page, 'recovery codes');
  const recoveryCodes = await codes.allInnerTexts();
  await button(page, say.security('codesKept')).click();
  await expect(page.getByText(say.security('codesLeft', { count: recoveryCodes.length }))).toBeVisible();
  return { secret, recoveryCodes };
}

async function enterCode(page: Page, code: string): Promise<void> {
  await title(page, say.kit('factorTitle'));
  await page.getByLabel(say.kit('factorCode'), { exact: true }).fill(code);
  await button(page, say.kit('login')).click();
}

/** By the app, and where it is lost by a recovery code, which is good once. */
async function logInTwice(page: Page, { secret, recoveryCodes }: Awaited<ReturnType<typeof switchFactorOn>>): Promise<void> {
  const [recovery = ''] = recoveryCodes;
  await signOut(page);
  await logIn(page, { ...first, password: newPassword });
  await expectAccessible(page, 'second step of the log-in');
  await enterCode(page, totpOf(secret, 'next'));
  await title(page, say.shell('dashboard'));
  await signOut(page);
  await logIn(page, { ...first, password: newPassword });
  await enterCode(page, recovery);
  await title(page, say.shell('dashboard'));
  await openSecurity(page);
  await expect(page.getByText(say.security('codesLeft', { count: recoveryCodes.length - 1 }))).toBeVisible();
}

async function changeEmail(page: Page, product: Product): Promise<void> {
  const panel = page.getByRole('region', { name: say.kit('email') });
  await panel.getByLabel(say.security('newEmail')).fill(newEmail);
  await panel.getByLabel(say.security('currentPassword')).fill(newPassword);
  await button(page, say.security('sendCode')).click();
  await title(page, say.auth('verifyEmailTitle'));
  await page.getByLabel(say.auth('code')).fill(await mailed(product, newEmail, /\b\d{6}\b/));
  await title(page, say.shell('account'));
  await expect(page.getByText(newEmail)).toBeVisible();
  const subjects = async () => (await mailsTo(product, first.email)).map(({ subject }) => subject);
  await expect.poll(subjects, 'the old address is told').toContain(subjectOf('emailChanged', language));
}

/** A page that was left open leads to the login by itself, says why, and then back to where one was. */
async function comeBackNextMorning(page: Page, code: string): Promise<void> {
  await title(page, say.kit('login'));
  await expect(page.getByText(say.kit('sessionTimeoutHelp'))).toBeVisible();
  await logIn(page, { ...first, email: newEmail, password: newPassword });
  await enterCode(page, code);
  await title(page, say.shell('account'));
}

test('an account outlives a forgotten password, a lost phone, another address and a night', async ({ page }) => {
  await withDataFolder(async (folder) => {
    let product = await startBriefly(folder);
    const { port } = new URL(product.url);
    try {
      await page.goto(`${product.url}/sign-up?brand=kohaku&lng=${language}`);
      await signUp(page, product, first);
      await title(page, say.shell('dashboard'));
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
