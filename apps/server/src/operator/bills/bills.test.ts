import { keyHeaders } from '@tenbin/contract';
import { openDatabase } from '@tenbin/db';
import { silentLog } from '@tenbin/telemetry';
import { buildBot, buildExchangeAccount, buildUser, contractRecord, openTestDatabase, type TestDatabase, testVault } from '@tenbin/testkit';
import { connectExchange } from '@tenbin/testkit/exchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultServerConfig, startServer } from '../../index.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const month = '2026/01';
let opened: TestDatabase;
let server: TestServer;
let key: string;
let botId: string;
beforeAll(async () => {
  opened = await openTestDatabase('postgres');
  server = await startTestServer({ opened });
  key = await server.makeOperator();
  const { id: organizationId } = server.kohaku;
  const { id: userId } = await buildUser(server.database, organizationId);
  const account = await buildExchangeAccount(server.database, { organizationId, userId, exchangeId: server.exchange.id });
  botId = (await buildBot(server.database, organizationId, { userId, exchangeAccountId: account.id })).id;
});
afterAll(() => server.close());

const operate = (method: string, path: string, body?: unknown) =>
  server.call(method, `/ango-ya${path}`, { key, surface: 'operator', ...(body === undefined ? {} : { body }) });
const bill = (body: object = {}) => operate('POST', `/organizations/${server.kohaku.id}/bills`, { month, ...body });
const trade = (at: string, volume: string) =>
  server.database
    .forOrganization(server.kohaku.id)
    .journal.record({ botId, epoch: 0 }, { records: [contractRecord({ createdAt: new Date(at), volume })] });

test('a month is computed from what is stored, with its own prices, days and rate, and says what is missing', async () => {
  const [plan] = (await operate('GET', '/organization-plans')).body.filter(({ name }: { name: string }) => name === 'BASIC');
  const prices = { monthlyPrice: 50_000, pricePerUser: 333, basisPoints: '5' };
  expect((await operate('PUT', `/organization-plans/${plan._id}`, prices)).body).toMatchObject(prices);
  const [option] = (await operate('GET', '/options')).body;
  await operate('PUT', `/options/${option._id}`, { monthlyPrice: 9_999 });
  await operate('PUT', `/organizations/${server.kohaku.id}`, {
    plan: 'BASIC',
    isFree: false,
    planOptions: [option.name],
    ownPrices: { monthlyPrice: 40_001 },
  });
  // In Tokyo the first is of January and the last of February.
  await trade('2025-12-31T15:00:00.000Z', '100000');
  await trade('2026-01-15T00:00:00.000Z', '23456.78');
  await trade('2026-01-31T15:00:00.000Z', '999999');
  expect((await bill()).body).toMatchObject({ code: 'usdRateMissing', facts: { month } });
  await operate('PUT', '/usd-rates', { month, yenPerUsd: '151.5', source: 'mid rate of the day', date: '2026-01-31' });
  const draft = (await bill()).body;
  // 123,456.78 USD × 5 bp × 151.5 = 9,351.85…; 40,001 + 9,999 + 333 + 9,351 = 59,684; a tenth of it is 5,968.4.
  expect(draft).toMatchObject({
    number: null,
    status: 'PENDING',
    taxes: [{ rate: 10, base: 59_684, tax: 5_968 }],
    total: 65_652,
    usdRate: { yenPerUsd: '151.5', source: 'mid rate of the day', date: '2026-01-31' },
  });
  expect(draft.lines.map(({ what, amount }: { what: string; amount: number }) => [what, amount])).toEqual([
    ['organizationPlan', 40_001],
    ['option', 9_999],
    ['activeUsers', 333],
    ['volume', 9_351],
  ]);
  const { _id: first, ...same } = draft;
  const { _id: second, ...again } = (await bill()).body;
  expect([again, second === first]).toEqual([same, false]);
  const drafts = (await operate('GET', `/organizations/${server.kohaku.id}/bills`)).body;
  expect(drafts.map(({ _id }: { _id: string }) => _id)).toEqual([second]);
});

