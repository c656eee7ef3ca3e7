import { channels, type LiveSignal } from '@tenbin/bots';
import { VirtualRuntime } from '@tenbin/runtime';
import { silentLog } from '@tenbin/telemetry';
import { buildTenant, contractRecord, openTestDatabase, type Tenant, type TestDatabase } from '@tenbin/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EventHub, openEventHub, type Watcher } from './event-hub.ts';

let opened: TestDatabase;
let tenant: Tenant;
let stranger: Tenant;
let clock: VirtualRuntime;
let hub: EventHub;
beforeAll(async () => {
  opened = await openTestDatabase('postgres');
});
beforeEach(async () => {
  [tenant, stranger] = [await buildTenant(opened.database), await buildTenant(opened.database)];
  clock = new VirtualRuntime({ seed: 1 });
  hub = await openEventHub({ database: opened.database, clock, log: silentLog });
});
afterEach(() => hub.close());
afterAll(() => opened.close());

const pollMs = 30_000;

function watch(of: Pick<Watcher, 'userId' | 'organizationId'>): LiveSignal[] {
  const received: LiveSignal[] = [];
  hub.watch({ ...of, wantsPrice: () => false, onNews: (news) => received.push(news), onPrice: () => {}, onGap: () => {} });
  return received;
}
const watchOwner = () => watch({ userId: tenant.user.id, organizationId: tenant.organization.id });
const store = ({ organization, bot }: Tenant) =>
  opened.database.forOrganization(organization.id).journal.record({ botId: bot.id, epoch: 0 }, { records: [contractRecord()] });

/** The next look, to its end. */
async function look(received: readonly LiveSignal[], atLeast: number): Promise<void> {
  await clock.advance(pollMs);
  await expect.poll(() => received.length).toBeGreaterThanOrEqual(atLeast);
}

test('what a process stored and ended before telling is found at the next look', async () => {
  const received = watchOwner();
  await look(received, 1);
  received.length = 0;
  await store(tenant);
  await look(received, 1);
  expect(received).toEqual([
    {
      organizationId: tenant.organization.id,
      userId: tenant.user.id,
      botId: tenant.bot.id,
      changed: ['bot', 'orders', 'timeline', 'record'],
    },
  ]);
});

test('what has not changed since the last look is told no more', async () => {
  const received = watchOwner();
  await store(tenant);
  await look(received, 1);
  const other = watch({ userId: stranger.user.id, organizationId: stranger.organization.id });
  await look(other, 1);
  expect(received).toHaveLength(1);
});

test('each sees what is theirs: a user their bots, an administrator the organization’s, an operator all', async () => {
  const [user, organization, everybody, another] = [
    watchOwner(),
    watch({ userId: null, organizationId: tenant.organization.id }),
    watch({ userId: null, organizationId: null }),
    watch({ userId: stranger.user.id, organizationId: stranger.organization.id }),
  ];
  const news = { organizationId: tenant.organization.id, userId: tenant.user.id, botId: tenant.bot.id, changed: ['bot'] } as const;
  await opened.database.notify(channels.botNews, JSON.stringify(news));
  for (const received of [user, organization, everybody]) await expect.poll(() => received).toEqual([news]);
  expect(another).toEqual([]);
  await store(stranger);
  await look(another, 1);
  for (const received of [user, organization]) expect(received.filter(({ botId }) => botId === stranger.bot.id)).toEqual([]);
  expect(everybody.some(({ botId }) => botId === stranger.bot.id)).toBe(true);
});
