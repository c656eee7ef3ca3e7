import { newVirtualLedger, noteWallet } from '@tenbin/bots';
import type { Health } from '@tenbin/contract';
import { type BotFacts, type ExchangeFacts, type ProcessFacts, platformOrganizationId } from '@tenbin/db';
import { buildExchangeAccount, openTestDatabase } from '@tenbin/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let key: string;
let databaseUrl: string;

beforeAll(async () => {
  const opened = await openTestDatabase('postgres');
  databaseUrl = opened.options.databaseUrl ?? '';
  server = await startTestServer({ opened });
  key = await server.makeOperator();
});
afterAll(() => server.close());

const bots: BotFacts = {
  accounts: 2,
  eventsWaiting: 1,
  eventsPerSecond: 3,
  takeOvers: 1,
  ordersUnknown: 0,
  unknownSince: null,
  differing: 0,
  differingSince: null,
  reconciledAt: null,
  ledgersCheckedAt: null,
};
const facts: ProcessFacts = { memoryBytes: 200_000_000, cores: 0.25, lagSeconds: 0.01, exchanges: [], bots };
const seconds = () => server.clock.now().getTime() / 1000;

/** As it is now, not as it was remembered. */
async function look(): Promise<Health> {
  server.clock.advance(3_000);
  const { status, body } = await server.call('GET', '/ango-ya/health', { key, surface: 'operator' });
  expect(status).toBe(200);
  return body;
}
const codesOf = ({ alarms }: Health) => alarms.map(({ code, of }) => (of === null ? code : `${code} ${of}`));

async function withWorker(facts: ProcessFacts, use: (id: string) => Promise<void>): Promise<void> {
  const { processes } = server.database.platform;
  const id = await processes.register({ kind: 'worker', name: 'w', facts });
  try {
    await use(id);
  } finally {
    await processes.leave(id);
  }
}

async function fallSilent(id: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update processes set reported_at = now() - interval '1 minute' where id = $1", [id]);
  await client.end();
}

test('a server shows itself and every worker; without a worker there is an alarm', async () => {
  const alone = await look();
  expect(alone.processes.map(({ kind, bots: of }) => [kind, of])).toEqual([['server', null]]);
  expect(codesOf(alone)).toEqual(['noWorker']);
  expect(alone.database).toMatchObject({ engine: 'postgres', connections: { waiting: 0 } });
  expect(alone.database.bytes).toBeGreaterThan(0);
  expect(alone.backedUpAt).toBeNull();
  await withWorker(facts, async () => {
    const found = await look();
    expect(found.processes[1]).toMatchObject({
      kind: 'worker',
      name: 'w',
      isSilent: false,
      memoryBytes: 200_000_000,
      bots: { accounts: 2 },
    });
    expect(found).toMatchObject({ alarms: [], eventsPerSecond: 3, ordersUnknown: 0, reconciledAt: null });
  });
});

test('a worker that says nothing any more is shown so, and what it said last counts no more', async () => {
  await withWorker(facts, async (id) => {
    await fallSilent(id);
    const found = await look();
    expect(found.processes[1]).toMatchObject({ name: 'w', isSilent: true });
    expect(found.eventsPerSecond).toBe(0);
    expect(codesOf(found)).toEqual(['noWorker', 'processSilent w (worker)']);
  });
});

test('of an exchange it shows what the processes see of it', async () => {
  const exchange: ExchangeFacts = {
    exchange: new URL(server.venue.url).host,
    isHalted: false,
    limitUsed: 0.4,
    clockOffsetSeconds: -0.3,
    answeredAt: seconds(),
    streamedAt: seconds(),
  };
  const quiet = { limitUsed: null, clockOffsetSeconds: null, isReachable: null, isHalted: false };
  expect((await look()).exchanges).toMatchObject([{ name: 'Tenbin Virtual', ...quiet }]);
  await withWorker({ ...facts, exchanges: [exchange] }, async () => {
    const found = await look();
    expect(found.exchanges).toMatchObject([{ isReachable: true, limitUsed: 0.4, clockOffsetSeconds: -0.3 }]);
    expect(codesOf(found)).toEqual([]);
  });
  const trouble = { ...exchange, isHalted: true, limitUsed: 0.9, clockOffsetSeconds: -7, answeredAt: 1, streamedAt: 1 };
  await withWorker({ ...facts, exchanges: [exchange] }, () =>
    withWorker({ ...facts, exchanges: [{ ...trouble, answeredAt: null }] }, async () => {
      const found = await look();
      expect(found.exchanges).toMatchObject([{ isReachable: true, isHalted: true, limitUsed: 0.9, clockOffsetSeconds: -7 }]);
      expect(codesOf(found).sort()).toEqual(['clockOff Tenbin Virtual', 'exchangeHalted Tenbin Virtual', 'limitNearlyUsed Tenbin Virtual']);
    }),
  );
  await withWorker({ ...facts, exchanges: [{ ...trouble, isHalted: false, limitUsed: 0.1, clockOffsetSeconds: 0 }] }, async () => {
    const found = await look();
    expect(found.exchanges).toMatchObject([{ isReachable: false }]);
    expect(codesOf(found)).toEqual(['exchangeSilent Tenbin Virtual']);
  });
});