test('a server that was started later computes the same, from what is stored alone', async () => {
  const { _id: first, ...here } = (await bill()).body;
  const database = await openDatabase(opened.options);
  const later = await startServer(
    { ...defaultServerConfig, port: 0, runsJobs: false },
    { database, vault: testVault, connectExchange, clock: server.clock, log: silentLog },
  );
  const answered = await fetch(`${later.url}/ango-ya/organizations/${server.kohaku.id}/bills`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [String(keyHeaders.operator)]: key },
    body: JSON.stringify({ month }),
  });
  const { _id: second, ...there } = (await answered.json()) as Record<string, unknown>;
  await later.close();
  await database.close();
  expect([answered.status, there, second === first]).toEqual([201, here, false]);
  expect(here.total).toBe(65_652);
});

test('an issued bill is numbered and never changes; what comes later to the month makes a revision that names it', async () => {
  expect((await bill({ issue: true })).body.code).toBe('billIssuerMissing');
  const issuer = { name: 'Tenbin K.K.', address: 'Tokyo', registrationNumber: 'T1234567890123' };
  expect((await operate('PUT', '/bill-issuer', { ...issuer, registrationNumber: '123' })).body).toMatchObject({
    code: 'invalidRegistrationNumber',
    error: { registrationNumber: expect.any(String) },
  });
  expect((await operate('PUT', '/bill-issuer', issuer)).body).toEqual({ issuer });
  const issued = (await bill({ issue: true })).body;
  expect(issued).toMatchObject({ number: 1, issuer, recipient: 'Kohaku', total: 65_652, corrects: null });
  await trade('2026-01-20T00:00:00.000Z', '1000000');
  await operate('PUT', '/usd-rates', { month, yenPerUsd: '1', source: 'a mistake', date: '2026-01-31' });
  expect((await operate('GET', `/bills/${issued._id}`)).body).toEqual(issued);
  expect((await bill({ issue: true })).body).toMatchObject({ code: 'billExists', facts: { number: 1 } });
  expect((await bill({ corrects: server.kohaku.id })).body.code).toBe('billNotFound');
  const revision = (await bill({ corrects: issued._id, issue: true })).body;
  expect(revision).toMatchObject({ number: 2, corrects: issued._id });
  expect(revision.total).not.toBe(issued.total);
  expect((await operate('GET', `/bills/${issued._id}`)).body).toEqual(issued);
  const finance = await server.makeAdministrator(server.kohaku, 'finance');
  const own = await server.call('GET', '/admin/organizations/self/bills', { key: finance, surface: 'organization' });
  expect(own.body.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
});

test('a month is issued once, however many ask at once, and only when it is over', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map(() => operate('POST', `/organizations/${server.tenbin.id}/bills`, { month, issue: true })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const now = server.clock.now();
  const present = `${now.getUTCFullYear()}/${String(now.getUTCMonth() + 1).padStart(2, '0')}`;
  const later = `${now.getUTCFullYear() + 1}/01`;
  expect(present < later).toBe(true);
  expect((await operate('POST', `/organizations/${server.tenbin.id}/bills`, { month: later, issue: true })).body).toMatchObject({
    code: 'monthNotOver',
    facts: { month: later },
  });
});

test('that a bill was paid, or was not, is said of issued ones alone, and written down', async () => {
  const [newest, ...others] = (await operate('GET', `/organizations/${server.kohaku.id}/bills`)).body;
  expect(others.length).toBeGreaterThan(0);
  expect((await operate('PUT', `/bills/${newest._id}`, { status: 'COMPLETED' })).body).toMatchObject({
    status: 'COMPLETED',
    paidAt: expect.any(String),
  });
  expect((await operate('PUT', `/bills/${newest._id}`, { status: 'FAILED' })).body).toMatchObject({ status: 'FAILED', paidAt: null });
  const [entry] = await server.database.platform.audit.list({ offset: 0, limit: 5 }, { actions: ['settleOrganizationBill'] });
  expect(entry?.facts).toMatchObject({ id: newest._id, statusBefore: 'COMPLETED', statusAfter: 'FAILED' });
  const draft = (await operate('POST', `/organizations/${server.tenbin.id}/bills`, { month: '2026/02' })).body;
  expect((await operate('PUT', `/bills/${draft._id}`, { status: 'COMPLETED' })).body.code).toBe('billNotFound');
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
