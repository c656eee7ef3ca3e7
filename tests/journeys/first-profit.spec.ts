import { expect, type Page, test } from '@playwright/test';
import { type Product, withDataFolder } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { mailed } from './newcomer.ts';
import { startBriefly } from './start-briefly.ts';
import { makeCancelsSlow } from './virtual-exchange.ts';
import { endWatch, watchAgreement } from './watch-agreement.ts';

// With this brand nothing is to be paid.
const brand = 'kohaku';
const email = 'newcomer@kohaku.example';
const password = 'Balance-3-ways';

const mailedCode = (product: Product): Promise<string> => mailed(product, email, /\b\d{6}\b/);

async function signUp(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.url}/?brand=${brand}&lng=en`);
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password (again)').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  // Six digits are sent as soon as they are there.
  await page.getByLabel('Verification code').fill('000000');
  await expect(page.getByText('The code is not correct').first()).toBeVisible();
  await expectAccessible(page, 'code');
  await openLinkElsewhere(page, product);
  await page.getByLabel('Verification code').fill(await mailedCode(product));
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
}

/** In a browser that did not sign up the mailed link opens nothing without the password. */
async function openLinkElsewhere(page: Page, product: Product): Promise<void> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error('no browser');
  const other = await context.newPage();
  const link = new URLSearchParams({ email, code: await mailedCode(product), lng: 'en', brand });
  await other.goto(`${product.url}/verify?${link}`);
  await other.getByLabel('Password', { exact: true }).fill('Somebody-elses-1');
  await expectAccessible(other, 'code, in another browser');
  await other.getByRole('button', { name: 'Verify and log in' }).click();
  await expect(other.getByText('Incorrect user ID or password')).toBeVisible();
  await context.close();
}

async function signInAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(`${password}x`);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Incorrect user ID or password')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
}

/** Notes of each message, as it appears, what can be pressed below it. */
const watchToasts = `
  globalThis.covered = [];
  new MutationObserver(() => {
    const toast = document.querySelector('.MuiAlert-filled');
    if (!toast || toast.isNoted) return;
    toast.isNoted = true;
    const own = toast.getBoundingClientRect();
    const isBelow = ({ left, right, top, bottom }) => left < own.right && right > own.left && top < own.bottom && bottom > own.top;
    const others = [...document.querySelectorAll('button, a[href], input')].filter((one) => !toast.contains(one));
    covered.push(others.filter((one) => isBelow(one.getBoundingClientRect())).map((one) => one.outerHTML.slice(0, 120)));
  }).observe(document.body, { childList: true, subtree: true });
