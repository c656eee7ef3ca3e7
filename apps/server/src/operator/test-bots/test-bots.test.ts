import { testOrganizationId } from '@tenbin/accounts';
import { openTestDatabase } from '@tenbin/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { goodPassword, startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let key: string;
let client: pg.Client;

beforeAll(async () => {
  const opened = await openTestDatabase('postgres');
  client = new pg.Client({ connectionString: opened.options.databaseUrl });
  await client.connect();
  // Not a trial: an operator has switched the virtual exchange on.
  server = await startTestServer({ opened, isTrial: false });
  key = await server.makeOperator();
});
afterAll(async () => {
  await client.end();
  await server.close();
});

const operate = (method: string, path = '', as = key) => server.call(method, `/ango-ya/bots/test${path}`, { key: as, surface: 'operator' });
const figures = async () => (await operate('GET', '/figures')).body;
const entriesOf = async (action: string) =>
  (await server.database.platform.audit.list({ offset: 0, limit: 100 })).filter(
    (entry) => entry.action === action && entry.refusal === null,
  );

/** By table: how many rows of the test bots' organization there are. */
async function leftovers(): Promise<Readonly<Record<string, number>>> {
  const { rows: tables } = await client.query(
    "select table_name as name from information_schema.columns where column_name = 'organization_id' and table_schema = 'public' and table_name not like 'audit_%'",
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query(`select count(*)::int as count from "${name}" where organization_id = $1`, [testOrganizationId]);
    if (rows[0].count > 0) found[name] = rows[0].count;
  }
  return found;
}

test('so many are made as were asked for, each with a key of its own, and asking again makes none', async () => {
  expect(await figures()).toEqual({ isPossible: true, total: 0, busy: 0, byState: [] });
  expect(await operate('POST', '/25')).toMatchObject({ status: 201, body: { made: 25, total: 25 } });
  expect((await operate('POST', '/25')).body).toEqual({ made: 0, total: 25 });
  expect((await operate('POST', '/27')).body).toEqual({ made: 2, total: 27 });
  expect(await figures()).toMatchObject({ total: 27, busy: 0, byState: [{ state: 'stopped', count: 27 }] });
  const { rows } = await client.query('select count(distinct key_fingerprint)::int as keys from exchange_accounts');
  expect(rows).toEqual([{ keys: 27 }]);
  const { body: listed } = await operate('GET', '?skip=0&limit=10');
  expect(listed).toHaveLength(10);
  expect(listed[0]).toMatchObject({ name: 'Test-27', pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'] });
  expect((await entriesOf('makeTestBots')).map(({ facts }) => facts.wanted)).toEqual([27, 25, 25]);
});

test('two who ask at once do not make more', async () => {
  const answers = await Promise.all([operate('POST', '/31'), operate('POST', '/31')]);
  expect(answers.map(({ body }) => body.total)).toEqual([31, 31]);
  expect(answers.reduce((sum, { body }) => sum + body.made, 0)).toBe(4);
  expect((await figures()).total).toBe(31);
});

test('their organization is in no list, and nobody signs up there', async () => {
  const { body } = await server.call('GET', '/ango-ya/organizations', { key, surface: 'operator' });
  expect(body.map(({ slug }: { slug: string }) => slug)).not.toContain('platform-test-bots');
  expect(body.length).toBeGreaterThanOrEqual(2);
  const somebody = { email: 'somebody@example.com', password: goodPassword, organization: testOrganizationId, language: 'en' };
  expect((await server.call('POST', '/api/users', { body: somebody })).status).toBeGreaterThanOrEqual(400);
});

test('all are requested to run, and to stop; while one runs nothing is removed', async () => {
  expect((await operate('PUT', '/start')).body).toEqual({ success: true, count: 31 });
  expect((await operate('PUT', '/start')).body).toEqual({ success: true, count: 0 });
  expect(await figures()).toMatchObject({ total: 31, busy: 31 });
  expect(await operate('DELETE')).toMatchObject({ status: 409, body: { code: 'testBotsRunning' } });
  expect((await figures()).total).toBe(31);
  expect((await operate('PUT', '/stop')).body).toEqual({ success: true, count: 31 });
  expect((await operate('PUT', '/stop')).body).toEqual({ success: true, count: 0 });
  expect(await figures()).toMatchObject({ total: 31, busy: 0 });
  expect((await entriesOf('startTestBots')).map(({ facts }) => facts.count)).toEqual([0, 31]);
  expect((await entriesOf('stopTestBots')).map(({ facts }) => facts.count)).toEqual([0, 31]);
});

test('removing them leaves nothing of them, and touches nothing else', async () => {
  const user = await server.makeUser();
  expect((await leftovers()).bots).toBe(31);
  expect((await operate('DELETE')).body).toEqual({ success: true, count: 31 });
  expect(await leftovers()).toEqual({});
  expect(await figures()).toMatchObject({ total: 0, byState: [] });
  expect((await server.call('GET', '/api/users/self', { key: user.key })).status).toBe(200);
  expect((await operate('DELETE')).body).toEqual({ success: true, count: 0 });
  expect((await operate('POST', '/1')).body).toEqual({ made: 1, total: 1 });
  expect((await entriesOf('removeTestBots')).map(({ facts }) => facts.count)).toEqual([0, 31]);
});

test.each(['0', '1001', '1.5', 'x'])('%s bots are refused', async (num) => {
  expect((await operate('POST', `/${num}`)).status).toBe(400);
});

test('where the virtual exchange is off, or does not answer, none are made; an observer makes none', async () => {
  const { exchanges } = server.database.platform;
  const observer = await server.makeOperator('observer');
  expect((await operate('POST', '/2', observer)).status).toBe(403);
  expect((await operate('GET', '/figures', observer)).status).toBe(200);
  await exchanges.change(server.exchange.id, { enabled: false });
  expect(await operate('POST', '/2')).toMatchObject({ status: 409, body: { code: 'virtualExchangeOff' } });
  expect(await operate('PUT', '/start')).toMatchObject({ status: 409, body: { code: 'virtualExchangeOff' } });
  expect((await figures()).isPossible).toBe(false);
  await exchanges.change(server.exchange.id, { enabled: true });
  expect((await figures()).isPossible).toBe(true);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
