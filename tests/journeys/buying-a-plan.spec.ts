import { expect, type Page, test } from '@playwright/test';
import { createClient, getOwnVolumeUse } from '@tenbin/contract';
import { type Product, withDataFolder } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { Counterparty } from './counterparty.ts';
import { mailsTo, signUp } from './newcomer.ts';
import { languageOf, speak, subjectOf } from './say.ts';
import { startBriefly } from './start-briefly.ts';
import { accountWith, activityOf } from './virtual-exchange.ts';
import { referralCodeOf } from './visitor.ts';

const { language, locale, say } = speak('console', languageOf('ja'));
const buyer = { email: 'kaori@tenbin.example', password: 'Kaori-buys-1', language };
const bot = 'Bought-1';
/** Worth so much that some twenty trades use the smallest plan up, and few enough that none of them leaps over its last fifth. */
const wallet = { BTC: '8', ETH: '160', USDT: '480000' };
const width = '2';
/** Beyond the bot's nearest orders. */
const reach = 0.03;

test.use({ viewport: { width: 360, height: 740 }, locale });

const open = async (page: Page, entry: string): Promise<void> => {
  await page.getByRole('button', { name: say.kit('openNavigation') }).click();
  await page
    .getByRole('navigation', { name: say.kit('navigation') })
    .getByRole('link', { name: entry })
    .click();
};
const title = (page: Page, name: string) => expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const announced = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

/** Looks as everybody can use it, and is no wider than the phone. */
async function expectWellMade(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  expect.soft(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'), `${name}: pixels too wide`).toBe(0);
}

/** By an invitation, up to the first page, where nothing can be begun without a plan. */
async function comeByInvitation(page: Page, product: Product): Promise<void> {
  const code = await referralCodeOf(product);
  await page.goto(`${product.url}/r/${code}`);
  await title(page, say.auth('signUpTitle'));
  await expect(page.getByLabel(say.auth('referralCode'))).toHaveValue(code);
  await signUp(page, product, buyer);
  await title(page, say.shell('dashboard'));
  await announced(page, say.banners('paymentRequired'));
}

/** Who has said who they are is led on to the plans. */
async function saySelf(page: Page): Promise<void> {
  await button(page, say.kit('userMenu')).click();
  await page.getByRole('menuitem', { name: say.shell('account') }).click();
  await page.getByLabel(say.account('lastName'), { exact: true }).fill('佐藤');
  await page.getByLabel(say.account('firstName'), { exact: true }).fill('香');
  await button(page, say.account('save')).click();
  await title(page, say.shell('plan'));
}

async function beRefusedWithoutPlan(page: Page): Promise<void> {
  await open(page, say.shell('setup'));
  const dialog = page.getByRole('alertdialog', { name: say.setup('blockedTitle') });
  await expect(dialog).toBeVisible();
  await expectWellMade(page, 'no plan yet');
  await dialog.getByRole('button', { name: say.setup('toPlans') }).click();
  await title(page, say.shell('plan'));
}

const terms = (page: Page, name: string) => page.getByRole('term').filter({ hasText: name }).locator('xpath=..').getByRole('definition');

/** Declines first, then agrees, each in the window that the button opens; who has paid is led on to the first bot. */
async function buy(page: Page): Promise<void> {
  await expectWellMade(page, 'plans');
  await page.getByRole('link', { name: `${say.plan('choose')}: Light` }).click();
  await title(page, say.plan('checkout'));
  await expect(terms(page, say.plan('totalToday'))).toHaveText('¥2,200');
  const pay = button(page, 'PayPal');
  await expect(pay).toBeVisible();
  await expectWellMade(page, 'checkout');
  await answerAtProvider(page, 'Decline');
  await expect(page.getByText(say.plan('declined'))).toBeVisible();
  await answerAtProvider(page, 'Agree and subscribe');
  await title(page, say.shell('setup'));
  await open(page, say.shell('plan'));
  await expect(page.getByRole('heading', { name: say.plan('yourPlan') })).toBeVisible();
  await expect(page.getByRole('meter', { name: say.plan('volume') })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '¥2,200' })).toContainText(say.plan('resultCOMPLETED'));
  await expectWellMade(page, 'own plan');
}

async function answerAtProvider(page: Page, answer: 'Agree and subscribe' | 'Decline'): Promise<void> {
  const popup = page.waitForEvent('popup');
  await button(page, 'PayPal').click();
  const provider = await popup;
  await provider.getByRole('button', { name: answer }).click();
}

/** @returns the account at the exchange */
async function setUpBot(page: Page, product: Product): Promise<string> {
  const { id, key, secret } = await accountWith(product, wallet);
  await open(page, say.shell('setup'));
  await page.getByLabel(say.setup('apiKey'), { exact: true }).fill(key);
  await page.getByLabel(say.setup('secret'), { exact: true }).fill(secret);
  await expect(page.getByText(say.setup('accepted'))).toBeVisible();
  await page.getByLabel(say.setup('botName')).fill(bot);
  await button(page, say.setup('next')).click();
  await page.getByRole('radio', { name: 'BTC, USDT, ETH' }).click();
  await button(page, say.setup('next')).click();
  const field = page.getByRole('textbox', { name: new RegExp(`^${say.setup('width')}`) });
  await field.fill(width);
  await field.press('Tab');
  await button(page, say.setup('confirm')).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say.setup('create') })
    .click();
  await title(page, say.shell('bots'));
  return id;
}

