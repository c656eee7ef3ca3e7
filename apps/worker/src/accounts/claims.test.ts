import type { Claim, PlatformDatabase } from '@tenbin/db';
import { noMetrics, silentLog } from '@tenbin/telemetry';
import {
  buildBot,
  buildExchange,
  buildExchangeAccount,
  buildOrganization,
  buildUser,
  openTestDatabase,
  type TestDatabase,
} from '@tenbin/testkit';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Claims } from './claims.ts';

type Workers = PlatformDatabase['workers'];

let testDatabase: TestDatabase;
let real: Workers;
let organizationId: string;
let owner: { readonly organizationId: string; readonly userId: string; readonly exchangeId: string };
let nowMs: number;

beforeAll(async () => {
  testDatabase = await openTestDatabase('postgres');
  const { database } = testDatabase;
  real = database.platform.workers;
  organizationId = (await buildOrganization(database)).id;
  const { id: userId } = await buildUser(database, organizationId);
  const { id: exchangeId } = await buildExchange(database, organizationId);
  owner = { organizationId, userId, exchangeId };
  for (let made = 0; made < 2; made += 1) await addWantedBot();
});
beforeEach(async () => {
  nowMs = Date.now();
  await real.removeDead(-60_000);
});
afterAll(() => testDatabase.close());

/** @returns what takes the wish back */
async function addWantedBot(of = owner): Promise<() => Promise<unknown>> {
  const { database } = testDatabase;
  const { userId } = of;
  const { id: exchangeAccountId } = await buildExchangeAccount(database, of);
  const { id } = await buildBot(database, of.organizationId, { userId, exchangeAccountId });
  const { bots } = database.forOrganization(of.organizationId);
  await bots.setActive(userId, id, { active: true, by: userId, at: new Date() });
  return () => bots.setActive(userId, id, { active: false, by: userId, at: new Date() });
}

/** A worker's claims, over a database of which some calls can be made to go wrong. */
function claimsOver(workers: Partial<Workers>, { onGivenBack = async () => {} }: { onGivenBack?: () => Promise<void> } = {}) {
  const owned = new Set<string>();
  const listener = {
    onClaimed: (claimed: readonly Claim[]) => {
      for (const { exchangeAccountId } of claimed) owned.add(exchangeAccountId);
    },
    onLost: () => owned.clear(),
    onGivenBack: async (given: readonly Claim[]) => {
      for (const { exchangeAccountId } of given) owned.delete(exchangeAccountId);
      await onGivenBack();
    },
  };
  const clock = { now: () => new Date(nowMs), after: () => () => {}, soon: () => () => {}, random: () => 0 };
  const claims = new Claims({ ...real, ...workers }, listener, { name: 'one', presence: null, clock, log: silentLog, metrics: noMetrics });
  return { claims, owned };
}

/** While workers beat twice a second, until it is so: what is let go of is stored beside the beats, in however many of them. */
const afterBeats = <T>(workers: readonly { readonly claims: Claims }[], seen: () => T) =>
  expect.poll(async () => {
    nowMs += 500;
    for (const { claims } of workers) await claims.renew();
    return seen();
  });

/** As if nobody had beaten for a minute. */
async function fallSilent(): Promise<void> {
  const client = new pg.Client({ connectionString: testDatabase.options.databaseUrl });
  await client.connect();
  await client.query("update workers set heartbeat_at = now() - interval '1 minute'");
  await client.end();
}

/** Does the call, and loses its answer, so many times. */
function losing<Terms extends readonly unknown[], Answer>(times: number, call: (...terms: Terms) => Promise<Answer>) {
  let left = times;
  return async (...terms: Terms): Promise<Answer> => {
    const answer = await call(...terms);
    left -= 1;
    if (left >= 0) throw new Error('the connection was lost before the answer');
    return answer;
  };
}

test('what a claim brought whose answer got lost is owned all the same', async () => {
  const { claims, owned } = claimsOver({ claim: losing(2, real.claim) });
  await claims.renew();
  expect(owned.size).toBe(0);
  await claims.renew();
  await claims.renew();
  expect(owned.size).toBe(2);
  await claims.leave();
});

test('what was let go of while the database was away is given back as soon as it is there', async () => {
  let failures = 2;
  const release: Workers['release'] = async (...terms) => {
    failures -= 1;
    if (failures >= 0) throw new Error('the database is away');
    return real.release(...terms);
  };
  const first = claimsOver({ release });
  await first.claims.renew();
  expect(first.owned.size).toBe(2);
  const second = claimsOver({});
  await second.claims.renew();
  expect(second.owned.size).toBe(0);
  await afterBeats([first, second], () => [first.owned.size, second.owned.size]).toEqual([1, 1]);
  await first.claims.leave();
  await second.claims.leave();
});

test('a worker that was not heard of for long keeps what nobody took meanwhile, and lets go of what somebody did', async () => {
  // It shares nothing of itself: what it lets go of here, it has lost.
  const { claims, owned } = claimsOver({ listExcess: async () => [] });
  await claims.renew();
  nowMs += 60_000;
  const other = await real.register('other');
  // The other sees a lease that is over, and takes its share.
  const taken = await real.claim(other, { limit: 1, leaseMs: 0 });
  expect(taken).toHaveLength(1);
  await claims.renew();
  expect([...owned]).toHaveLength(1);
  expect(owned).not.toContain(taken[0]?.exchangeAccountId);
  await claims.leave();
  await real.leave(other);
});

test('a bot that does not finish does not keep its worker from beating', async () => {
  const unfinished = Promise.withResolvers<void>();
  const first = claimsOver({}, { onGivenBack: () => unfinished.promise });
  await first.claims.renew();
  const second = claimsOver({});
  await second.claims.renew();
  // One is being let go of; the other would be lost with the whole worker, did it not beat.
  await afterBeats([first, second], () => first.owned.size).toBe(1);
  await fallSilent();
  await first.claims.renew();
  await second.claims.renew();
  expect([first.owned.size, second.owned.size]).toEqual([1, 0]);
  unfinished.resolve();
  await first.claims.leave();
  await second.claims.leave();
});

test('an account on which nothing runs any more, and one that is removed, are let go of', async () => {
  const { platform } = testDatabase.database;
  const unwish = await addWantedBot();
  const tester = await platform.transaction((within) => within.testBots.lockOwner('x'));
  await addWantedBot({ ...owner, ...tester });
  const worker = claimsOver({});
  await afterBeats([worker], () => worker.owned.size).toBe(4);
  await platform.transaction((within) => within.testBots.remove());
  await afterBeats([worker], () => worker.owned.size).toBe(3);
  await unwish();
  await afterBeats([worker], () => worker.owned.size).toBe(2);
  await worker.claims.leave();
});
