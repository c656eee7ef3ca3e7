import { type Browser, expect, type Page } from '@playwright/test';
import { ownerOf, type Product } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { follow, press, title } from './hands.ts';
import { logIn, mailed } from './newcomer.ts';
import { languageOf, speak } from './say.ts';
import { test } from './shared-product.ts';
import { giveBot, signUpByCalls } from './trader.ts';

const { language, locale, say } = speak('admin', languageOf('ja'));
const user = speak('console', language);
// With this brand nothing is to be paid, so that its bots may run.
const brand = 'kohaku';
const trader = { brand, email: 'hana@kohaku.example', password: 'Hana-trades-1', language } as const;
const manager = { email: 'manager@kohaku.example', password: 'Manages-well-1', language } as const;
const bot = 'Hana-1';

test.use({ viewport: { width: 1280, height: 800 }, locale });

const announced = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible();

async function enterAsOwner(page: Page, product: Product): Promise<void> {
  const owner = ownerOf(product, brand);
  await page.goto(owner.address);
  await logIn(page, { ...owner, language });
  await title(page, say.overview('title'));
}

async function inviteManager(page: Page): Promise<void> {
  await follow(page, say.shell('administrators'));
  await title(page, say.administrators('title'));
  await page.getByLabel(say.kit('email')).fill(manager.email);
  await page.getByLabel(say.administrators('role'), { exact: true }).selectOption(say.shell('role_manager'));
  await press(page, say.administrators('invite'));
  await announced(page, say.administrators('invited', { email: manager.email }));
  await expect(page.getByRole('list', { name: say.administrators('members') })).toContainText(manager.email);
  await expectAccessible(page, 'an invited administrator');
}

/** By the mailed link, in a browser of their own. */
async function enterAsManager(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({ locale, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto(await mailed(product, manager.email, /http\S+set-password\S*#\S+/));
  await title(page, say.auth('resetTitle'));
  await page.getByLabel(say.auth('newPassword'), { exact: true }).fill(manager.password);
  await page.getByLabel(say.auth('newPasswordAgain')).fill(manager.password);
  await press(page, say.auth('setPassword'));
  await title(page, say.auth('resetDoneTitle'));
  await follow(page, say.kit('login'));
  await logIn(page, manager);
  await title(page, say.overview('title'));
  return page;
}

/** A manager finds the bot by its user, on a phone. */
async function startBotOfUser(page: Page): Promise<void> {
  await press(page, say.kit('openNavigation'));
  await expect(page.getByRole('navigation').getByRole('link', { name: say.shell('administrators') })).toHaveCount(0);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say.shell('users') })
    .click();
  await page.getByLabel(say.users('search'), { exact: true }).fill(trader.email);
  await follow(page, trader.email);
  await title(page, trader.email);
  await follow(page, bot);
  await title(page, bot);
  await press(page, say.administeredBots('start'));
  const dialog = page.getByRole('dialog', { name: say.administeredBots('startTitle', { name: bot }) });
  await expect(dialog).toContainText(trader.email);
  await dialog.getByLabel(say.administeredBots('typeName', { name: bot })).fill(bot);
  await dialog.getByRole('button', { name: say.administeredBots('start') }).click();
  await announced(page, say.administeredBots('started', { name: bot }));
  await expect(page.getByRole('button', { name: say.administeredBots('stop'), exact: true })).toBeVisible();
  await expect(page.getByText(say.bots('running'), { exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'a bot that a manager started');
}

/** Its bots stop at once, and the receipt says so. */
async function ban(page: Page): Promise<void> {
  await follow(page, say.shell('users'));
  await follow(page, trader.email);
  await press(page, say.users('ban'));
  const dialog = page.getByRole('dialog', { name: say.users('banTitle', { email: trader.email }) });
  await expect(dialog).toContainText(say.users('banText', { count: 1, email: trader.email }));
  await dialog.getByLabel(say.users('reason')).fill('Shared their account');
  await dialog.getByLabel(say.users('typeEmail', { email: trader.email })).fill(trader.email);
  await dialog.getByRole('button', { name: say.users('ban'), exact: true }).click();
  await announced(page, say.administeredBots('receiptDone', { count: 1, confirmed: 1, unconfirmed: 0, forced: 0 }));
  await expect(page.getByRole('button', { name: say.users('pardon'), exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('list', { name: say.administeredBots('receipt') })).toContainText(bot);
  await expectAccessible(page, 'a suspended user');
}

async function pardon(page: Page): Promise<void> {
  await press(page, say.users('pardon'));
  const dialog = page.getByRole('dialog', { name: say.users('pardonTitle', { email: trader.email }) });
  await dialog.getByLabel(say.users('typeEmail', { email: trader.email })).fill(trader.email);
  await dialog.getByRole('button', { name: say.users('pardon'), exact: true }).click();
  await expect(page.getByRole('button', { name: say.users('ban'), exact: true })).toBeVisible();
}

test('an invited manager starts the bot of a user, whom the owner suspends and lets in again', async ({ browser, page, product }) => {
  await giveBot(await signUpByCalls(product, trader), bot);
  await enterAsOwner(page, product);
  await inviteManager(page);
  const managing = await enterAsManager(browser, product);
  await startBotOfUser(managing);
  await managing.context().close();
  await ban(page);

  const context = await browser.newContext({ locale });
  const console = await context.newPage();
  await console.goto(`${product.url}/?brand=${brand}`);
  await logIn(console, trader);
  await expect(console.getByText(user.told('userBanned'))).toBeVisible();
  await pardon(page);
  await logIn(console, trader);
  await title(console, user.say.shell('dashboard'));
  await follow(console, user.say.shell('bots'));
  const row = console.getByRole('listitem').filter({ has: console.getByRole('link', { name: bot }) });
  await expect(row.getByText(user.say.bots('stopped'), { exact: true })).toBeVisible();
  await context.close();
});
