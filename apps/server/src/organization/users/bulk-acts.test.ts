import { silentLog } from '@tenbin/telemetry';
import { openMetrics, type ProcessMetrics } from '@tenbin/telemetry/process';
import { openTestDatabase } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botsOf } from '../../testing/bots-of.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let shown: ProcessMetrics;
let administrator: string;
let databaseUrl: string | undefined;
beforeAll(async () => {
  const opened = await openTestDatabase('postgres');
  databaseUrl = opened.options.databaseUrl;
  shown = await openMetrics(null, silentLog);
  server = await startTestServer({ opened, config: { runsJobs: true }, metrics: shown.metrics });
  administrator = await server.makeAdministrator();
});
afterAll(() => server.close());

const administer = (method: string, path: string, body?: unknown, key = administrator) =>
  server.call(method, `/admin/${path}`, { key, surface: 'organization', body });
const read = async (id: string) => (await administer('GET', `user-acts/${id}`)).body;
const untilDone = async (id: string) => {
  await expect.poll(async () => (await read(id)).endedAt).not.toBeNull();
  return read(id);
};

test('many users are suspended in one act: each has a result, none signs in any more, and each is in the audit log with the reason', async () => {
  const [a, b] = [await server.makeUser(), await server.makeUser()];
  const stranger = await server.makeUser(server.kohaku);
  const body = { act: 'ban', ids: [a.id, b.id, stranger.id], reason: 'One ring' };
  const made = await administer('POST', 'user-acts', body);
  expect([made.status, made.body]).toEqual([201, expect.objectContaining({ count: 2, reason: 'One ring' })]);
  const done = await untilDone(made.body._id);
  expect(done).toMatchObject({ count: 2, doneCount: 2, refusedCount: 0 });
  expect(done.targets.map(({ user }: { user: string }) => user).sort()).toEqual([a.id, b.id].sort());
  const { targets: _targets, ...summary } = done;
  expect(summary.by).toEqual(expect.stringContaining('@'));
  expect((await administer('GET', 'user-acts?limit=5')).body).toEqual([summary]);
  const elsewhere = await server.makeAdministrator(server.kohaku);
  expect((await administer('GET', 'user-acts', undefined, elsewhere)).body).toEqual([]);
  for (const { key } of [a, b]) expect((await server.call('GET', '/api/users/self', { key })).status).toBe(401);
  expect((await server.call('GET', '/api/users/self', { key: stranger.key })).status).toBe(200);
  const entries = await server.database.forOrganization(server.tenbin.id).audit.list({ offset: 0, limit: 50 }, { actions: ['banUser'] });
  expect(entries).toHaveLength(2);
  const [asked] = await server.database.forOrganization(server.tenbin.id).audit.list({ offset: 0, limit: 1 }, { actions: ['actOnUsers'] });
  expect(asked?.sessionId).toMatch(/^[0-9a-f-]{36}$/);
  const { sessionId } = asked ?? {};
  const common = { role: 'owner', sessionId, reason: 'One ring', facts: { actId: made.body._id } };
  expect(entries).toMatchObject([common, common]);
});

test('the bots of all whom a filter finds are asked to stop, if they are as many as were seen; else nothing happens', async () => {
  const user = await server.makeUser();
  const botId = await botsOf(server, user).made();
  expect((await administer('PUT', `bots/${botId}/start`)).status).toBe(200);
  const act = (expectedCount?: number) =>
    administer('POST', 'user-acts', {
      act: 'stop',
      filter: { condition: 'bot-is-running' },
      expectedCount,
      reason: 'The exchange is away',
    });
  expect(await act(2)).toMatchObject({ status: 409, body: { code: 'selectionChanged', facts: { count: 1 } } });
  expect((await act()).body.error).toHaveProperty('expectedCount');
  expect((await administer('GET', `bots/${botId}`)).body).toMatchObject({ active: true });
  const done = await untilDone((await act(1)).body._id);
  expect(done.targets).toMatchObject([{ user: user.id, outcome: 'done', code: null }]);
  expect((await administer('GET', `stops/${done.targets[0].stopId}`)).body).toMatchObject({ scope: 'user', subject: user.id, botCount: 1 });
  expect((await administer('GET', `bots/${botId}`)).body).toMatchObject({ active: false, stopCause: 'staff' });
});

test('a filter with a field that is not known, and one beside names, stop nobody', async () => {
  const user = await server.makeUser();
  const act = (whom: object) => administer('POST', 'user-acts', { act: 'stop', reason: 'A try', ...whom });
  const { count } = (await administer('GET', 'users/count')).body;
  const misspelt = await act({ filter: { emial: user.email }, expectedCount: count });
  expect([misspelt.status, misspelt.body.error]).toEqual([400, { filter: 'This is not known here.' }]);
  const both = await act({ ids: [user.id], filter: { email: 'nobody' } });
  expect([both.status, both.body.error]).toEqual([400, { filter: 'This is not valid.' }]);
});

