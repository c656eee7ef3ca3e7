import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createClient, listOrganizationPayments, listUsers } from '@tenbin/contract';
import { ownerOf, type Product } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { follow, press, title } from './hands.ts';
import { logIn } from './newcomer.ts';
import { readCsv } from './read-csv.ts';
import { languageOf, speak } from './say.ts';
import { test } from './shared-product.ts';
import { signUpByCalls } from './trader.ts';
import { keyIn } from './visitor.ts';

const { language, locale, say, like } = speak('admin', languageOf('en'));
const user = speak('console', language);
const brand = 'tenbin';
const buyer = { brand, email: 'rin@tenbin.example', password: 'Rin-buys-it-1', language } as const;
const plan = { name: 'Spring', price: 3300, installation: 5500 } as const;
const paid = '¥8,800';

test.use({ viewport: { width: 1280, height: 800 }, locale });

/** @returns its campaign code */
async function makePlan(page: Page, product: Product): Promise<string> {
  const owner = ownerOf(product, brand);
  await page.goto(owner.address);
  await logIn(page, { ...owner, language });
  await follow(page, say.shell('plans'));
  await follow(page, say.plans('newPlan'));
  await title(page, say.plans('newPlan'));
  await page.getByLabel(say.plans('name'), { exact: true }).fill(plan.name);
  await page.getByLabel(say.plans('price')).fill(String(plan.price));
  await page.getByLabel(say.plans('installation')).fill(String(plan.installation));
  await page.getByLabel(say.plans('limit')).fill('50,000');
  await press(page, say.plans('createCode'));
  const code = page.getByLabel(say.plans('code'), { exact: true });
  await expect(code).toHaveValue(/\S/);
  const made = await code.inputValue();
  await expect(page.getByText('¥5,500')).toBeVisible();
  await expectAccessible(page, 'a plan that is being made');
  await press(page, say.plans('save'));
  await title(page, say.plans('title'));
  await expect(page.getByRole('link', { name: plan.name }).first()).toBeVisible();
  return made;
}

/** The plan is there for whoever has its code; it is paid for at the payment provider. */
async function buy(page: Page, product: Product, code: string): Promise<void> {
  const { say, told } = user;
  await page.goto(`${product.url}/plan?brand=${brand}`);
  await logIn(page, buyer);
  await title(page, say.plan('title'));
  await expect(page.getByRole('link', { name: `${say.plan('choose')}: ${plan.name}` })).toHaveCount(0);
  const field = page.getByRole('textbox', { name: say.plan('campaign') });
  await field.fill('NO-SUCH-CODE');
  await field.press('Enter');
  await expect(page.getByText(told('invalidCode'))).toBeVisible();
  await field.fill(code);
  await field.press('Enter');
  await follow(page, `${say.plan('choose')}: ${plan.name}`);
  await title(page, say.plan('checkout'));
  const total = page.getByRole('term').filter({ hasText: say.plan('totalToday') });
  await expect(total.locator('xpath=..').getByRole('definition')).toHaveText(paid);
  const popup = page.waitForEvent('popup');
  await press(page, 'PayPal');
  await (await popup).getByRole('button', { name: 'Agree and subscribe' }).click();
  await title(page, say.setup('titleNew'));
}

/** Each payment with what the buyer was asked for, and the month in which it counts. */
async function seeMoney(page: Page, code: string): Promise<void> {
  await follow(page, say.shell('payments'));
  await page.getByLabel(say.money('email')).fill(buyer.email);
  const rows = page
    .getByRole('table', { name: say.money('payments') })
    .getByRole('row')
    .filter({ hasText: buyer.email });
  await expect(rows.filter({ hasText: '¥3,300' })).toContainText(`${plan.name} (${code})`);
  await expect(rows.filter({ hasText: '¥5,500' })).toContainText(say.money('type_INITIAL_PURCHASE_FEE'));
  await expect(rows).toHaveCount(2);
  await expectAccessible(page, 'payments');
  await follow(page, say.shell('revenue'));
  await expect(page.getByRole('row').filter({ hasText: plan.name })).toContainText(paid);
  await expectAccessible(page, 'revenue');
}

async function saved(page: Page, start: () => Promise<void>): Promise<readonly Readonly<Record<string, string>>[]> {
  const download = page.waitForEvent('download');
  await start();
  return readCsv(await readFile(await (await download).path(), 'utf8'));
}

const yen = (rows: readonly { readonly payment?: string | number }[]): number =>
  rows.reduce((sum, { payment }) => sum + Number(payment), 0);

/** What the files say is what the organization's own calls say, line by line and to the yen. */
async function compareFiles(page: Page, product: Product): Promise<void> {
  const key = await keyIn(page, 'organization');
  const client = createClient({ baseUrl: new URL(ownerOf(product, brand).address).origin, key: () => key });
  await follow(page, say.shell('payments'));
  const asCsv = async (button: string): Promise<void> => {
    await press(page, button);
    await page.getByRole('menuitem', { name: say.shell('csv'), exact: true }).click();
  };
  const payments = await saved(page, () => asCsv(say.money('download')));
  const known = await client.call(listOrganizationPayments, { query: { limit: 100 } });
  expect(payments.map(({ transactionId }) => transactionId).sort()).toEqual(known.map(({ transactionId }) => transactionId).sort());
  for (const { transactionId, ...payment } of known) {
    const line = payments.find((one) => one.transactionId === transactionId && one.type === payment.type);
    expect(line).toMatchObject({
      email: payment.email ?? '',
      planName: payment.planName,
      campaignCode: payment.campaignCode ?? '',
      payment: String(payment.payment),
      result: payment.result,
    });
  }
  expect(yen(payments)).toBe(yen(known));
  expect(yen(payments.filter(({ email }) => email === buyer.email))).toBe(plan.price + plan.installation);

  await follow(page, say.shell('users'));
  await expect(page.getByText(like.users('found')).first()).toBeVisible();
  const users = await saved(page, () => asCsv(say.users('download')));
  const listed = await client.call(listUsers, { query: { limit: 100 } });
  expect(users.map(({ email }) => email).sort()).toEqual(listed.map(({ email }) => email).sort());
  expect(users.find(({ email }) => email === buyer.email)).toMatchObject({ planName: plan.name });
}

test('a campaign is sold by its code, and every yen of it is in payments, revenue and files', async ({ browser, page, product }) => {
  await signUpByCalls(product, buyer);
  const code = await makePlan(page, product);
  const context = await browser.newContext({ locale });
  await buy(await context.newPage(), product, code);
  await context.close();
  await seeMoney(page, code);
  await compareFiles(page, product);
});
