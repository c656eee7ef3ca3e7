import type { Claim } from '@tenbin/db';
import { type ExchangeAccount, ExchangeError, type KeyRights } from '@tenbin/exchange';
import { silentLog } from '@tenbin/telemetry';
import { buildTenant, openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RightsWatch } from './rights-watch.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase('postgres');
});
afterAll(() => opened.close());

test('a key that may withdraw is looked at again soon, as long as its bot runs: the stop may not have reached it', async () => {
  const { database } = opened;
  const { organization, user, account, bot } = await buildTenant(database);
  const { bots, journal } = database.forOrganization(organization.id);
  await bots.setActive(user.id, bot.id, { active: true, by: user.id, at: new Date() });
  await journal.record({ botId: bot.id, epoch: 0 }, { phase: { kind: 'running', since: new Date() } });
  const claim: Claim = { organizationId: organization.id, exchangeAccountId: account.id, exchangeId: account.exchangeId, epoch: 0 };
  let now = new Date();
  const stopped: string[] = [];
  const mayWithdraw = {
    capabilities: { clientOrderId: true, privateStream: true, publicStream: true, passphrase: false, keyRights: true, postOnly: true },
    fetchKeyRights: async () => ({ read: true, trade: true, withdraw: true, transfer: false }),
    close: async () => {},
  } as Pick<ExchangeAccount, 'capabilities' | 'fetchKeyRights' | 'close'> as ExchangeAccount;
  // The account has come to this worker just now: its bots are not open yet, so nobody hears of the stop.
  const fleet = {
    ownedAccounts: () => [claim],
    openFreshAccount: async () => mayWithdraw,
    stopAccount: (id: string) => void stopped.push(id),
  };
  const watch = new RightsWatch({ db: database, fleet, clock: { now: () => now }, log: silentLog });
  await watch.work();
  await watch.work();
  expect(stopped).toEqual([account.id]);
  now = new Date(now.getTime() + 11 * 60_000);
  await watch.work();
  expect(stopped).toEqual([account.id, account.id]);
});

test('when a key ends is kept as the exchange told it last, and looked for; one that did not answer says nothing new', async () => {
  const { database } = opened;
  const { organization, user, account, bot } = await buildTenant(database);
  const own = database.forOrganization(organization.id);
  await own.bots.setActive(user.id, bot.id, { active: true, by: user.id, at: new Date() });
  await own.journal.record({ botId: bot.id, epoch: 0 }, { phase: { kind: 'running', since: new Date() } });
  const claim: Claim = { organizationId: organization.id, exchangeAccountId: account.id, exchangeId: account.exchangeId, epoch: 0 };
  let now = new Date();
  let says: () => Promise<KeyRights>;
  const key = {
    capabilities: { clientOrderId: true, privateStream: true, publicStream: true, passphrase: false, keyRights: true, postOnly: true },
    fetchKeyRights: () => says(),
    close: async () => {},
  } as Pick<ExchangeAccount, 'capabilities' | 'fetchKeyRights' | 'close'> as ExchangeAccount;
  const fleet = { ownedAccounts: () => [claim], openFreshAccount: async () => key, stopAccount: () => {} };
  const watch = new RightsWatch({ db: database, fleet, clock: { now: () => now }, log: silentLog });
  const good = { read: true, trade: true, withdraw: false, transfer: false } as const;
  const endsAt = new Date(now.getTime() + 10 * 24 * 3_600_000);
  const seen = async (answer: () => Promise<KeyRights>): Promise<Date | null | undefined> => {
    says = answer;
    await watch.work();
    now = new Date(now.getTime() + 25 * 3_600_000);
    return (await own.botList.find(bot.id))?.keyEndsAt;
  };
  const within = (days: number) => own.botList.count({ keyEndsFrom: now, keyEndsBefore: new Date(now.getTime() + days * 24 * 3_600_000) });
  expect(await seen(async () => good)).toBeNull();
  expect(await seen(async () => ({ ...good, endsAt }))).toEqual(endsAt);
  expect([await within(1), await within(14)]).toEqual([0, 1]);
  expect(await seen(() => Promise.reject(new Error('away')))).toEqual(endsAt);
  expect(await seen(async () => good)).toBeNull();
  expect(await within(14)).toBe(0);
});

