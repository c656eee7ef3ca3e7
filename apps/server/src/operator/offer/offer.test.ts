import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  key = await server.makeOperator();
});
afterAll(() => server.close());

const operate = (method: string, path: string, body?: unknown, asKey = key) =>
  server.call(method, `/ango-ya${path}`, { key: asKey, surface: 'operator', ...(body === undefined ? {} : { body }) });
const entriesOf = (action: string) => server.database.platform.audit.list({ offset: 0, limit: 10 }, { actions: [action] });

test('the platform offers plans, features and options, each with its price', async () => {
  const names = async (path: string) => (await operate('GET', path)).body.map(({ name }: { name: string }) => name);
  expect(await names('/organization-plans')).toContain('PROFESSIONAL');
  expect(await names('/options')).toContain('CREATE_LP');
  const features = await names('/features');
  expect(features.length).toBeGreaterThan(0);
  const plans = (await operate('GET', '/organization-plans')).body;
  for (const { features: included } of plans) for (const feature of included) expect(features).toContain(feature);
});

test.each([
  ['/organization-plans', 'updateOfferedPlan'],
  ['/features', 'updateOfferedFeature'],
  ['/options', 'updateOfferedOption'],
])('of %s a price is changed for one alone, and what it was is written down', async (path, action) => {
  const [first, ...others] = (await operate('GET', path)).body;
  const changed = await operate('PUT', `${path}/${first._id}`, { monthlyPrice: 12_345 });
  expect(changed).toMatchObject({ status: 200, body: { ...first, monthlyPrice: 12_345 } });
  expect((await operate('GET', path)).body).toEqual(expect.arrayContaining([changed.body, ...others]));
  expect((await entriesOf(action))[0]?.facts).toMatchObject({
    monthlyPriceBefore: String(first.monthlyPrice),
    monthlyPriceAfter: '12345',
  });
  expect((await operate('PUT', `${path}/${server.tenbin.id}`, { monthlyPrice: 1 })).body.code).toBe('offerNotFound');
  expect((await operate('PUT', `${path}/${first._id}`, { monthlyPrice: -1 })).body.code).toBe('invalidInput');
  const observer = await server.makeOperator('observer');
  expect((await operate('PUT', `${path}/${first._id}`, { monthlyPrice: 1 }, observer)).status).toBe(403);
  expect((await operate('GET', path, undefined, observer)).body).toContainEqual(changed.body);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
