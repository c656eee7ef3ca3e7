import { expect, type Page } from '@playwright/test';
import { forceStopBot, listBots } from '@tenbin/contract';
import { accountOf } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './shared-product.ts';

const minuteMs = 60_000;
/** Longer than coming to the bot's page takes on any machine. */
const waitMinutes = 30;
const unconfirmed = {
  clientOrderId: 'T0000000001x3',
  pair: 'ETH/USDT',
  side: 'sell',
  price: '3030',
  amount: '0.0099',
  filled: '0',
  state: 'open',
} as const;

test.use({ viewport: { width: 360, height: 740 }, locale: 'ja-JP' });

/** A stop that can be forced in some minutes, as the server tells of it again and again, in the same words. */
async function letStopLast(page: Page): Promise<void> {
  let isForced = false;
  let told: object[] | null = null;
  const at = (agoMs: number) => new Date(Date.now() - agoMs).toISOString();
  await page.route(`**${forceStopBot.path.replace('{id}', '*')}`, async (call) => {
    isForced = true;
    await call.fulfill({ json: { success: true } });
  });
  const stopping = {
    active: false,
    isRunning: false,
    state: 'stopping',
    stopping: { forcibleAt: at(-waitMinutes * minuteMs), forcedAt: null },
  };
  await page.route(`**${listBots.path}`, async (call) => {
    told ??= (await (await call.fetch()).json()) as object[];
    const forced = { at: at(0), because: 'exchangeAway', unconfirmed: [unconfirmed] };
    const stopReceipt = { askedAt: at(2 * minuteMs), cancelled: ['T0000000001x1'], filledMeanwhile: [], confirmedAt: null, forced };
    const stopped = { active: false, isRunning: false, state: 'stopped', stopping: null, stopReceipt };
    const json = told.map((bot) => ({ ...bot, ...(isForced ? stopped : stopping) }));
    await call.fulfill({ json });
  });
}

test('a stop that lasts can be forced, and the receipt names the orders that may be open', async ({ page, product }) => {
  const { address, email, password } = accountOf(product, 'tenbin');
  await page.clock.install();
  await page.goto(address);
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  await letStopLast(page);
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
  await page.getByRole('button', { name: 'メニューを開く' }).click();
  await page.getByRole('navigation', { name: 'メニュー' }).getByRole('link', { name: 'ボットサーバー' }).click();
  await page.getByRole('link', { name: 'Trial-1' }).click();
  await expect(page.getByText('停止処理中')).toBeVisible();
  await expect(page.getByRole('button', { name: '強制停止' })).toBeHidden();
  await page.clock.fastForward(2 * waitMinutes * minuteMs);
  await expect(page.getByText('停止をまだ確認できていません')).toBeVisible();
  await expectAccessible(page, 'a stop that lasts');
  await page.getByRole('button', { name: '強制停止' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trial-1を強制停止しますか？' });
  await expect(dialog.getByText('注文が取引所に残り、あとから約定することがあります')).toBeVisible();
  await dialog.getByRole('button', { name: '強制停止する' }).click();
  await expect(page.getByText('停止の記録（強制停止・未確認）')).toBeVisible();
  await expect(page.getByText('ETH/USDT 売り 数量0.0099 価格3,030 約定済み0：最後の確認では未約定（T0000000001x3）')).toBeVisible();
  await expect(page.getByText('停止をまだ確認できていません')).toBeHidden();
  await expectAccessible(page, 'a forced stop');
  const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(beyond).toBe(0);
});
