import { type Browser, expect, type Page } from '@playwright/test';
import type { Product } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './shared-product.ts';
import { signIn, takeKey, type Visitor } from './visitor.ts';

type Language = 'ja' | 'en';

/** Each page on a wide and a narrow screen, light and dark, in both languages; not each of the eight that this makes. */
const looks = {
  ja: [
    { width: 1440, theme: 'dark' },
    { width: 360, theme: 'light' },
  ],
  en: [
    { width: 1440, theme: 'light' },
    { width: 360, theme: 'dark' },
  ],
} as const;
const height = 900;
const wide = { width: 1440, height };

/** What is to be seen, and how one comes there from a page that is loaded. */
interface View {
  readonly path: string;
  readonly name?: string;
  readonly open?: (page: Page) => Promise<unknown>;
}

const menu = (page: Page) => page.getByRole('main').locator('[aria-haspopup=menu]');
const dialog = (page: Page) => page.getByRole('dialog');
const submit = (page: Page) => page.locator('form button[type=submit]');

const publicViews: readonly View[] = [
  '/login',
  '/sign-up',
  '/verify?email=new%40example.org',
  '/verify-email?email=new%40example.org',
  '/forgot-password',
  '/reset-sent?email=new%40example.org',
  '/reset-password#a-token',
  '/legal/privacy-policy',
  '/legal/nothing',
  '/no/such/page',
].map((path) => ({ path }));

const ownViews = ({ botId, planId }: Visitor): readonly View[] => [
  { path: '/' },
  { path: '/bots/' },
  {
    path: '/bots/',
    name: 'menu of a bot',
    open: async (page) => {
      await menu(page).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    path: '/bots/',
    name: 'deleting a bot',
    open: async (page) => {
      await menu(page).click();
      await page.getByRole('menuitem').last().click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    path: '/bots/',
    name: 'stopping a bot',
    open: async (page) => {
      await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  { path: `/bots/${botId}` },
  { path: `/bots/${botId}/edit` },
  { path: '/bots/nothing' },
  { path: '/bots/new' },
  { path: '/backtest' },
  {
    path: '/history/',
    name: 'a record, opened',
    open: (page) => page.getByRole('main').locator('[aria-expanded=false]').last().click(),
  },
  { path: '/account' },
  { path: '/account/security' },
  { path: '/account/exchanges' },
  { path: '/account/notifications' },
  { path: '/guide' },
  { path: '/account/notifications' },
  { path: '/history/statement' },
  { path: '/affiliate' },
  { path: '/plan' },
  { path: '/plan?checkout=declined' },
  {
    path: '/plan',
    name: 'cancelling the plan',
    open: async (page) => {
      await page.getByRole('main').locator('button[class*=Error]').click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  { path: '/plan/checkout' },
  {
    path: `/plan/checkout?plan=${planId}&purpose=new`,
    name: 'checkout with a plan',
    open: (page) => expect(page.getByRole('button', { name: 'PayPal', exact: true })).toBeVisible(),
  },
  { path: '/help' },
  { path: '/no/such/page' },
  { path: '/help', name: 'user menu', open: (page) => page.locator('header [aria-haspopup=menu]').click() },
];

/** The set-up from step to step, to its last dialog, and its way out. */
async function* setUp(page: Page, product: Product): AsyncGenerator<string> {
  const made = await fetch(`${product.url}/trial/venue/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ balances: { BTC: '0.1', ETH: '2', USDT: '6000' } }),
  });
  const { key, secret } = (await made.json()) as { key: string; secret: string };
  await page.goto(`${product.url}/bots/new`);
  const [name, apiKey, apiSecret] = ['name', 'apiKey', 'secret'].map((field) => page.locator(`[name=${field}]`));
  await name?.fill('Even-1');
  await page.getByRole('main').locator('select').nth(1).selectOption('');
  await apiKey?.fill(key);
  await apiSecret?.fill(secret);
  await expect(page.getByRole('main').locator('table')).toBeVisible();
  yield 'set-up, step 1';
  await submit(page).click();
  await page.getByRole('radio').first().click();
  yield 'set-up, step 2';
  await submit(page).click();
  await expect(page.getByRole('slider')).toBeEnabled();
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
  yield 'set-up, step 3';
  await submit(page).click();
  await expect(dialog(page)).toBeVisible();
  yield 'set-up, confirmation';
  await dialog(page).getByRole('button').first().click();
  await page.getByRole('main').getByRole('link').or(page.locator('header [aria-haspopup=menu]')).first().click();
  await page.getByRole('menuitem').first().click();
  await expect(dialog(page)).toBeVisible();
  yield 'set-up, left unsaved';
}

/** As it is on a wide and a narrow screen. */
async function expectAccessibleEverywhere(page: Page, name: string, language: Language): Promise<void> {
  for (const { width, theme } of looks[language]) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await expectAccessible(page, `${name}, ${language}, ${width} px, ${theme}`);
  }
  await page.setViewportSize(wide);
}

async function seeAll(browser: Browser, product: Product, visitor: Visitor, language: Language): Promise<void> {
  const context = await browser.newContext({ locale: language, viewport: wide, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const see = async ({ path, name = path, open }: View) => {
    await page.goto(`${product.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
    await open?.(page);
    await expectAccessibleEverywhere(page, name, language);
  };
  for (const view of publicViews) await see(view);
  await takeKey(page, visitor);
  for (const view of ownViews(visitor)) await see(view);
  for await (const name of setUp(page, product)) await expectAccessibleEverywhere(page, name, language);
  await context.close();
}

test('everybody can use every page and dialog, in both languages, light and dark, wide and narrow', async ({ browser, product }) => {
  const visitor = await signIn(product);
  await Promise.all((['ja', 'en'] as const).map((language) => seeAll(browser, product, visitor, language)));
});
