import { expect, type Page } from '@playwright/test';
import { forceStopBot, listBots } from '@tenbin/contract';
import { accountOf } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { languageOf, speak } from './say.ts';
import { test } from './shared-product.ts';

const { locale, say, like } = speak('console', languageOf('ja'));
/** Longer than coming to the bot's page takes on any machine. */
const longMs = 3_600_000;
const unconfirmed = {
  clientOrderId: 'T0000000001x3',
  pair: 'ETH/USDT',
  side: 'sell',
  price: '3030',
  amount: '0.0099',
  filled: '0',
  state: 'open',
} as const;

test.use({ viewport: { width: 360, height: 740 }, locale });

/**
 * A stop that lasts, as the server tells of it again and again.
 *
 * @returns what makes it one that can be forced
 */
async function letStopLast(page: Page): Promise<() => void> {
  let isForced = false;
  let forcibleInMs = longMs;
  let sent: object[] | null = null;
  const at = (inMs: number) => new Date(Date.now() + inMs).toISOString();
  await page.route(`**${forceStopBot.path.replace('{id}', '*')}`, async (call) => {
    isForced = true;
    await call.fulfill({ json: { success: true } });
  });
  await page.route(`**${listBots.path}`, async (call) => {
    sent ??= (await (await call.fetch()).json()) as object[];
    const stopping = {
      active: false,
      isRunning: false,
      state: 'stopping',
      stopping: { forcibleAt: at(forcibleInMs), forcedAt: null },
    };
    const forced = { at: at(0), because: 'exchangeAway', unconfirmed: [unconfirmed] };
    const stopReceipt = { askedAt: at(-longMs), cancelled: ['T0000000001x1'], filledMeanwhile: [], confirmedAt: null, forced };
    const stopped = { active: false, isRunning: false, state: 'stopped', stopping: null, stopReceipt };
    const json = sent.map((bot) => ({ ...bot, ...(isForced ? stopped : stopping) }));
    await call.fulfill({ json });
  });
  return () => (forcibleInMs = -1000);
}

test('a stop that lasts can be forced, and the receipt names the orders that may be open', async ({ page, product }) => {
  const { address, email, password } = accountOf(product, 'tenbin');
  await page.goto(address);
  await page.getByLabel(say.kit('email')).fill(email);
  await page.getByLabel(say.kit('password'), { exact: true }).fill(password);
  const letItBeForced = await letStopLast(page);
  await page.getByRole('button', { name: say.kit('login'), exact: true }).click();
  await page.getByRole('button', { name: say.kit('openNavigation') }).click();
  await page
    .getByRole('navigation', { name: say.kit('navigation') })
    .getByRole('link', { name: say.shell('bots') })
    .click();
  await page.getByRole('link', { name: 'Trial-1' }).click();
  await expect(page.getByText(say.bots('stopping'))).toBeVisible();
  await expect(page.getByRole('button', { name: say.bots('forceStop') })).toBeHidden();
  letItBeForced();
  await expect(page.getByText(say.bots('stopLasts'))).toBeVisible();
  await expectAccessible(page, 'a stop that lasts');
  await page.getByRole('button', { name: say.bots('forceStop') }).click();
  const dialog = page.getByRole('dialog', { name: say.bots('forceTitle', { name: 'Trial-1' }) });
  await expect(dialog.getByText(like.bots('forceText'))).toBeVisible();
  await dialog.getByRole('button', { name: say.bots('forceConfirm') }).click();
  await expect(page.getByText(say.bot('receiptForced'))).toBeVisible();
  await expect(
    page.getByText(
      say.bots('forcedOrder', {
        ...unconfirmed,
        side: say.bots('sell'),
        price: '3,030',
        state: say.bots('orderopen'),
        id: unconfirmed.clientOrderId,
      }),
    ),
  ).toBeVisible();
  await expect(page.getByText(say.bots('stopLasts'))).toBeHidden();
  await expectAccessible(page, 'a forced stop');
  const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(beyond).toBe(0);
});
