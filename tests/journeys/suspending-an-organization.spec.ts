/** An organization comes, is billed for what its users traded, may not trade for a while, and trades again. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import {
  type Client,
  countActiveUsersOfOrganization,
  createClient,
  getRecordTotals,
  listBots,
  listOrders,
  listOwnRecords,
  resetAdministratorPassword,
  signInAdministrator,
  startBot,
  stopBot,
} from '@tenbin/contract';
import { type Product, withDataFolder } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { press, title } from './hands.ts';
import { mailed } from './newcomer.ts';
import { type EnteredOperator, signInAsOperator } from './operator.ts';
import { languageOf, speak } from './say.ts';
import { startBriefly } from './start-briefly.ts';
import { giveBot, signUpWith } from './trader.ts';
import { takeKey } from './visitor.ts';

const { language, locale, say, like } = speak('operator', languageOf('en'));
const traders = speak('console', language);
const owners = speak('admin', language);
const name = 'Sakura';
const bot = 'Sakura-1';
const owner = { email: 'owner@sakura.example', password: 'Owns-sakura-1' } as const;
const trader = { email: 'yuki@sakura.example', password: 'Yuki-trades-1', language } as const;
const prices = { monthly: 40_001, perUser: 333, basisPoints: 250 } as const;
const tenthsOfYenPerUsd = 1515;
const viewport = { width: 1280, height: 800 };

test.use({ viewport, locale });

const announced = (page: Page, text: string | RegExp) => expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible();
const yen = (amount: bigint | number): string => `¥${amount.toLocaleString('en-US')}`;

/** 'yyyy/mm', where the organization is. */
const monthAt = (at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo', year: 'numeric', month: '2-digit' }).format(at).replace('-', '/');
const partsOf = (month: string) => ({ year: Number(month.slice(0, 4)), month: Number(month.slice(5)) });
const beginOf = ({ year, month }: { year: number; month: number }): Date => new Date(Date.UTC(year, month - 1, 1) - 9 * 3_600_000);

/** @returns its id */
async function makeOrganization(page: Page, { base }: EnteredOperator): Promise<string> {
  await page.goto(`${base}/organizations/new`);
  await title(page, say.platform('newOrganization'));
  const type = (key: Parameters<typeof say.platform>[0], value: string) => page.getByLabel(say.platform(key), { exact: true }).fill(value);
  await type('name', name);
  await type('slug', 'sakura');
  await type('administrator', owner.email);
  await type('ownMonthlyPrice', String(prices.monthly));
  await type('ownPricePerUser', String(prices.perUser));
  await type('ownBasisPoints', String(prices.basisPoints));
  await page.getByLabel(say.platform('isFree')).check();
  await expectAccessible(page, 'a new organization');
  await press(page, say.platform('make'));
  await announced(page, say.platform('made', { name }));
  await title(page, name);
  return /organizations\/([\w-]+)/.exec(page.url())?.[1] ?? '';
}

/** By the mailed invitation. @returns the owner's key */
async function acceptInvitation(product: Product, organization: string): Promise<string> {
  const client = createClient({ baseUrl: product.url, key: () => null });
  const token = await mailed(product, owner.email, /(?<=set-password\S*#)[\w-]+/);
  await client.call(resetAdministratorPassword, { body: { token, password: owner.password, organization } });
  return (await client.call(signInAdministrator, { body: { ...owner, organization } })).uniqueKey;
}

const stateOf = async (client: Client, id: string) => (await client.call(listBots, { query: {} })).find((one) => one.id === id)?.state;

/** Runs until something is traded, and stops. @returns when that was */
async function trade(client: Client, id: string): Promise<Date> {
  await client.call(startBot, { params: { id } });
  await expect.poll(async () => (await client.call(listOwnRecords, { query: { limit: 1 } })).length).toBeGreaterThan(0);
  await client.call(stopBot, { params: { id } });
  await expect.poll(() => stateOf(client, id)).toBe('stopped');
  const [newest] = await client.call(listOwnRecords, { query: { limit: 1 } });
  return new Date(newest?.createdAt ?? Number.NaN);
}

async function setTerms(page: Page, { base }: EnteredOperator, months: readonly string[]): Promise<void> {
  await page.goto(`${base}/billing`);
  await title(page, say.platform('billing'));
  await page.getByLabel(say.platform('issuerName'), { exact: true }).fill('Tenbin K.K.');
  await page.getByLabel(say.platform('issuerAddress'), { exact: true }).fill('Tokyo');
  await page.getByLabel(say.platform('registrationNumber'), { exact: true }).fill('T1234567890123');
  await press(page, say.platform('save'));
  await announced(page, say.platform('saved'));
  for (const month of months) {
    await page.getByLabel(say.platform('month'), { exact: true }).fill(month.replace('/', '-'));
    await page.getByLabel(say.platform('yenPerUsd'), { exact: true }).fill(String(tenthsOfYenPerUsd / 10));
    await page.getByLabel(say.platform('rateSource'), { exact: true }).fill('mid rate of the day');
    await press(page, say.platform('store'));
    await expect(page.getByRole('group', { name: say.platform('rates') })).toContainText(month);
  }
}

async function computeDraft(page: Page, { base }: EnteredOperator, id: string, month: string): Promise<void> {
  await page.goto(`${base}/organizations/${id}`);
  await title(page, name);
  await page.getByLabel(say.money('month'), { exact: true }).fill(month.replace('/', '-'));
  await press(page, say.platform('computeDraft'));
  await title(page, say.platform('draftOf', { month }));
}

async function expectLines(page: Page, lines: readonly (readonly [string | RegExp, bigint | number])[]): Promise<void> {
  const rows = page.getByRole('group', { name: say.money('item'), exact: true }).getByRole('row');
  for (const [what, amount] of lines) await expect(rows.filter({ hasText: what }).getByRole('cell').last()).toHaveText(yen(amount));
  await expect(rows).toHaveCount(lines.length + 1);
  const base = lines.reduce((sum, [, amount]) => sum + BigInt(amount), 0n);
  await expect(page.getByText(yen(base + base / 10n), { exact: true })).toBeVisible();
}

/** What the organization is charged for its month is what its users' records say. */
async function seeDraft(page: Page, operator: EnteredOperator, { id, month, client }: { id: string; month: string; client: Client }) {
  const { year, month: number } = partsOf(month);
  const [start, end] = [beginOf({ year, month: number }), beginOf({ year, month: number + 1 })];
  const { volume, count } = await client.call(getRecordTotals, { query: { start: start.toISOString(), end: end.toISOString() } });
  expect(count).toBeGreaterThan(0);
  const [whole = '0', fraction = ''] = volume.split('.');
  expect(fraction.length).toBeLessThanOrEqual(4);
  // Ten-thousandths of a dollar, of basis points, which are ten-thousandths, and of tenths of a yen.
  const charged = (BigInt(whole + fraction.padEnd(4, '0')) * BigInt(prices.basisPoints) * BigInt(tenthsOfYenPerUsd)) / 10n ** 9n;
  expect(charged).toBeGreaterThan(0n);
  await computeDraft(page, operator, id, month);
  await expectLines(page, [
    [like.money('organizationPlan'), prices.monthly],
    [say.money('activeUsers'), prices.perUser],
    [say.money('volume'), charged],
  ]);
  await expectAccessible(page, 'a draft');
}

/** Nothing was traded in the month before: that is over, so that its bill is issued, and paid. */
async function issue(page: Page, operator: EnteredOperator, id: string, month: string): Promise<void> {
  await computeDraft(page, operator, id, month);
  await press(page, say.platform('issue'));
  await page
    .getByRole('dialog', { name: say.platform('issueTitle', { month }) })
    .getByRole('button', { name: say.platform('issue'), exact: true })
    .click();
  await title(page, say.money('bill', { number: 1 }));
  await expectLines(page, [[like.money('organizationPlan'), prices.monthly]]);
  await press(page, say.platform('markPaid'));
  await announced(page, say.platform('settled'));
  await expect(page.getByRole('button', { name: say.platform('markPaid'), exact: true })).toBeDisabled();
}

/** A page of somebody's own browser, who is signed in. */
async function pageOf(browser: Browser, product: Product, key: string, surface: 'user' | 'organization'): Promise<Page> {
  const page = await (await browser.newContext({ locale, viewport })).newPage();
  await page.goto(`${product.url}${surface === 'user' ? '' : '/admin'}/login?lng=${language}`);
  await takeKey(page, { key }, surface);
  return page;
}

async function seeOwnBill(browser: Browser, product: Product, key: string, month: string): Promise<void> {
  const page = await pageOf(browser, product, key, 'organization');
  await page.goto(`${product.url}/admin/bills`);
  await title(page, owners.say.money('bills'));
  const bill = page
    .getByRole('group', { name: owners.say.money('bills') })
    .getByRole('row')
    .filter({ hasText: month });
  await expect(bill).toContainText(yen(prices.monthly + Math.floor(prices.monthly / 10)));
  await expect(bill).toContainText(owners.say.money('status_COMPLETED'));
  await page.context().close();
}

async function suspend(page: Page, { base }: EnteredOperator, id: string): Promise<void> {
  await page.goto(`${base}/organizations/${id}`);
  await title(page, name);
  await press(page, say.platform('suspend'));
  const dialog = page.getByRole('dialog', { name: say.platform('suspendTitle', { name }) });
  await expect(dialog).toContainText(say.platform('suspendHelp', { name, count: 1 }));
  await dialog.getByLabel(say.platform('reason')).fill('Unpaid bills');
  await dialog.getByRole('button', { name: say.platform('suspend'), exact: true }).click();
  await expect(page.getByText(like.platform('suspendedSince'))).toBeVisible();
  await expectAccessible(page, 'a suspended organization');
}

async function lift(page: Page): Promise<void> {
  await press(page, say.platform('lift'));
  const dialog = page.getByRole('dialog', { name: say.platform('liftTitle', { name }) });
  await dialog.getByRole('button', { name: say.platform('lift'), exact: true }).click();
  await expect(page.getByRole('button', { name: say.platform('suspend'), exact: true })).toBeVisible();
  await expect(page.getByText(like.platform('suspendedSince'))).toHaveCount(0);
}

async function askToStart(page: Page): Promise<void> {
  await press(page, traders.say.bots('startNamed', { name: bot }));
  await page
    .getByRole('dialog', { name: traders.say.bots('startTitle', { name: bot }) })
    .getByRole('button', { name: traders.say.bots('startConfirm'), exact: true })
    .click();
}

test('an organization is made, billed, suspended and let in again', async ({ browser, page }) => {
  await withDataFolder(async (folder) => {
    const product = await startBriefly(folder);
    const operator = await signInAsOperator(page, product);
    const id = await makeOrganization(page, operator);
    const ownerKey = await acceptInvitation(product, id);
    const { client, key } = await signUpWith(product, id, trader);
    const botId = await giveBot(client, bot);
    const tradedAt = await trade(client, botId);
    const inUtc = { year: tradedAt.getUTCFullYear(), month: tradedAt.getUTCMonth() + 1 };
    expect(await operator.client.call(countActiveUsersOfOrganization, { params: { id }, query: inUtc })).toEqual({ count: 1 });
    const month = monthAt(tradedAt);

    const { year, month: number } = partsOf(month);
    const before = monthAt(beginOf({ year, month: number - 1 }));
    await setTerms(page, operator, [before, month]);
    await seeDraft(page, operator, { id, month, client });
    await issue(page, operator, id, before);
    await seeOwnBill(browser, product, ownerKey, before);

    await client.call(startBot, { params: { id: botId } });
    await expect.poll(() => stateOf(client, botId)).toBe('running');
    await suspend(page, operator, id);
    await expect.poll(() => stateOf(client, botId)).toBe('stopped');
    expect((await client.call(listOrders, { params: { id: botId } })).filter(({ state }) => state === 'open')).toEqual([]);
    const own = await pageOf(browser, product, key, 'user');
    await own.goto(`${product.url}/bots/`);
    await title(own, traders.say.shell('bots'));
    await askToStart(own);
    await expect(own.getByText(traders.told('organizationSuspended')).first()).toBeVisible();
    await expectAccessible(own, 'a bot that may not be started');

    await lift(page);
    expect(await stateOf(client, botId)).toBe('stopped');
    await own.reload();
    await title(own, traders.say.shell('bots'));
    await askToStart(own);
    await expect.poll(() => stateOf(client, botId)).toBe('running');
    await own.context().close();
    await product.stop('SIGINT');
  });
});
