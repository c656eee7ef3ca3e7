/** An order of a bot that stands still lies at the exchange, and nobody here knows it: the operator finds it, and has it cancelled. */
import { expect } from '@playwright/test';
import { createBot, createTrialAccount, listBots, listOrders, listOwnExchanges, startBot, stopBot } from '@tenbin/contract';
import { connectExchange } from '@tenbin/testkit/exchange';
import { consistencies as en } from '../../apps/operator/src/words/en/consistencies.ts';
import { consistencies as ja } from '../../apps/operator/src/words/ja/consistencies.ts';
import { type Product, withDataFolder } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { press, title } from './hands.ts';
import { signInAsOperator } from './operator.ts';
import { languageOf, speak } from './say.ts';
import { test } from './shared-product.ts';
import { startBriefly } from './start-briefly.ts';
import { signUpByCalls } from './trader.ts';
import { venueOf } from './virtual-exchange.ts';

const { language, locale } = speak('console', languageOf('ja'));
const say = { ja, en }[language];
const trader = { brand: 'kohaku', email: 'mika@kohaku.example', password: 'Mika-trades-1', language } as const;
const pair = 'BTC/USDT';

test.use({ viewport: { width: 1280, height: 800 }, locale });

/** Runs and stops a bot; then an order under its name is there all the same. @returns what asks its exchange, and the order's id */
async function leaveAnOrder(product: Product) {
  const client = await signUpByCalls(product, trader);
  const [exchange] = await client.call(listOwnExchanges, {});
  const { key: apiKey, secret } = await client.call(createTrialAccount, { body: {} });
  const settings = { name: 'Broken', pairs: [pair, 'ETH/USDT', 'ETH/BTC'], delta: 0.0025, exchangeId: exchange?.id ?? '' };
  const { id } = (await client.call(createBot, { body: { ...settings, apiKey, secret } })).bot;
  await client.call(startBot, { params: { id } });
  const selling = async () =>
    (await client.call(listOrders, { params: { id } })).find((one) => one.pair === pair && one.side === 'sell' && one.state === 'open');
  await expect.poll(async () => (await selling()) !== undefined).toBe(true);
  const own = await selling();
  if (!own) throw new Error('the bot has no order any more');
  await client.call(stopBot, { params: { id } });
  await expect.poll(async () => (await client.call(listBots, { query: {} })).find((bot) => bot.id === id)?.state).toBe('stopped');
  const connector = connectExchange({ ccxtId: 'binance', baseUrl: venueOf(product) });
  const account = await connector.account({ apiKey, secret });
  const clientOrderId = `${own.clientOrderId.slice(0, 11)}zzzzzzz`;
  const price = (Number(own.price) * 1.2).toFixed(2);
  await account.placeOrder({ clientOrderId, pair, side: 'sell', price, amount: own.amount });
  const close = async () => {
    await account.close();
    await connector.close();
  };
  return { clientOrderId, close, countOpen: async () => (await account.fetchOpenOrders(pair)).length };
}

test('a broken bot is found and fixed', async ({ page }) => {
  await withDataFolder(async (folder) => {
    const product = await startBriefly(folder);
    const { clientOrderId, close, countOpen } = await leaveAnOrder(product);
    expect(await countOpen()).toBe(1);
    await page.goto(`${(await signInAsOperator(page, product)).base}/consistencies`);
    await title(page, say.consistencies);
    const differing = page.getByRole('group', { name: say.differences }).getByRole('row').filter({ hasText: clientOrderId });
    // What was touched within the last seconds is told by a later look.
    await expect(async () => {
      await press(page, say.lookAgain);
      await expect(differing).toContainText(say.kind_orderUnknown, { timeout: 5_000 });
    }).toPass();
    await expectAccessible(page, 'what differs');

    await press(page, say.plan);
    const planned = page.getByRole('group', { name: say.planned }).getByRole('row').filter({ hasText: clientOrderId });
    await expect(planned).toContainText(say.outcome_left);
    await page.getByLabel(say.cancelUnknown).check();
    await expect(planned).toContainText(say.outcome_cancelled);
    expect(await countOpen()).toBe(1);
    await expectAccessible(page, 'what a fix would do');
    await press(page, say.fix);
    await page.getByRole('dialog', { name: say.fixTitle }).getByRole('button', { name: say.fix }).click();
    const receipt = page.getByRole('group', { name: say.receipt }).getByRole('row').filter({ hasText: clientOrderId });
    await expect(receipt).toContainText(say.outcome_cancelled);
    expect(await countOpen()).toBe(0);
    await expectAccessible(page, 'what was done');

    await page.reload();
    await title(page, say.consistencies);
    await expect(page.getByRole('button', { name: say.lookAgain })).toBeEnabled();
    await expect(differing).toHaveCount(0);
    await close();
    await product.stop('SIGINT');
  });
});
