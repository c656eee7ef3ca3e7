import { expect } from '@playwright/test';
import {
  addOperatorAuthenticator,
  broadcastEmail,
  calculateOrganizationBill,
  countRecipients,
  createCampaignCode,
  createClient,
  createTrialAccount,
  createUserPlan,
  createVirtualAccount,
  inviteAdministrator,
  listAllOrganizations,
  listBotsOfOrganization,
  listPlatformBots,
  listPlatformExchanges,
  listPlatformUsers,
  listUsers,
  setUpOperatorAuthenticator,
  signInAdministrator,
  signInOperator,
  startCalculateOrderBot,
} from '@tenbin/contract';
import { operatorOf, ownerOf, type Product } from '../product.ts';
import { totpOf } from './authenticator-app.ts';
import { lookAt, lookAtAll, lookAtWithWhatOpens, pagesOf, wide } from './look-at.ts';
import { test } from './shared-product.ts';
import { takeKey } from './visitor.ts';

/** An owner of the first brand's organization, where something of everything is there. */
async function ownerWithEverything(product: Product) {
  const { email, password, address } = ownerOf(product, 'tenbin');
  const { origin } = new URL(address);
  const { uniqueKey: key } = await createClient({ baseUrl: origin, key: () => null }).call(signInAdministrator, {
    body: { email, password },
  });
  const client = createClient({ baseUrl: origin, key: () => key });
  const { campaignCode } = await client.call(createCampaignCode, {});
  const plan = await client.call(createUserPlan, { body: { name: 'Campaign', monthlyPrice: 0, campaignCode } });
  await client.call(inviteAdministrator, { body: { email: 'invited@tenbin.example', role: 'support' } });
  const audience = { condition: 'all' } as const;
  const { count } = await client.call(countRecipients, { body: { kind: 'news', audience } });
  const written = { kind: 'news', subject: { ja: 'お知らせ', en: 'News' }, body: { ja: '**本文**', en: 'A *text*' } } as const;
  const mail = await client.call(broadcastEmail, { body: { ...written, audience, expectedCount: count } });
  const [user] = await client.call(listUsers, { query: {} });
  const [bot] = await client.call(listBotsOfOrganization, { query: {} });
  return {
    base: `${origin}/admin`,
    key,
    ids: { plans: plan.id, emails: mail.id, users: user?.id ?? '', bots: bot?.id ?? '', bills: plan.id },
  };
}

/** An operator with the factor that every operator needs, and of everything that they look after the first. */
async function operatorWithFactor(product: Product) {
  const { email, password, address } = operatorOf(product);
  const { origin } = new URL(address);
  const { uniqueKey: key } = await createClient({ baseUrl: origin, key: () => null }).call(signInOperator, { body: { email, password } });
  const client = createClient({ baseUrl: origin, key: () => key });
  const { secret, setUp } = await client.call(setUpOperatorAuthenticator, { body: { password } });
  await client.call(addOperatorAuthenticator, { body: { setUp, code: totpOf(secret, 'now') } });
  const [organization] = await client.call(listAllOrganizations, { query: {} });
  const [user] = await client.call(listPlatformUsers, { query: {} });
  const [bot] = await client.call(listPlatformBots, { query: {} });
  const [exchange] = await client.call(listPlatformExchanges, {});
  const bill = await client.call(calculateOrganizationBill, { params: { id: organization?.id ?? '' }, body: { month: '2026/01' } });
  const maker = await makeMarketMaker(client, bot?.exchange.name ?? '');
  return {
    base: `${origin}/ango-ya`,
    key,
    maker,
    ids: {
      organizations: organization?.id ?? '',
      users: user?.id ?? '',
      bots: bot?.id ?? '',
      exchanges: exchange?.id ?? '',
      bills: bill.id,
    },
  };
}

/** On a virtual account of its own. @returns what pages are opened with that are about them, by path */
async function makeMarketMaker(client: ReturnType<typeof createClient>, exchangeName: string): Promise<Readonly<Record<string, string>>> {
  const named = { exchangeName, name: 'maker' };
  await client.call(createVirtualAccount, { body: { ...named, credentials: await client.call(createTrialAccount, { body: {} }) } });
  const spreads = { bidSpread: 0.2, askSpread: 0.2, orderLevelSpread: 0.1, midPriceThreshold: 0.5 };
  const amounts = { orderLevels: 3, orderAmount: '0.01', orderLevelAmount: '0', inventoryTargetBasePct: 50 };
  const bot = { ...named, pair: 'BTC/USDT' };
  await client.call(startCalculateOrderBot, { body: { ...bot, ...spreads, ...amounts, intervalMs: 60_000 } });
  const account = { exchange: exchangeName, name: named.name };
  return {
    '/virtual-accounts/account': `?${new URLSearchParams(account)}`,
    '/market': `?${new URLSearchParams({ exchange: exchangeName, pair: bot.pair })}`,
    '/virtual-accounts/market-maker': `?${new URLSearchParams({ ...account, pair: bot.pair, kind: 'calculateOrder' })}`,
  };
}

/** Those that are read before the log-in. */
const isPublic = (path: string): boolean => ['/login', '/forgot-password', '/set-password'].includes(path);

/** A page of the router as an address: `/users/$userId` with the id of a user. */
const addressOf = (name: string, ids: Readonly<Record<string, string>>): string =>
  name.replace(/^\/([\w-]+)\/\$\w+/, (whole, of: string) => (ids[of] ? `/${of}/${ids[of]}` : whole)).replace(/\$$/, 'no/such/page');

test('every page and dialog of the administrators can be used by everybody', async ({ browser, product }) => {
  const { base, key, ids } = await ownerWithEverything(product);
  const context = await browser.newContext({ viewport: wide, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${base}/login`);
  const pages = await pagesOf(page);
  const paths = pages.map((name) => addressOf(name, ids));
  expect(
    paths.filter((path) => path.includes('$')),
    'pages without an id to open them with',
  ).toEqual([]);
  const publicViews = paths.filter(isPublic).map((path) => ({ path }));
  await lookAtAll(page, base, publicViews);
  await takeKey(page, { key }, 'organization');
  const own = paths.filter((path) => !isPublic(path));
  await page.goto(`${base}/`);
  const found: string[] = [];
  for (const path of own) found.push(...(await lookAtWithWhatOpens(page, base, path)));
  expect(found.length, found.join('\n')).toBeGreaterThan(10);
  await context.close();
});

test('every page of the operators can be used by everybody', async ({ browser, product }) => {
  const { base, key, ids, maker } = await operatorWithFactor(product);
  const context = await browser.newContext({ viewport: wide, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${base}/login`);
  const paths = (await pagesOf(page)).map((name) => `${addressOf(name, ids)}${maker[name] ?? ''}`);
  expect(
    paths.filter((path) => path.includes('$')),
    'pages without an id to open them with',
  ).toEqual([]);
  await lookAt(page, '/login');
  await takeKey(page, { key }, 'operator');
  await page.goto(`${base}/`);
  for (const path of paths.filter((path) => !isPublic(path))) await lookAtWithWhatOpens(page, base, path);
  await context.close();
});