test('whoever was deleted before their turn is told of as such, and the others have theirs', async () => {
  const own = server.database.forOrganization(server.tenbin.id);
  const [leaver, stays] = [await server.makeUser(), await server.makeUser()];
  const at = server.clock.now();
  const asked = { act: 'ban', reason: 'A test', by: leaver.id, role: 'owner', sessionId: null, at } as const;
  const { id } = await own.transaction(async (within) => {
    const made = await within.bulkActs.ask(asked, { ids: [leaver.id, stays.id] });
    await within.users.forget(leaver.id, at);
    return made;
  });
  await server.database.jobs.wake('bulkActs');
  const done = await untilDone(id);
  expect(done).toMatchObject({ doneCount: 1, refusedCount: 1 });
  expect(done.targets).toContainEqual(expect.objectContaining({ user: leaver.id, outcome: 'refused', code: 'userNotFound' }));
});

test('an act on nobody who is there has ended', async () => {
  const stranger = await server.makeUser(server.kohaku);
  const { body } = await administer('POST', 'user-acts', { act: 'stop', ids: [stranger.id], reason: 'A try' });
  expect(body).toMatchObject({ count: 0, endedAt: body.askedAt });
  expect(await read(body._id)).toMatchObject({ count: 0, endedAt: body.askedAt });
});

test('who may stop bots only suspends nobody', async () => {
  const user = await server.makeUser();
  const support = await server.makeAdministrator(server.tenbin, 'support');
  const act = (name: string) => administer('POST', 'user-acts', { act: name, ids: [user.id], reason: 'A try' }, support);
  expect((await act('ban')).body).toMatchObject({ code: 'permissionMissing', facts: { permission: 'users' } });
  expect((await act('stop')).status).toBe(201);
  expect((await administer('GET', `user-acts/${user.id}`)).body.code).toBe('bulkActNotFound');
});

async function run(statements: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statements).finally(() => client.end());
}

test('whoever’s turn meets a deadlock has another at once, and is told of as refused after three', async () => {
  const own = server.database.forOrganization(server.tenbin.id);
  const [once, always] = [await server.makeUser(), await server.makeUser()];
  await run(`
    create sequence deadlocks_met;
    create function meet_deadlock() returns trigger language plpgsql as $$ begin
      if old.id = '${always.id}' or nextval('deadlocks_met') = 1 then raise 'deadlock detected' using errcode = '40P01'; end if;
      return new;
    end $$;
    create trigger meet_deadlock before update on users for each row when (old.id in ('${once.id}', '${always.id}')) execute function meet_deadlock();
    grant usage on sequence deadlocks_met to public;
  `);
  const asked = { reason: 'A test', by: once.id, role: 'owner', sessionId: null, at: server.clock.now(), act: 'ban' } as const;
  const { id } = await own.bulkActs.ask(asked, { ids: [once.id, always.id] });
  await server.database.jobs.wake('bulkActs');
  const { targets } = await untilDone(id);
  expect(targets).toContainEqual(expect.objectContaining({ user: once.id, outcome: 'done' }));
  expect(targets).toContainEqual(expect.objectContaining({ user: always.id, outcome: 'refused', code: 'internal' }));
  expect((await own.users.require(once.id)).bannedAt).not.toBeNull();
});

test('an act that fails holds up none of the others: whoever it failed for is told of as refused', async () => {
  const own = server.database.forOrganization(server.tenbin.id);
  const other = server.database.forOrganization(server.kohaku.id);
  const [a, b] = [await server.makeUser(), await server.makeUser()];
  const elsewhere = await server.makeUser(server.kohaku);
  const asked = { reason: 'A test', by: a.id, role: 'owner', sessionId: null, at: server.clock.now(), act: 'ban' } as const;
  await run(`
    create function refuse_this_change() returns trigger language plpgsql as $$ begin raise 'it cannot be changed'; end $$;
    create trigger refuse_change before update on users for each row when (old.id = '${a.id}') execute function refuse_this_change();
  `);
  const passedOver = async () =>
    (await shown.metrics.read('job_parts_failed_total')).find(({ labels }) => labels.queue === 'bulkActs')?.value ?? 0;
  const before = await passedOver();
  const { id } = await own.bulkActs.ask(asked, { ids: [a.id, b.id] });
  const far = await other.bulkActs.ask(asked, { ids: [elsewhere.id] });
  await server.database.jobs.wake('bulkActs');
  const done = await untilDone(id);
  expect(done).toMatchObject({ doneCount: 1, refusedCount: 1 });
  expect(done.targets).toContainEqual(expect.objectContaining({ user: a.id, outcome: 'refused', code: 'internal' }));
  expect(done.targets).toContainEqual(expect.objectContaining({ user: b.id, outcome: 'done' }));
  await expect.poll(async () => (await other.bulkActs.find(far.id))?.doneCount).toBe(1);
  expect(server.log.filter((line) => line.includes('bulk_act.target_failed') && line.includes(a.id))).toHaveLength(1);
  expect(await passedOver()).toBe(before + 1);
});