test('what differs, what is unknown and what nobody compared is an alarm once it lasts', async () => {
  const short = {
    ...bots,
    differing: 2,
    differingSince: seconds() - 5,
    ordersUnknown: 1,
    unknownSince: seconds() - 5,
    reconciledAt: seconds(),
    ledgersCheckedAt: seconds() - 60,
  };
  await withWorker({ ...facts, bots: short }, async () => {
    const found = await look();
    expect(found.ordersUnknown).toBe(1);
    expect(codesOf(found)).toEqual([]);
  });
  const long = {
    ...bots,
    differing: 2,
    differingSince: seconds() - 31,
    ordersUnknown: 1,
    unknownSince: seconds() - 45,
    reconciledAt: seconds() - 400,
    ledgersCheckedAt: seconds() - 150,
  };
  await withWorker({ ...facts, lagSeconds: 0.9, bots: long }, async () => {
    const { alarms } = await look();
    expect(alarms).toEqual([
      { code: 'booksDiffer', of: null, figure: 2 },
      { code: 'ordersUnknown', of: null, figure: 1 },
      { code: 'reconciliationOld', of: null, figure: expect.any(Number) },
      { code: 'ledgersUnchecked', of: null, figure: expect.any(Number) },
      { code: 'eventLoopLate', of: 'w (worker)', figure: 900 },
    ]);
  });
});

test('virtual accounts that no worker runs, a ledger below zero, and less than nothing beside it, are alarms of their own', async () => {
  const platform = server.database.forOrganization(platformOrganizationId);
  const owner = { organizationId: platformOrganizationId, userId: null, exchangeId: server.exchange.id };
  const { id: accountId } = await buildExchangeAccount(server.database, owner);
  const { id } = await platform.virtualAccounts.create({ exchangeAccountId: accountId, name: 'one' });
  await withWorker(facts, async () => {
    expect((await look()).alarms).toEqual([{ code: 'ledgersUnowned', of: null, figure: 1 }]);
  });
  const { workers } = server.database.platform;
  const workerId = await workers.register('w');
  await workers.claim(workerId, { limit: 1, leaseMs: 60_000 });
  const change = (work: Parameters<typeof platform.virtualAccounts.change>[3]) =>
    platform.virtualAccounts.change(accountId, [id], { by: null }, work);
  await change((books) => noteWallet(books, { currency: 'USDT', amount: '-5' }));
  await withWorker(facts, async () => {
    expect((await look()).alarms).toEqual([{ code: 'restOverdrawn', of: null, figure: 1 }]);
  });
  const overdrawn = { ...newVirtualLedger(id), balances: { USDT: '-3' } };
  await change(() => ({ books: { rest: { USDT: '0' }, ledgers: { [id]: overdrawn } }, movements: [] }));
  await withWorker(facts, async () => {
    expect((await look()).alarms).toEqual([{ code: 'ledgerOverdrawn', of: null, figure: 1 }]);
  });
  const closed = { ...newVirtualLedger(id), isClosed: true };
  await change((books) => ({ books: { ...books, ledgers: { [id]: closed } }, movements: [] }));
  await workers.leave(workerId);
});

test('mails that were given up are an alarm; those that wait in a trial are read there', async () => {
  const own = server.database.forOrganization(server.tenbin.id);
  const at = server.clock.now();
  const { id } = await own.mails.put({ to: 'a@example.com', subject: 's', text: 't', html: 'h', at });
  await withWorker(facts, async () => {
    const found = await look();
    expect(found.mails).toMatchObject({ waiting: 1, givenUp: 0, isInbox: true });
    expect(found.jobs.find(({ queue }) => queue === 'mail')).toMatchObject({ due: 1 });
    expect(codesOf(found)).toEqual([]);
    await server.database.platform.mailQueue.markFailed({ organizationId: server.tenbin.id, id }, { error: 'no', status: 'refused' });
    const { alarms } = await look();
    expect(alarms).toEqual([{ code: 'mailsGivenUp', of: null, figure: 1 }]);
  });
});

test('however many look on, it is read once in two seconds', async () => {
  const first = await look();
  await withWorker(facts, async () => {
    const { body: again } = await server.call('GET', '/ango-ya/health', { key, surface: 'operator' });
    expect(again).toEqual(first);
    expect((await look()).processes).toHaveLength(2);
  });
});
