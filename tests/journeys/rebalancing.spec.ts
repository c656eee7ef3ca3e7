import { expect, type Page } from '@playwright/test';
import { accountOf, type Product } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './shared-product.ts';

test.use({ viewport: { width: 360, height: 740 }, locale: 'en-US' });

interface Mail {
  readonly to: string;
  readonly subject: string;
}

/** A key on the virtual exchange whose account holds nothing but dollars. */
async function dollarAccount({ url }: Product): Promise<{ readonly key: string; readonly secret: string }> {
  const balances = { USDT: '18000' };
  const made = await fetch(`${url}/trial/venue/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ balances }),
  });
  return (await made.json()) as { key: string; secret: string };
}

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
  const { key, secret } = await dollarAccount(product);
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
  const mails = (await (await fetch(`${product.url}/trial/inbox.json`)).json()) as Mail[];
  expect(mails.find(({ to, subject }) => to === email && subject.includes('Even-1'))?.subject).toBeTruthy();
});
