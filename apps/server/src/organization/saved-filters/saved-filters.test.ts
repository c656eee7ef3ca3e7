import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let owner: string;
let support: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.makeAdministrator();
  support = await server.makeAdministrator(server.tenbin, 'support');
});
afterAll(() => server.close());

const call = (method: string, path: string, key: string, body?: unknown) =>
  server.call(method, `/admin/saved-filters${path}`, { key, surface: 'organization', ...(body === undefined ? {} : { body }) });
const namesOf = async (key: string, list = 'users'): Promise<string[]> =>
  (await call('GET', `?list=${list}`, key)).body.map(({ name }: { name: string }) => name);
const save = (key: string, name: string, given: object = {}) =>
  call('POST', '', key, { list: 'users', name, search: { condition: 'paid' }, ...given });

test('a filter is kept under its name, for its owner alone or for everybody who manages the organization', async () => {
  const own = await save(support, 'Mine');
  expect([own.status, own.body]).toEqual([
    201,
    { _id: expect.any(String), list: 'users', name: 'Mine', search: { condition: 'paid' }, isShared: false, isOwn: true },
  ]);
  expect((await save(owner, 'Ours', { isShared: true })).status).toBe(201);
  expect([await namesOf(support), await namesOf(owner), await namesOf(owner, 'bots')]).toEqual([['Mine', 'Ours'], ['Ours'], []]);
  expect((await save(support, 'Mine', { search: { used: '80' }, replaces: true })).body).toMatchObject({
    _id: own.body._id,
    search: { used: '80' },
  });
  expect((await save(support, 'Half a sign', { search: { email: '\ud83d' } })).body.search).toEqual({ email: '\ufffd' });
  expect((await call('DELETE', `/${(await save(support, 'Half a sign', { replaces: true })).body._id}`, support)).body).toEqual({
    success: true,
  });
  const stranger = await server.makeAdministrator(server.kohaku);
  expect(await namesOf(stranger)).toEqual([]);
});

test('a filter of the same name is replaced only where that is asked for, and the entry says what it was', async () => {
  const manager = await server.makeAdministrator(server.tenbin, 'manager');
  const first = await save(manager, 'Watched', { isShared: true });
  expect(await save(manager, 'Watched', { search: { used: '80' } })).toMatchObject({
    status: 409,
    body: { code: 'savedFilterExists', facts: { name: 'Watched' }, error: { name: expect.any(String) } },
  });
  expect((await call('GET', '?list=users', manager)).body).toContainEqual(first.body);
  expect((await save(manager, 'Watched', { search: { used: '80' }, replaces: true })).body).toMatchObject({
    _id: first.body._id,
    isShared: false,
  });
  const [entry] = await server.database
    .forOrganization(server.tenbin.id)
    .audit.list({ offset: 0, limit: 1 }, { actions: ['saveFilter'], isRefused: false });
  expect(entry?.facts).toMatchObject({
    searchBefore: '{"condition":"paid"}',
    searchAfter: '{"used":"80"}',
    isSharedBefore: 'true',
    isSharedAfter: 'false',
  });
  await call('DELETE', `/${first.body._id}`, manager);
});

test('sharing a filter, and removing what another shared, need the permission to change users', async () => {
  expect((await save(support, 'Theirs', { isShared: true })).body.code).toBe('permissionMissing');
  const { _id: shared } = (await save(owner, 'Shared', { isShared: true })).body;
  const { _id: hidden } = (await save(owner, 'Hidden')).body;
  expect((await call('DELETE', `/${shared}`, support)).body.code).toBe('permissionMissing');
  expect((await call('DELETE', `/${hidden}`, support)).body.code).toBe('savedFilterNotFound');
  expect((await call('DELETE', `/${shared}`, await server.makeAdministrator(server.tenbin, 'manager'))).body).toEqual({ success: true });
  expect(await namesOf(owner)).not.toContain('Shared');
  const [entry] = await server.database
    .forOrganization(server.tenbin.id)
    .audit.list({ offset: 0, limit: 1 }, { actions: ['removeSavedFilter'], isRefused: false });
  expect(entry).toMatchObject({ facts: { id: shared, list: 'users', name: 'Shared' } });
});

test('nobody keeps more than a hundred', async () => {
  const collector = await server.makeAdministrator(server.tenbin, 'manager');
  const full = Array.from({ length: 100 }, (_, index) => `No. ${index + 1}`);
  for (const name of full) expect((await save(collector, name)).status).toBe(201);
  expect((await save(collector, 'One more')).body).toMatchObject({ code: 'tooManySavedFilters', facts: { most: 100 } });
  expect((await save(collector, 'No. 1', { search: {}, replaces: true })).status).toBe(201);
});