test('a check that fails says why: the exchange is not blamed for a fault of ours, which is logged', async () => {
  const { database } = opened;
  const { organization, account, bot } = await buildTenant(database);
  const { journal, timeline } = database.forOrganization(organization.id);
  await journal.record({ botId: bot.id, epoch: 0 }, { phase: { kind: 'running', since: new Date() } });
  const claim: Claim = { organizationId: organization.id, exchangeAccountId: account.id, exchangeId: account.exchangeId, epoch: 0 };
  let now = new Date();
  const errors: unknown[] = [];
  const log = { ...silentLog, error: (fields: object, event: string) => void errors.push({ event, ...fields }) };
  let failure: Error = new ExchangeError('away', { kind: 'transient', reason: 'maintenance' });
  const fleet = { ownedAccounts: () => [claim], openFreshAccount: () => Promise.reject(failure), stopAccount: () => {} };
  const watch = new RightsWatch({ db: database, fleet, clock: { now: () => now }, log });
  const told = async () => {
    await watch.work();
    now = new Date(now.getTime() + 11 * 60_000);
    return (await timeline.list(bot.id, { offset: 0, limit: 1 })).map(({ kind, facts }) => ({ kind, facts }));
  };
  expect(await told()).toEqual([{ kind: 'keyRightsUnknown', facts: { reason: 'maintenance' } }]);
  expect(errors).toEqual([]);
  failure = new TypeError('ours');
  expect(await told()).toEqual([{ kind: 'keyRightsUnknown', facts: { reason: 'keyRightsUnknown' } }]);
  expect(errors).toEqual([{ event: 'key_rights.fetch_failed', exchangeAccountId: account.id, err: failure }]);
});

test('an account of the exchange that was entered twice stops the bots of the second, and is looked at again soon', async () => {
  const { database } = opened;
  const claims: Claim[] = [];
  for (const { organization, user, account, bot } of [await buildTenant(database), await buildTenant(database)]) {
    const { bots, journal } = database.forOrganization(organization.id);
    await bots.setActive(user.id, bot.id, { active: true, by: user.id, at: new Date() });
    await journal.record({ botId: bot.id, epoch: 0 }, { phase: { kind: 'running', since: new Date() } });
    claims.push({ organizationId: organization.id, exchangeAccountId: account.id, exchangeId: account.exchangeId, epoch: 0 });
  }
  let now = new Date();
  const stopped: string[] = [];
  const harmless = {
    capabilities: { clientOrderId: true, privateStream: true, publicStream: true, passphrase: false, keyRights: true, postOnly: true },
    fetchKeyRights: async () => ({ read: true, trade: true, withdraw: false, transfer: false }),
    fetchAccountId: async () => '7',
    close: async () => {},
  } as Pick<ExchangeAccount, 'capabilities' | 'fetchKeyRights' | 'fetchAccountId' | 'close'> as ExchangeAccount;
  const fleet = {
    ownedAccounts: () => claims,
    openFreshAccount: async () => harmless,
    stopAccount: (id: string, { code }: { readonly code: string }) => void stopped.push(`${id} ${code}`),
  };
  const watch = new RightsWatch({ db: database, fleet, clock: { now: () => now }, log: silentLog });
  await watch.work();
  expect(stopped).toHaveLength(1);
  const [second] = stopped;
  expect(second).toMatch(/ exchangeAccountInUse$/);
  now = new Date(now.getTime() + 11 * 60_000);
  await watch.work();
  expect(stopped).toEqual([second, second]);
});
