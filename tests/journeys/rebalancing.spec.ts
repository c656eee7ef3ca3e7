import { expect, type Page } from '@playwright/test';
import { accountOf, type Product } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { mailsTo } from './newcomer.ts';
import { languageOf, speak } from './say.ts';
import { test } from './shared-product.ts';
import { accountWith } from './virtual-exchange.ts';

const { language, locale, say, like, told } = speak('console', languageOf('en'));

test.use({ viewport: { width: 360, height: 740 }, locale });

async function logIn(page: Page, product: Product): Promise<string> {
  const { email, password, address } = accountOf(product, 'kohaku');
  await page.goto(`${address}&lng=${language}`);
  await page.getByLabel(say.kit('email')).fill(email);
  await page.getByLabel(say.kit('password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say.kit('login'), exact: true }).click();
  await expect(page.getByRole('heading', { name: say.shell('dashboard'), level: 1 })).toBeVisible();
  return email;
}

async function setUp(page: Page, product: Product): Promise<void> {
  // Nothing but dollars.
  const { key, secret } = await accountWith(product, { USDT: '18000' });
  await page.getByRole('button', { name: say.kit('openNavigation') }).click();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say.shell('setup') })
    .click();
  await page.getByLabel(say.setup('apiKey'), { exact: true }).fill(key);
  await page.getByLabel(say.setup('secret'), { exact: true }).fill(secret);
  await expect(page.getByText(say.setup('accepted'))).toBeVisible();
  await page.getByLabel(say.setup('botName')).fill('Even-1');
  await page.getByRole('button', { name: say.setup('next') }).click();
  await page.getByRole('radio', { name: 'BTC, USDT, ETH' }).click();
  await page.getByRole('button', { name: say.setup('next') }).click();
}

/** The wallet has no width; with rebalancing it has one, and what would be done stands beneath. */
async function chooseRebalancing(page: Page): Promise<void> {
  await expect(page.getByText(told('balanceNotPositive'))).toBeVisible();
  await expect(page.getByRole('row', { name: /^BTC 0\.000000 0\.\d+ 0\.\d+$/ })).toBeVisible();
  await page.getByRole('switch', { name: say.rebalance('switch') }).click();
  await expect(page.getByRole('list', { name: say.rebalance('plan') }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText(like.setup('range'))).toBeVisible();
  await expectAccessible(page, 'set-up with rebalancing');
  await page.getByRole('button', { name: say.setup('confirm') }).click();
  await expect(page.getByRole('dialog')).toContainText(like.setup('confirmRebalance'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say.setup('create') })
    .click();
}

test('a wallet of dollars is made even, its bot starts by itself, and a mail says so', async ({ page, product }) => {
  const email = await logIn(page, product);
  await setUp(page, product);
  await chooseRebalancing(page);
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Even-1' }) });
  await expect(row.getByText(say.bots('running'), { exact: true })).toBeVisible();
  await row.getByRole('link', { name: 'Even-1' }).click();
  await page.getByRole('button', { name: say.rebalance('title') }).click();
  const log = page.getByRole('list', { name: say.rebalance('title') });
  await expect(log).toContainText(say.rebalance('completed'));
  await expect(log).toContainText(say.rebalance('startsBot'));
  await expectAccessible(page, 'log of rebalances');
  expect((await mailsTo(product, email)).map(({ subject }) => subject).join()).toContain('Even-1');
});
