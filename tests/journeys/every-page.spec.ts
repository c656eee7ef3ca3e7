import { expect, type Page } from '@playwright/test';
import type { Product } from '../product.ts';
import { lookAt, lookAtAll, pagesOf, type View, wide, withoutView } from './look-at.ts';
import { test } from './shared-product.ts';
import { signIn, takeKey, type Visitor } from './visitor.ts';

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
  '/view',
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
  { path: `/bots/${botId}/initial-balance` },
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
  {
    path: '/help',
    name: 'what was told, opened',
    open: async (page) => {
      await page.locator('header [aria-haspopup=dialog]').click();
      await expect(dialog(page)).toBeVisible();
    },
  },
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

test('everybody can use every page and dialog, in both languages, light and dark, on every width', async ({ browser, product }) => {
  const visitor = await signIn(product);
  const context = await browser.newContext({ viewport: wide, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const own = ownViews(visitor);
  await page.goto(product.url);
  const paths = [...publicViews, ...own].map(({ path }) => path);
  expect(withoutView(await pagesOf(page), paths), 'pages that are not looked at').toEqual([]);
  await lookAtAll(page, product.url, publicViews);
  await takeKey(page, visitor);
  await lookAtAll(page, product.url, own);
  for await (const name of setUp(page, product)) await lookAt(page, name);
  await context.close();
});
