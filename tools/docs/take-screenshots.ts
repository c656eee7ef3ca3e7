/** Takes the pictures of README.md from a running trial: `node tools/docs/take-screenshots.ts`, on built pages. */
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { createClient, listBots } from '@tenbin/contract';
import config from '../../playwright.config.ts';
import { accountOf, type Product, startProduct, withDataFolder } from '../../tests/product.ts';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const desk = { width: 1440, height: 1100 };
/** Down to the records, and down to the charts. */
const wholeDashboard = { width: 1440, height: 1430 };
const halfDashboard = { width: 1440, height: 980 };
const phone = { width: 360, height: 740 };
/** So many that lines and lists have something to show. */
const trades = 12;
const maxWaitMs = 600_000;
const pauseMs = 2000;

/** Logs the trial's user in; everything afterwards happens in this one tab. */
async function logIn(browser: Browser, product: Product): Promise<Page> {
  const page = await (await browser.newContext({ viewport: desk, locale: 'en-US', colorScheme: 'light' })).newPage();
  const { email, password, address } = accountOf(product, 'tenbin');
  await page.goto(`${address}&lng=en`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  return page;
}

async function waitForTrades(page: Page, { url }: Product): Promise<void> {
  const key = await page.evaluate(() => localStorage.getItem('x-user-key'));
  const client = createClient({ baseUrl: url, key: () => key });
  const giveUpAt = Date.now() + maxWaitMs;
  while (Date.now() < giveUpAt) {
    const [bot] = await client.call(listBots, { query: {} });
    if (bot && bot.executionCount >= trades) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`fewer than ${trades} trades in ${maxWaitMs / 1000} s`);
}

/** Waits until nothing loads and charts are drawn. */
async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page
    .getByRole('status', { name: /^Loading|読み込んでいます$/ })
    .first()
    .waitFor({ state: 'detached' });
  await page.waitForTimeout(pauseMs);
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
  console.log(`docs/images/${name}.png`);
}

async function fillSetUp(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Bot setup' }).click();
  await page.getByRole('button', { name: 'Create a trial account' }).click();
  await page.getByText('Connected').waitFor();
  await page.getByLabel('Bot name').fill('Tokyo-1');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: 'BTC, USDT, ETH' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('table', { name: 'Suggested balance' }).waitFor();
}

async function takeAll(browser: Browser, product: Product): Promise<void> {
  const page = await logIn(browser, product);
  await waitForTrades(page, product);
  await page.setViewportSize(wholeDashboard);
  await page.goto(`${product.url}/?range=1h`);
  await take(page, 'dashboard');
  await page.setViewportSize(desk);

  await page.getByRole('region', { name: 'State of the bots' }).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Activity log' }).waitFor();
  await take(page, 'bot');

  await fillSetUp(page);
  await take(page, 'setup');
  page.on('dialog', (dialog) => void dialog.accept());

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(halfDashboard);
  await page.goto(`${product.url}/?brand=kohaku&range=1h`);
  await take(page, 'dark');

  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(phone);
  await page.goto(`${product.url}/history/?brand=tenbin&lng=ja`);
  await take(page, 'history-phone');
}

await withDataFolder(async (data) => {
  const product = await startProduct(data);
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    await takeAll(browser, product);
  } finally {
    await browser.close();
    await product.stop('SIGINT');
  }
});