`;

async function setUpBot(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Bot setup' }).click();
  await expect(page.getByRole('heading', { name: 'Bot setup', level: 1 })).toBeVisible();
  await page.evaluate(watchToasts);
  await page.getByRole('button', { name: 'Create a trial account' }).click();
  await expect(page.getByText('Connected')).toBeVisible();
  expect(await page.evaluate('covered')).toEqual([[]]);
  await page.getByLabel('Bot name').fill('Tokyo 1');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Contains characters that cannot be used')).toBeVisible();
  await page.getByLabel('Bot name').fill('Tokyo-1');
  await page.getByRole('button', { name: 'Next' }).click();

  await page.getByRole('radio', { name: 'BTC, USDT, ETH' }).click();
  await page.getByRole('button', { name: 'Next' }).click();

  const width = page.getByRole('textbox', { name: /^Order width/ });
  await width.fill('0.5');
  await width.press('Tab');
  await expect(page.getByRole('table', { name: 'Suggested balance' })).toBeVisible();
  // Its candles are fetched first.
  await expect(page.getByText(/^A width of 0.5% brings/)).toBeVisible();
  await expectAccessible(page, 'set-up, step 3');
  await page.getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The bot "Tokyo-1" trades BTC/USDT');
  await expect(dialog).toContainText('0.5% away');
  // Asked for twice it is made once.
  await dialog.getByRole('button', { name: 'Create' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Bot server', level: 1 })).toBeVisible();
}

async function botRow(page: Page) {
  await page.getByRole('link', { name: 'Bot server' }).click();
  return page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Tokyo-1' }) });
}

/** Orders as wanted, known and reported agree; the decisions are found by their words. */
async function seeTruth(page: Page): Promise<void> {
  await (await botRow(page)).getByRole('link', { name: 'Tokyo-1' }).click();
  await expect(page.getByText('6 of 6 matched')).toBeVisible();
  await expect(page.getByRole('table', { name: 'In each currency' }).getByRole('row')).toHaveCount(4);
  // A head, and a day; two of them around midnight.
  await expect(page.getByRole('table', { name: 'By day (UTC; amounts in USD)' }).getByRole('row').nth(1)).toBeVisible();
  const search = page.getByLabel('Search', { exact: true });
  await search.fill('filled');
  await expect(page).toHaveURL(/find=filled/);
  await expect(search).toBeFocused();
  await expect(page.getByRole('list', { name: 'Activity log' }).getByRole('listitem').filter({ hasNotText: 'Filled' })).toHaveCount(0);
}

const lost = (page: Page) => page.getByText(/^The connection is lost\./);

/** The page is there through the end of its server, and goes on by itself. */
async function outliveTheServer(page: Page, product: Product, again: () => Promise<Product>): Promise<Product> {
  // What is on its way as the power goes is believed lost only after more than a minute of asking.
  await expect(page.getByText('6 of 6 matched')).toBeVisible();
  expect(await product.stop('SIGKILL')).toBeNull();
  await expect(lost(page)).toBeVisible();
  const back = await again();
  await expect(lost(page)).toBeHidden();
  await expect(page.getByText('6 of 6 matched')).toBeVisible();
  return back;
}

/** Without a network the last figures stay, a stop is refused aloud, and nothing has changed when it is back. */
async function outliveTheNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(lost(page)).toBeVisible();
  await page.getByRole('button', { name: 'Stop Tokyo-1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Offline: nothing was done.').first()).toBeVisible();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  await expectAccessible(page, 'offline');
  await page.context().setOffline(false);
  await expect(lost(page)).toBeHidden();
  await expect(page.getByText(/of 6 matched/)).toBeVisible();
}

/** However late the exchange answers. */
async function stopSlowly(page: Page, product: Product): Promise<void> {
  await makeCancelsSlow(product);
  await page.getByRole('button', { name: 'Stop Tokyo-1' }).click();
  await expect(page.getByRole('dialog')).toContainText('Tokyo-1');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stop receipt')).toBeVisible();
  await expect(page.getByText('There are no orders.').first()).toBeVisible();
}

test('from sign-up to the first profit, through a restart, to a stop that leaves nothing open', async ({ page }) => {
  await withDataFolder(async (folder) => {
    let product = await startBriefly(folder);
    const port = new URL(product.url).port;
    try {
      await signUp(page, product);
      await signInAgain(page);
      await setUpBot(page);

      const row = await botRow(page);
      await row.getByRole('button', { name: 'Start Tokyo-1' }).click();
      await expect(page.getByRole('dialog')).toContainText('Places 6 orders of Tokyo-1');
      await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
      await expect(row.getByText('Running', { exact: true })).toBeVisible();
      await expect(row.getByText('6 / 6')).toBeVisible();

      await page.getByRole('link', { name: 'Dashboard' }).click();
      const recent = page.getByRole('region', { name: 'Recent transaction history' });
      await expect(recent.getByText(/^\+0\.0\d+/).first()).toBeVisible();

      await recent.getByRole('link', { name: 'Show all' }).click();
      await expect(page).toHaveURL(/\/history\/\?page=1/);
      await expect(page.getByText(/^\+0\.0\d+/).first()).toBeVisible();

      await seeTruth(page);

      await page.getByRole('button', { name: 'Orders' }).click();
      await watchAgreement(page);
      product = await outliveTheServer(page, product, () => startBriefly(folder, { PORT: port }));
      await outliveTheNetwork(page);
      await stopSlowly(page, product);
      const { seen, contradictions } = await endWatch(page);
      expect(contradictions, 'no two parts of the page contradict one another').toEqual([]);
      expect(seen.map(({ state }) => state)).toEqual(expect.arrayContaining(['Running', 'Stopping', 'Stopped']));
      expect(seen.map(({ toast }) => toast)).toContain('Stop of Tokyo-1 requested');
      expect(seen.map(({ rows, matched }) => `${matched} of ${rows}`)).toContain('6 of 6');
      await expectAccessible(page, 'bot page');
    } finally {
      await product.stop('SIGINT');
    }
  });
});
