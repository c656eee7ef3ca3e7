import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';
import { createClient, getRecordTotals } from '@tenbin/contract';
import { languageOf } from './say.ts';
import { test } from './shared-product.ts';
import { signIn, takeKey } from './visitor.ts';

/** What the browser itself calls a good page is 0.1. */
const maxShift = 0.01;
const maxLoads = 30;
/** Down to what one scrolls to while the page still waits. */
const height = 1600;
/** All pages where there is least room, and elsewhere those that are laid out in another way. */
const screens = {
  phone: { width: 360, paths: ['/sign-up', '/', '/bots/', '/bots/BOT', '/bots/BOT/edit', '/history/', '/backtest', '/account'] },
  tablet: { width: 900, paths: ['/login', '/', '/bots/BOT'] },
  desk: { width: 1440, paths: ['/login', '/', '/bots/BOT', '/bots/BOT/edit', '/backtest', '/account'] },
} as const;
/** Answers arrive one after the other, and not in the order in which they were asked for. */
const delaysMs = [210, 60, 150, 30, 120, 180, 90];

/** Notes what moved without anybody having touched the page, and by how much of the screen. */
const watchShifts = `
  globalThis.shifts = [];
  globalThis.note = (entries) => {
    for (const { value, hadRecentInput, sources } of entries)
      if (!hadRecentInput) shifts.push({ value, moved: sources.map(({ node }) => (node?.textContent ?? '').slice(0, 60)) });
  };
  globalThis.observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
`;
const readShifts = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  note(observer.takeRecords());
  done(shifts);
})))`;

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** Everything but the live events is answered late. Returns what is not answered yet. */
async function slowDown(context: BrowserContext): Promise<ReadonlySet<Request>> {
  const calls = /\/api\/(?!events)/;
  const open = new Set<Request>();
  context.on('request', (request) => calls.test(request.url()) && open.add(request));
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  let asked = 0;
  await context.route(calls, async (route) => {
    const delay = delaysMs[asked++ % delaysMs.length] ?? 0;
    await new Promise((resolve) => setTimeout(resolve, delay));
    // The page may have been left meanwhile.
    await route.continue().catch(() => undefined);
  });
  return open;
}

/** Loads the page until it is filled. @returns what moved meanwhile */
async function shiftsOf(page: Page, open: ReadonlySet<Request>, { address, name }: { address: string; name: string }): Promise<Shift[]> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const waiting = page.locator('.MuiSkeleton-root');
  await expect.poll(async () => open.size + (await waiting.count()), { message: `${name} is filled`, intervals: [50] }).toBe(0);
  return await page.evaluate<Shift[]>(readShifts);
}

interface Loaded {
  readonly address: string;
  readonly name: string;
  /** How many trades there are by now. */
  readonly countTrades: () => Promise<number>;
}

/** A trade that falls into the loading may change more than figures: then the page is loaded once more. */
async function expectNothingJumps(page: Page, open: ReadonlySet<Request>, { address, name, countTrades }: Loaded): Promise<void> {
  for (let loads = 1; ; loads += 1) {
    const before = await countTrades();
    const shifts = await shiftsOf(page, open, { address, name });
    const total = shifts.reduce((all, { value }) => all + value, 0);
    if (total >= maxShift && (await countTrades()) !== before && loads < maxLoads) continue;
    const large = JSON.stringify(shifts.filter(({ value }) => value > maxShift / 10));
    expect.soft(total, `${name}: ${large}`).toBeLessThan(maxShift);
    return;
  }
}

test('no page moves while its figures arrive one after the other', async ({ browser, product }) => {
  const visitor = await signIn(product);
  const client = createClient({ baseUrl: product.url, key: () => visitor.key });
  const countTrades = async () => (await client.call(getRecordTotals, { query: {} })).count;
  for (const [screen, { width, paths }] of Object.entries(screens)) {
    const context = await browser.newContext({ viewport: { width, height }, locale: languageOf(screen === 'tablet' ? 'en' : 'ja') });
    const open = await slowDown(context);
    await context.addInitScript(watchShifts);
    const page = await context.newPage();
    for (const path of paths) {
      const address = `${product.url}${path.replace('BOT', visitor.botId)}`;
      await expectNothingJumps(page, open, { address, name: `${path} on a ${screen}`, countTrades });
      await takeKey(page, visitor);
    }
    await context.close();
  }
});