const row = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name: bot }) });

async function start(page: Page): Promise<void> {
  await button(page, say.bots('startNamed', { name: bot })).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say.bots('startConfirm') })
    .click();
  await expect(row(page).getByText(say.bots('running'), { exact: true })).toBeVisible();
}

/** The buyer's trading, by calls of their own, the exchange, and somebody who trades with them. */
interface Floor {
  readonly product: Product;
  readonly counterparty: Counterparty;
  /** The buyer's account there. */
  readonly account: string;
}

async function useOf(page: Page, { product }: Floor) {
  const key = await page.evaluate(() => localStorage.getItem('x-user-key'));
  return createClient({ baseUrl: product.url, key: () => key }).call(getOwnVolumeUse, { query: {} });
}

/** Trades with the bot, order by order, until so many percent of the plan are used. */
async function tradeUntil(page: Page, floor: Floor, share: number): Promise<void> {
  for (;;) {
    const { consumption, used } = await useOf(page, floor);
    if ((consumption ?? 0) >= share) return;
    await trade(floor, async () => expect.poll(async () => (await useOf(page, floor)).used).toBeGreaterThan(used));
  }
}

/** @param booked - waits until what was traded is counted */
async function trade({ product, counterparty, account }: Floor, booked: () => Promise<void>): Promise<void> {
  await expect.poll(async () => (await activityOf(product, account)).openOrders).toBe(6);
  const { trades } = await activityOf(product, account);
  await counterparty.sweep(reach);
  if ((await activityOf(product, account)).trades > trades) await booked();
}

const subjectsTo = async (product: Product, email: string) => (await mailsTo(product, email)).map(({ subject }) => subject);

async function useMostOfThePlan(page: Page, floor: Floor): Promise<void> {
  await tradeUntil(page, floor, 80);
  expect((await useOf(page, floor)).consumption).toBeLessThan(100);
  await open(page, say.shell('dashboard'));
  await announced(page, say.banners('tradingVolumeNearLimit'));
  await expect.poll(() => subjectsTo(floor.product, buyer.email)).toContain(subjectOf('volumeNearLimit', language));
  await expectWellMade(page, 'limit is near');
}

/** The bot stops by itself, and everything that is shown says why. */
async function useItUp(page: Page, floor: Floor): Promise<void> {
  await tradeUntil(page, floor, 100);
  await announced(page, say.banners('tradingVolumeLimitReached'));
  await expect.poll(() => subjectsTo(floor.product, buyer.email)).toContain(subjectOf('volumeLimitReached', language));
  await expect.poll(async () => (await activityOf(floor.product, floor.account)).openOrders).toBe(0);
  await open(page, say.shell('bots'));
  await expect(row(page).getByText(say.bots('stopped'), { exact: true })).toBeVisible();
  await expect(row(page)).toContainText(say.bots('stoppedLimit'));
  await expectWellMade(page, 'limit reached');
}

async function upgrade(page: Page): Promise<void> {
  await open(page, say.shell('plan'));
  await page.getByRole('link', { name: `${say.plan('changeTo')}: Standard` }).click();
  await title(page, say.plan('checkout'));
  await expect(terms(page, say.plan('what'))).toHaveText(say.plan('purpose_upgrade'));
  await expectWellMade(page, 'checkout of a change');
  await button(page, say.plan('agreeAtProvider', { provider: 'PayPal' })).click();
  await button(page, 'Agree and change').click();
  await title(page, say.shell('plan'));
  await expect(terms(page, say.plan('name')).first()).toHaveText('Standard');
}

async function tradeAgain(page: Page, floor: Floor): Promise<void> {
  await open(page, say.shell('bots'));
  await start(page);
  const { consumption } = await useOf(page, floor);
  await tradeUntil(page, floor, (consumption ?? 0) + 0.1);
}

async function cancel(page: Page): Promise<void> {
  await open(page, say.shell('plan'));
  await button(page, say.plan('cancel')).click();
  const dialog = page.getByRole('dialog', { name: say.plan('cancelTitle', { plan: 'Standard' }) });
  await expect(dialog).toContainText(bot);
  await expectWellMade(page, 'cancelling');
  await dialog.getByLabel(say.plan('password')).fill(buyer.password);
  await dialog.getByRole('button', { name: say.plan('cancel') }).click();
  await expect(page.getByText(say.plan('cancelled'))).toBeVisible();
  await open(page, say.shell('bots'));
  await expect(row(page).getByText(say.bots('stopped'), { exact: true })).toBeVisible();
  await expect(row(page)).toContainText(say.bots('stoppedNoPlan'));
  await announced(page, say.banners('paymentRequired'));
  await expectWellMade(page, 'cancelled');
}

test('a plan is bought, used up, made larger and cancelled, by somebody who was invited, on a phone', async ({ page }) => {
  await withDataFolder(async (folder) => {
    // The market stands nearly still: only the journey moves it.
    const product = await startBriefly(folder, { VENUE_SPEED: '0.01' });
    try {
      const counterparty = await Counterparty.open(product);
      await comeByInvitation(page, product);
      await saySelf(page);
      await beRefusedWithoutPlan(page);
      await buy(page);
      const floor = { product, counterparty, account: await setUpBot(page, product) };
      await start(page);
      await useMostOfThePlan(page, floor);
      await useItUp(page, floor);
      await upgrade(page);
      await tradeAgain(page, floor);
      await cancel(page);
    } finally {
      await product.stop('SIGINT');
    }
  });
});
