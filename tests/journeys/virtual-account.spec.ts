/** A part of the platform's money quotes a market: from the key of its account until all is given back, and the part is closed. */
import { expect, type Page } from '@playwright/test';
import { getVirtualAccount, listPlatformExchanges } from '@tenbin/contract';
import { botPageWords as botsEn } from '../../apps/operator/src/words/en/bots.ts';
import { botPageWords as botsJa } from '../../apps/operator/src/words/ja/bots.ts';
import { withDataFolder } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { follow, press, title } from './hands.ts';
import { signInAsOperator } from './operator.ts';
import { languageOf, speak } from './say.ts';
import { test } from './shared-product.ts';
import { startBriefly } from './start-briefly.ts';
import { accountWith, activityOf } from './virtual-exchange.ts';

const { language, locale, say } = speak('operator', languageOf('ja'));
const text = say.markets;
const { timeline } = { ja: botsJa, en: botsEn }[language].bot;
const [name, pair] = ['Maker one', 'BTC/USDT'];
const given = { BTC: '0.5', USDT: '30000' } as const;
const settings = {
  inventoryTargetBasePct: '50',
  orderLevels: '2',
  bidSpread: '0.8',
  askSpread: '0.8',
  orderLevelSpread: '0.4',
  orderAmount: '0.01',
  orderLevelAmount: '0',
  midPriceThreshold: '0.5',
  intervalMs: '2000',
} as const;

test.use({ viewport: { width: 1280, height: 800 }, locale });

const announced = (page: Page, said: string) => expect(page.getByRole('status').filter({ hasText: said }).first()).toBeVisible();
const dialog = (page: Page, named: string) => page.getByRole('dialog', { name: named, exact: true });

/** Gives it some of what no virtual account has; a negative amount goes back there. */
async function give(page: Page, currency: string, amount: string): Promise<void> {
  await press(page, text('give'));
  const asked = dialog(page, text('giveTitle', { name }));
  await asked.getByLabel(text('currency')).fill(currency);
  await asked.getByLabel(text('amount')).fill(amount);
  await asked.getByLabel(text('reason')).fill('Quoting');
  await asked.getByRole('button', { name: text('give') }).click();
  await announced(page, text('given', { name }));
  await expect(asked).toHaveCount(0);
}

/** Orders of ours in the book. */
const rungs = (page: Page) => page.getByRole('group', { name: text('ladder') }).locator('b');

test('a virtual account goes from money to a running calculate-order bot, and to its end', async ({ page }) => {
  await withDataFolder(async (folder) => {
    const product = await startBriefly(folder);
    const { base, client } = await signInAsOperator(page, product);
    const [exchange] = await client.call(listPlatformExchanges, {});
    const exchangeName = exchange?.name ?? '';
    const wallet = await accountWith(product, { BTC: '1', USDT: '60000' });

    await page.goto(`${base}/virtual-accounts`);
    await title(page, text('accounts'));
    await press(page, text('newAccount'));
    const made = dialog(page, text('newAccount'));
    await made.getByLabel(text('exchange'), { exact: true }).selectOption(exchangeName);
    await made.getByLabel(text('name'), { exact: true }).fill(name);
    await made.getByLabel(text('apiKey')).fill(wallet.key);
    await made.getByLabel(text('secret'), { exact: true }).fill(wallet.secret);
    await made.getByRole('button', { name: text('make') }).click();
    await title(page, name);
    for (const [currency, amount] of Object.entries(given)) await give(page, currency, amount);
    const booked = page.getByRole('group', { name: text('balances'), exact: true }).getByRole('row');
    await expect(booked.filter({ hasText: 'BTC' })).toContainText('0.5');
    await expect(booked.filter({ hasText: 'USDT' })).toContainText('30,000');
    await expectAccessible(page, 'a virtual account');

    await follow(page, text('newCalculateOrder'));
    await title(page, text('newCalculateOrder'));
    await page.getByLabel(text('pair'), { exact: true }).fill(pair);
    for (const [setting, value] of Object.entries(settings))
      await page.getByLabel(text(`field_${setting as keyof typeof settings}`), { exact: true }).fill(value);
    await press(page, text('start'));
    await dialog(page, text('startTitle', { pair }))
      .getByRole('button', { name: text('start') })
      .click();
    await title(page, `${pair} – ${text('kind_calculateOrder')}`);
    await expect(rungs(page)).toHaveCount(4);
    await expect(page.getByRole('list', { name: timeline }).getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page, 'a market maker');

    await page.getByLabel(text('field_orderLevels'), { exact: true }).fill('3');
    await press(page, text('apply'));
    await dialog(page, text('applyTitle', { pair }))
      .getByRole('button', { name: text('apply') })
      .click();
    await announced(page, text('applied'));
    await expect(rungs(page)).toHaveCount(6);
    await expect.poll(async () => (await activityOf(product, wallet.id)).openOrders).toBe(6);

    await press(page, text('stop'));
    await dialog(page, text('stopTitle', { pair }))
      .getByRole('button', { name: text('stop') })
      .click();
    await expect(page.getByText(text('quietBuy', { why: text('quiet_notRunning') }))).toBeVisible();
    await expect(rungs(page)).toHaveCount(0);
    await expect.poll(async () => (await activityOf(product, wallet.id)).openOrders).toBe(0);
    await expect(page.getByText(say.causeLabels('staff'))).toBeVisible();

    await follow(page, name);
    await title(page, name);
    // What was traded meanwhile has moved some of it from one currency to the other.
    const { balances } = await client.call(getVirtualAccount, { query: { exchangeName, name } });
    for (const [currency, { total }] of Object.entries(balances)) if (Number(total) !== 0) await give(page, currency, `-${total}`);
    await press(page, text('close'));
    const closing = dialog(page, text('closeTitle', { name }));
    await closing.getByLabel(text('typeName', { name })).fill(name);
    await closing.getByRole('button', { name: text('close') }).click();
    await title(page, text('accounts'));
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText(text('state_closed'));
    await expectAccessible(page, 'virtual accounts');
    await product.stop('SIGINT');
  });
});
