/**
 * `npm run bench:pages`: every page of the built console as a slow phone gets it for the first time (1.6 Mbit/s, 300 ms
 * there and back, a processor four times slower): requests, kilobytes, when something was first seen, when the page's
 * heading was, and how long what a person does there keeps the screen waiting. Exit code 1 where a promise is not kept.
 * `-- interactions` measures only the last of these.
 */
import { type Browser, type BrowserContext, chromium, errors, type Page } from '@playwright/test';
import config from '../../../playwright.config.ts';
import { accountOf, type Product, startProduct, withDataFolder } from '../../product.ts';

const promised = { requests: 25, firstContentMs: 2_000, interactionMs: 200 };
const network = { offline: false, latency: 300, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const slowDown = 4;
const phone = { viewport: { width: 360, height: 740 }, locale: 'en-US', serviceWorkers: 'block' } as const;
const maxMs = 20_000;
const maxLoadMs = 8_000;
const isInteractionsOnly = process.argv.includes('interactions');

interface Seen {
  readonly page: string;
  readonly requests: number;
  readonly kB: number;
  readonly firstContentMs: number;
  readonly headingMs: number;
  /** False: something was still on its way when the counting ended, so that requests and kilobytes may be too few. */
  readonly isQuiet: boolean;
}

interface Felt {
  readonly what: string;
  readonly ms: number;
}

/** Runs in the page before its own scripts: keeps how long each thing that was done waited for its frame. */
function watchInteractions(): void {
  const felt: number[] = [];
  Object.assign(globalThis, { felt });
  // A kind of entry that browsers know and Node does not.
  const options = { type: 'event' as 'measure', durationThreshold: 16, buffered: true };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) felt.push(duration);
  }).observe(options);
}

async function slowly(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
}

/** A browser that has never been here; `key` as the console keeps it, where somebody is signed in. */
async function freshContext(
  browser: Browser,
  state: Awaited<ReturnType<BrowserContext['storageState']>> | undefined,
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...phone, ...(state && { storageState: state }) });
  context.setDefaultTimeout(maxMs);
  return context;
}

/** Whether it came to pass before its time was over; anything else that goes wrong is thrown. */
const isInTime = (awaited: Promise<unknown>): Promise<boolean> =>
  awaited.then(
    () => true,
    (error: unknown) => {
      if (error instanceof errors.TimeoutError) return false;
      throw error;
    },
  );

async function look(browser: Browser, state: Parameters<typeof freshContext>[1], name: string, address: string): Promise<Seen> {
  const context = await freshContext(browser, state);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    let requests = 0;
    let bytes = 0;
    session.on('Network.requestWillBeSent', () => (requests += 1));
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await slowly(page);
    const from = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    const hasHeading = await isInTime(page.locator('h1').first().waitFor());
    const headingMs = hasHeading ? performance.now() - from : Number.NaN;
    const isQuiet = await isInTime(page.waitForLoadState('networkidle', { timeout: maxLoadMs }));
    const firstContentMs = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN);
    return {
      page: name,
      requests,
      kB: Math.round(bytes / 1024),
      firstContentMs: Math.round(firstContentMs),
      headingMs: Math.round(headingMs),
      isQuiet,
    };
  } finally {
    await context.close();
  }
}

async function signIn(browser: Browser, product: Product): Promise<Parameters<typeof freshContext>[1]> {
  const { email, password, address } = accountOf(product, 'tenbin');
  const context = await freshContext(browser, undefined);
  try {
    const page = await context.newPage();
    await page.goto(`${address}&lng=en`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    return await context.storageState();
  } finally {
    await context.close();
  }
}

/** The longest that the screen waited while `act` was done, three times over: the middle one. */
async function feel(page: Page, what: string, act: () => Promise<unknown>): Promise<Felt> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    await page.evaluate(() => {
      (globalThis as unknown as { felt: number[] }).felt.length = 0;
    });
    await act();
    await page.waitForTimeout(1_500);
    times.push(await page.evaluate(() => Math.max(0, ...(globalThis as unknown as { felt: number[] }).felt)));
  }
  return { what, ms: times.sort((a, b) => a - b)[1] ?? Number.NaN };
}

async function interactions(browser: Browser, state: Parameters<typeof freshContext>[1], product: Product): Promise<Felt[]> {
  const context = await browser.newContext({ ...phone, viewport: { width: 1280, height: 900 }, ...(state && { storageState: state }) });
  context.setDefaultTimeout(maxMs);
  try {
    const page = await context.newPage();
    await page.addInitScript(watchInteractions);
    await page.goto(`${product.url}/?lng=en`);
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    await page.waitForTimeout(2_000);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    const felt: Felt[] = [];
    const press = async (name: string | RegExp, more: () => Promise<unknown> = async () => undefined) => {
      await page.getByRole('button', { name }).first().click();
      await page.waitForTimeout(700);
      await more();
    };
    felt.push(await feel(page, 'user menu', () => press('User menu', () => page.keyboard.press('Escape'))));
    felt.push(await feel(page, 'language', () => page.locator('button[lang][aria-pressed=false]').first().click()));
    await page.locator('button[lang=en]').first().click();
    felt.push(await feel(page, 'theme', () => press(/^Appearance/)));
    felt.push(
      await feel(page, 'page and back', async () => {
        await page.getByRole('link', { name: 'Bot server', exact: true }).first().click();
        await page.getByRole('heading', { name: 'Bot server', level: 1 }).waitFor();
        await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
        await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
      }),
    );
    return felt;
  } finally {
    await context.close();
  }
}

async function firstVisits(browser: Browser, state: Parameters<typeof freshContext>[1], product: Product): Promise<Seen[]> {
  const seen = [await look(browser, undefined, 'login', `${accountOf(product, 'tenbin').address}&lng=en`)];
  for (const path of ['', 'bots', 'bots/new', 'history', 'account', 'help', 'backtest', 'nowhere']) {
    seen.push(await look(browser, state, `/${path}`, `${product.url}/${path}`));
  }
  return seen;
}

const { seen, felt } = await withDataFolder(async (data) => {
  const product = await startProduct(data);
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  try {
    const state = await signIn(browser, product);
    const seen = isInteractionsOnly ? [] : await firstVisits(browser, state, product);
    return { seen, felt: await interactions(browser, state, product) };
  } finally {
    await browser.close();
    await product.stop('SIGINT');
  }
});

if (!isInteractionsOnly) console.table(seen);
console.table(felt);
const broken = [
  ...seen.filter(({ requests, firstContentMs }) => requests > promised.requests || !(firstContentMs < promised.firstContentMs)),
  ...felt.filter(({ ms }) => !(ms < promised.interactionMs)),
];
for (const { page } of seen.filter(({ isQuiet }) => !isQuiet))
  console.log(`${page}: not quiet after ${maxLoadMs / 1_000} s, requests and kB are those until then`);
console.log(broken.length === 0 ? 'kept' : `broken: ${broken.map((one) => ('page' in one ? one.page : one.what)).join(', ')}`);
process.exitCode = broken.length === 0 ? 0 : 1;
