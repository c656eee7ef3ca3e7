import { expect, type Page } from '@playwright/test';
import { accountOf, type Product } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { mailsTo } from './newcomer.ts';
import { test } from './shared-product.ts';
import { accountWith } from './virtual-exchange.ts';

test.use({ viewport: { width: 360, height: 740 }, locale: 'en-US' });

async function logIn(page: Page, product: Product): Promise<string> {
  const { email, password, address } = accountOf(product, 'kohaku');
  await page.goto(`${address}&lng=en`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  return email;
}

async function setUp(page: Page, product: Product): Promise<void> {
  // Nothing but dollars.
  const { key, secret } = await accountWith(product, { USDT: '18000' });
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Bot setup' }).click();
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByLabel('API secret', { exact: true }).fill(secret);
  await expect(page.getByText('Connected')).toBeVisible();
  await page.getByLabel('Bot name').fill('Even-1');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: 'BTC, USDT, ETH' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
}

/** The wallet has no width; with rebalancing it has one, and what would be done stands beneath. */
async function chooseRebalancing(page: Page): Promise<void> {
  await expect(page.getByText('There is no balance of')).toBeVisible();
  await expect(page.getByRole('row', { name: /^BTC 0\.000000 0\.\d+ 0\.\d+$/ })).toBeVisible();
  await page.getByRole('switch', { name: 'Rebalance automatically and start' }).click();
  await expect(page.getByRole('list', { name: 'Planned orders' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText(/^Allowed: /)).toBeVisible();
  await expectAccessible(page, 'set-up with rebalancing');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('dialog')).toContainText('the bot starts by itself');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
}

test('a wallet of dollars is made even, its bot starts by itself, and a mail says so', async ({ page, product }) => {
  const email = await logIn(page, product);
  await setUp(page, product);
  await chooseRebalancing(page);
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Even-1' }) });
  await expect(row.getByText('Running', { exact: true })).toBeVisible();
  await row.getByRole('link', { name: 'Even-1' }).click();
  await page.getByRole('button', { name: 'Rebalances' }).click();
  const log = page.getByRole('list', { name: 'Rebalances' });
  await expect(log).toContainText('Completed');
  await expect(log).toContainText('then starts the bot');
  await expectAccessible(page, 'log of rebalances');
  expect((await mailsTo(product, email)).map(({ subject }) => subject).join()).toContain('Even-1');
});
