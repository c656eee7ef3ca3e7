import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Client,
  cancelSubscription,
  createClient,
  getSelf,
  listAvailablePlans,
  listBots,
  listOrganizations,
  listPayments,
  listRecords,
  signIn,
  signInAdministrator,
  signInOperator,
  startCheckout,
  stopBot,
  subscribe,
} from '@tenbin/contract';
import { DataFolderInUseError } from '@tenbin/db';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStandaloneConfig } from './config.ts';
import { type Standalone, startStandalone } from './start-standalone.ts';

const log = pino({ level: 'silent' });
let folder: string;
let running: Standalone;

const start = (more: Record<string, string> = {}) =>
  startStandalone(readStandaloneConfig({ DATA_DIR: folder, PORT: '0', VENUE_PORT: '0', VENUE_SPEED: '600', ...more }), log);

async function signedIn({ url, trial }: Standalone, account = trial?.accounts[0]): Promise<Client> {
  if (!account) throw new Error('the trial has no account');
  const { email, password, organization: slug } = account;
  let key: string | null = null;
  const client = createClient({ baseUrl: url, key: () => key });
  const organization = (await client.call(listOrganizations, {})).find((one) => one.slug === slug)?.id;
  key = (await client.call(signIn, { body: { email, password, organization } })).uniqueKey;
  return client;
}

async function onlyBot(client: Client) {
  const [bot, ...others] = await client.call(listBots, { query: {} });
  if (!bot || others.length > 0) throw new Error('the trial has one bot');
  return bot;
}

async function recordsOf(client: Client) {
  const { id } = await onlyBot(client);
  return client.call(listRecords, { params: { id }, query: { limit: 1000 } });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenbin-standalone-'));
  running = await start();
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true, force: true });
});

test('a first start has a user of every brand, and a bot that trades', async () => {
  const users = running.trial?.accounts.filter(({ role }) => role === 'user');
  expect(users?.map(({ organization }) => organization)).toEqual(['tenbin', 'akane', 'asagiri', 'kohaku', 'matsukaze', 'suzuran']);
  const client = await signedIn(running);
  await expect.poll(async () => (await recordsOf(client)).length, { interval: 500 }).toBeGreaterThanOrEqual(2);
});

test('a first start has an administrator of every organization, and an operator', async () => {
  const { url, trial } = running;
  const client = createClient({ baseUrl: url, key: () => null });
  const organizations = await client.call(listOrganizations, {});
  for (const { organization, role, email, password } of trial?.accounts ?? []) {
    const id = organizations.find(({ slug }) => slug === organization)?.id;
    if (role === 'administrator')
      expect((await client.call(signInAdministrator, { body: { email, password, organization: id } })).organization).toBe(id);
    if (role === 'operator') expect((await client.call(signInOperator, { body: { email, password } })).email).toBe(email);
  }
  expect(trial?.accounts.map(({ role }) => role)).toEqual([...Array(6).fill('user'), ...Array(6).fill('administrator'), 'operator']);
});

test('passwords and the master key are for their owner only', async () => {
  for (const file of ['trial-accounts.json', 'master.key']) expect((await stat(join(folder, file))).mode & 0o077, file).toBe(0);
});

test('no secret of the exchange stands in clear in the database or in the trial accounts', async () => {
  expect(await readFile(join(folder, 'trial-accounts.json'), 'utf8')).not.toMatch(/secret/i);
});

test('a second process on the same data folder is refused, and the first goes on', async () => {
  await expect(start()).rejects.toBeInstanceOf(DataFolderInUseError);
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
});

test('the next start goes on where the last one was', async () => {
  const before = await recordsOf(await signedIn(running));
  await running.close();
  running = await start();
  const client = await signedIn(running);
  const after = await recordsOf(client);
  expect(after.slice(-before.length)).toEqual(before);
  await expect.poll(async () => (await onlyBot(client)).state).toBe('running');
  await expect.poll(async () => (await recordsOf(client)).length, { interval: 500 }).toBeGreaterThan(after.length);
  const all = await recordsOf(client);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

test('a bot that its user stopped stays stopped through a restart', async () => {
  const client = await signedIn(running);
  const { id } = await onlyBot(client);
  await client.call(stopBot, { params: { id } });
  await expect.poll(async () => (await onlyBot(client)).state).toBe('stopped');
  await running.close();
  running = await start();
  expect(await onlyBot(await signedIn(running))).toMatchObject({ state: 'stopped', active: false, openOrderCount: 0 });
});

test('plans are sold where a brand sells any, and its user has the largest; everywhere else nothing is to be paid', async () => {
  const { url, trial } = running;
  const organizations = await createClient({ baseUrl: url, key: () => null }).call(listOrganizations, {});
  expect(organizations.filter(({ isFree }) => !isFree).map(({ slug }) => slug)).toEqual(['tenbin']);
  for (const account of trial?.accounts.filter(({ role }) => role === 'user') ?? []) {
    const client = await signedIn(running, account);
    const { isPaid, subscription } = await client.call(getSelf, {});
    expect(isPaid, account.email).toBe(true);
    expect(subscription?.plan.name, account.email).toBe(account.organization === 'tenbin' ? 'Unlimited' : undefined);
  }
});

test('a plan can be bought at the stand-in by hand; the next start knows of it', async () => {
  const client = await signedIn(running);
  const plan = (await client.call(listAvailablePlans, {})).find(({ name }) => name === 'Standard');
  const userPlanId = plan?.id ?? '';
  const { paypalSubscriptionId, approveUrl } = await client.call(startCheckout, { body: { userPlanId, purpose: 'new' } });
  if (approveUrl === null) throw new Error('nothing to agree to');
  expect(await (await fetch(approveUrl)).text()).toContain('Agree and subscribe');
  const body = new URLSearchParams({ ba_token: new URL(approveUrl).searchParams.get('ba_token') ?? '', answer: 'agree' });
  await fetch(approveUrl, { method: 'POST', body, redirect: 'manual' });
  const bought = await client.call(subscribe, { body: { userPlanId, paypalSubscriptionId } });
  expect(bought).toMatchObject({ status: 'active', plan: { name: 'Standard' } });
  expect((await client.call(listPayments, { query: {} })).map(({ payment }) => payment).sort()).toEqual([11_000, 5_500]);
  await running.close();
  running = await start();
  const again = await signedIn(running);
  expect((await again.call(getSelf, {})).subscription).toMatchObject({ status: 'active', paypalSubscriptionId });
  const { password } = running.trial?.accounts[0] ?? { password: '' };
  expect(await again.call(cancelSubscription, { body: { password } }), 'the stand-in goes on where it was').toEqual({ success: true });
});

test('outside of a trial the passwords that it showed open nothing', async () => {
  const paths = { user: '/api/users/signin', administrator: '/admin/organizations/signin', operator: '/ango-ya/organizations/signin' };
  const own = running.trial?.accounts.filter(({ organization }) => organization === 'tenbin' || organization === null) ?? [];
  const signInAll = () =>
    Promise.all(
      own.map(({ role, email, password }) =>
        fetch(running.url + paths[role], {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password }),
        }),
      ),
    );
  const before = await signInAll();
  expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { uniqueKey } = (await (before[0] as Response).json()) as { uniqueKey: string };
  await running.close();
  running = await start({ TRIAL: '0' });
  expect((await signInAll()).map(({ status }) => status)).toEqual([401, 401, 401]);
  expect((await fetch(`${running.url}/api/users/self`, { headers: { 'x-user-key': uniqueKey } })).status).toBe(401);
});
