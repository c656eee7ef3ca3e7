import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let owner: string;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.makeAdministrator();
  user = await server.makeUser();
  const acts = ['ban', 'pardon'].map((act) => `/admin/users/${user.id}/${act}`);
  for (const path of acts) await server.call('PUT', path, { key: owner, surface: 'organization' });
  await server.call('PUT', `/admin/users/${server.tenbin.id}/ban`, { key: owner, surface: 'organization' });
});
afterAll(() => server.close());

const read = (query: string, key = owner) => server.call('GET', `/admin/audit${query}`, { key, surface: 'organization' });
const actionsOf = async (query: string): Promise<string[]> => (await read(query)).body.map(({ action }: { action: string }) => action);

test('an entry says who did what to whom, in which role, from where, and with which result', async () => {
  const self = (await server.call('GET', '/admin/administrators/self', { key: owner, surface: 'organization' })).body;
  const [entry] = (await read('?actions=banUser&refused=false')).body;
  expect(entry).toMatchObject({
    actor: 'administrator',
    actorId: self._id,
    actorEmail: self.email,
    role: 'owner',
    sessionId: expect.any(String),
    action: 'banUser',
    refusal: null,
    reason: null,
    network: '127.0.0.1',
    facts: { id: user.id },
    people: { [user.id]: user.email },
  });
});

test('entries are searched by who, whom, what, result and time, newest first, by pages', async () => {
  expect(await actionsOf(`?about=${user.email}&actor=administrator`)).toEqual(['pardonUser', 'banUser']);
  expect(await actionsOf(`?about=${user.id}&actor=administrator&limit=1&offset=1`)).toEqual(['banUser']);
  expect(await actionsOf('?refused=true&actor=administrator')).toEqual(['banUser']);
  expect(await actionsOf('?actions=pardonUser,banUser&actor=administrator')).toEqual(['banUser', 'pardonUser', 'banUser']);
  expect(await actionsOf(`?by=${user.email}`)).toEqual(await actionsOf(`?by=${user.id}`));
  expect(await actionsOf('?by=nobody@example.org')).toEqual([]);
  expect(await actionsOf('?end=2020-01-01')).toEqual([]);
  expect((await actionsOf('?start=2020-01-01')).length).toBeGreaterThan(3);
  expect((await read('/count?actions=pardonUser,banUser&actor=administrator')).body).toEqual({ count: 3 });
  expect((await read('/count?by=nobody@example.org')).body).toEqual({ count: 0 });
});

test('an address finds everybody whose it is, or was when they were removed', async () => {
  const staff = (method: string, path: string, body?: unknown) =>
    server.call(method, `/admin${path}`, { key: owner, surface: 'organization', body });
  const { email, id } = await server.makeUser();
  await staff('PUT', `/users/${id}/ban`);
  const invited = (await staff('POST', '/administrators', { email, role: 'support' })).body;
  await staff('PUT', `/administrators/${invited._id}`, { role: 'manager' });
  const acts = 'actions=banUser,inviteAdministrator,updateAdministrator,removeAdministrator';
  const found = ['updateAdministrator', 'inviteAdministrator', 'banUser'];
  expect(await actionsOf(`?about=${email}&${acts}`)).toEqual(found);
  await staff('DELETE', `/administrators/${invited._id}`);
  expect(await actionsOf(`?about=${email}&${acts}`)).toEqual(['removeAdministrator', ...found]);
  expect((await read(`/count?about=${email}&${acts}`)).body).toEqual({ count: 4 });
});

test('another organization’s entries are not among them', async () => {
  const stranger = await server.makeAdministrator(server.kohaku);
  const own = (await read('', stranger)).body as { actorId: string | null }[];
  expect(own.length).toBeGreaterThan(0);
  expect(JSON.stringify(own)).not.toContain(user.id);
});

test('what is found is taken out as a file, and that is an entry too', async () => {
  const file = await read(`/download?about=${user.id}&actor=administrator`);
  const lines = file.text.trim().split('\r\n');
  expect(lines[0]).toContain('actorEmail');
  // The entry that it was taken names whom it is about.
  expect(lines.slice(1).map((line) => line.match(/banUser|pardonUser|downloadAudit/)?.[0])).toEqual([
    'banUser',
    'pardonUser',
    'downloadAudit',
  ]);
  expect((await read('?actions=downloadAudit')).body).toMatchObject([{ facts: { about: user.id, actor: 'administrator' } }]);
  expect((await read('/download?by=nobody@example.org')).text.trim().split('\r\n')).toHaveLength(1);
});

test('whether the log is what it was is told: to where it is sealed and since when it was looked at', async () => {
  expect((await read('/check')).body).toEqual({ sealedTo: null, seal: null, entries: 0, checkedAt: null, brokenDays: [] });
  const at = server.clock.now();
  const tomorrow = new Date(at.getTime() + 86_400_000);
  const sealed = (await server.database.platform.auditDays.seal(server.tenbin.id, { before: tomorrow, at })).at(-1);
  expect((await read('/check')).body).toEqual({
    sealedTo: sealed?.day,
    seal: sealed?.seal,
    entries: sealed?.entries,
    checkedAt: at.toISOString(),
    brokenDays: [],
  });
});

test('nobody but an owner sees the log', async () => {
  const manager = await server.makeAdministrator(undefined, 'manager');
  for (const path of ['', '/count', '/download', '/check']) expect((await read(path, manager)).body.code).toBe('permissionMissing');
});
