import { applyEvent, yen } from '@tenbin/billing';
import type { OrganizationDatabase } from '@tenbin/db';
import { buildExchange, contractRecord, newPayment, newSubscription, planTerms } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { botsOf } from '../../testing/bots-of.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

/** So long a server goes by what it read of an organization. */
const organizationRememberedMs = 5_000;

let server: TestServer;
let own: OrganizationDatabase;
beforeAll(async () => {
  server = await startTestServer();
  own = server.database.forOrganization(server.tenbin.id);
  await server.database.platform.organizations.update(server.tenbin.id, { isFree: false });
  server.clock.advance(organizationRememberedMs);
});
afterAll(() => server.close());

const self = async ({ key }: TestUser) => (await server.call('GET', '/api/users/self', { key })).body;
const volumeUseOf = async ({ key }: TestUser) => (await server.call('GET', '/api/users/self/volume', { key })).body;
const available = async ({ key }: TestUser) =>
  (await server.call('GET', '/api/user-plans/available', { key })).body.map(({ name }: { name: string }) => name);
const enter = ({ key }: TestUser, campaignCode: string) =>
  server.call('POST', '/api/user-plans/user_campaign', { key, body: { campaignCode } });
const at = () => server.clock.now();
const dayMs = 86_400_000;
const period = () => ({ start: new Date(at().getTime() - dayMs), end: new Date(at().getTime() + 30 * dayMs) });

async function subscribe({ id }: TestUser, tradingLimit: string | null = '10000', selectableExchanges: readonly string[] = []) {
  const plan = await own.userPlans.create(planTerms({ name: `Own ${id}`, tradingLimit, selectableExchanges, campaign: null }), at());
  const paid = { period: period(), paidAt: period().start, startedAt: period().start };
  return own.subscriptions.create(newSubscription({ userId: id, plan, ...paid }), null);
}

describe('bots of an organization that is not free', () => {
  test('are set up, started and rebalanced by those whose plan is paid, and by nobody else', async () => {
    const user = await server.makeUser();
    const bots = botsOf(server, user);
    expect(await bots.create()).toMatchObject({ status: 402, body: { code: 'paymentRequired' } });
    const subscription = await subscribe(user);
    const id = await bots.made();
    expect((await bots.put(`/${id}/start`)).status).toBe(200);
    expect((await bots.put(`/${id}/stop`)).status).toBe(200);
    expect(await self(user)).toMatchObject({
      isPaid: true,
      subscription: { status: 'active', botStopReasons: [], plan: { name: `Own ${user.id}` } },
    });

    const failure = { type: 'FAILED', at: at(), retryAt: null } as const;
    const failed = await own.subscriptions.save(subscription, applyEvent(subscription, failure).subscription);
    expect(await bots.put(`/${id}/start`)).toMatchObject({ status: 402, body: { code: 'paymentRequired' } });
    expect(await self(user)).toMatchObject({
      isPaid: false,
      subscription: { status: 'paymentFailed', botStopReasons: ['BY_PAYMENT_FAILED'] },
    });
    expect((await bots.put(`/${id}`, { name: 'Renamed' })).status, 'editing costs nothing').toBe(200);

    await own.subscriptions.save(failed, applyEvent(failed, { type: 'CANCELLED', at: at() }).subscription);
    expect(await self(user)).toMatchObject({ isPaid: false, subscription: { status: 'cancelled', botStopReasons: ['NO_SUBSCRIPTION'] } });
  });

  test('are set up on the exchanges of their user’s plan, and on no other', async () => {
    const [user, other] = [await server.makeUser(), await server.makeUser()];
    await subscribe(user, '10000', [server.exchange.id]);
    await subscribe(other, '10000', [server.kohaku.id]);
    expect((await botsOf(server, user).create()).status).toBe(201);
    expect(await botsOf(server, other).create()).toMatchObject({ status: 403, body: { code: 'exchangeNotInPlan' } });
  });

  test('neither move to an exchange that is not in the plan, nor run on one that no longer is', async () => {
    const user = await server.makeUser();
    const bots = botsOf(server, user);
    const subscription = await subscribe(user, '10000', [server.exchange.id]);
    const id = await bots.made();
    const other = await buildExchange(server.database, server.tenbin.id);
    const refused = { status: 403, body: { code: 'exchangeNotInPlan' } };
    expect(await bots.put(`/${id}`, { exchangeId: other.id })).toMatchObject(refused);
    const terms = planTerms({ selectableExchanges: [other.id], campaign: null });
    const plan = await own.userPlans.replace(subscription.plan.id, terms, at());
    await own.subscriptions.save(subscription, { ...subscription, plan });
    expect(await bots.put(`/${id}/start`)).toMatchObject(refused);
    const rebalance = `/api/bots/${id}/auto-rebalance-by-bot`;
    expect(await server.call('POST', rebalance, { key: user.key, body: {} })).toMatchObject(refused);
    expect((await bots.put(`/${id}`, { name: 'Renamed' })).status).toBe(200);
  });

  test('do not start where the limit is used up, which is told with the limit', async () => {
    const user = await server.makeUser();
    const bots = botsOf(server, user);
    await subscribe(user, '0');
    expect(await bots.create()).toMatchObject({ status: 402, body: { code: 'tradingLimitReached', facts: { limit: '0' } } });
    expect(await self(user)).toMatchObject({ isPaid: true, subscription: { botStopReasons: ['BY_TRADING_VOLUME_LIMIT'] } });
    expect(await volumeUseOf(user)).toMatchObject({ used: 0, limit: 0, rest: 0, consumption: 100, isNearlyUsedUp: true });
  });
});

test('the volume that counts is that of the payment period, beside what is left of the limit', async () => {
  const [user, unlimited] = [await server.makeUser(), await server.makeUser()];
  const { period: counted } = await subscribe(user, '100');
  const bots = botsOf(server, user);
  const id = await bots.made();
  await bots.put(`/${id}/start`);
  const { workers } = server.database.platform;
  const { exchangeAccountId } = await own.bots.require(user.id, id);
  const claims = await workers.claim(await workers.register('test'), { limit: 100, leaseMs: 60_000 });
  const claim = claims.find((one) => one.exchangeAccountId === exchangeAccountId);
  const inPeriod = (number: number) => new Date((counted?.start.getTime() ?? 0) + number);
  const records = [-1, 0, 1, 2].map((number) =>
    contractRecord({ clientOrderId: `T1x${number + 2}`, createdAt: inPeriod(number), tradeIds: [String(number)] }),
  );
  await own.journal.record({ botId: id, epoch: claim?.epoch ?? 0 }, { records });
  const { body: month } = await server.call('GET', '/api/users/self/volume/this-month', { key: user.key });
  expect(await volumeUseOf(user)).toMatchObject({ used: 90.9, thisMonth: month.volume, limit: 100, rest: 9.1, isNearlyUsedUp: true });
  const { monthStart, monthEnd } = await volumeUseOf(user);
  // Nine hours before the month of UTC.
  expect([monthStart, monthEnd].map((moment) => moment.slice(11))).toEqual(['15:00:00.000Z', '15:00:00.000Z']);
  const now = server.clock.now().toISOString();
  expect([monthStart <= now, now < monthEnd]).toEqual([true, true]);
  const at = [inPeriod(-5), inPeriod(0), inPeriod(1)].map((moment) => moment.toISOString()).join();
  const { body: use } = await server.call('GET', `/api/users/self/volume?at=${at}`, { key: user.key });
  expect(use).toMatchObject({ used: 90.9, usedAt: [0, 0, 30.3] });
  await bots.put(`/${id}/stop`);
  await own.bots.delete(user.id, id);
  expect(await volumeUseOf(user)).toMatchObject({ used: 90.9 });
  await subscribe(unlimited, null);
  expect(await volumeUseOf(unlimited)).toMatchObject({ used: 0, limit: null, rest: null, consumption: null, isNearlyUsedUp: false });
});

describe('plans', () => {
  const code = (name: string) => ({ code: name, expiresAt: null, affiliateOnly: false });

  test('are shown without a code, with one’s own code, and while one is on them', async () => {
    const [user, other] = [await server.makeUser(), await server.makeUser()];
    await own.userPlans.create(planTerms({ name: 'Everybody' }), at());
    await own.userPlans.create(planTerms({ name: 'Campaign', campaign: code('CAMPAGNE') }), at());
    expect(await available(user)).toContain('Everybody');
    expect(await available(user)).not.toContain('Campaign');
    const entered = await enter(user, 'campa-gne');
    expect(entered).toMatchObject({
      status: 200,
      body: { name: 'Campaign', campaignCode: 'CAMPAGNE', monthlyPrice: 5000, tradingLimit: 10_000 },
    });
    expect(await available(user)).toContain('Campaign');
    expect(await available(other)).not.toContain('Campaign');
    const { plan } = await subscribe(user);
    await own.userPlans.replace(plan.id, planTerms({ name: 'Successor' }), at());
    expect(await available(user)).toEqual(expect.arrayContaining([plan.name, 'Successor']));
    expect(await available(other)).not.toContain(plan.name);
  });

  test('a code is refused for the first reason in the order, as code, type and field', async () => {
    const user = await server.makeUser();
    const gone = { ...code('EXPREDXX'), expiresAt: new Date(at().getTime() - 1) };
    await own.userPlans.create(planTerms({ name: 'Expired', campaign: gone }), at());
    await own.userPlans.create(planTerms({ name: 'Invited', campaign: { ...gone, code: 'NWTEDXXX', affiliateOnly: true } }), at());
    await own.userPlans.create(planTerms({ name: 'Twice', campaign: code('TWCEXXXX') }), at());
    await enter(user, 'TWCEXXXX');
    for (const [text, type] of [
      ['ABCDEFGH', 'invalidCode'],
      ['none', 'invalidCode'],
      ['NWTEDXXX', 'invalidAffiliateCode'],
      ['EXPREDXX', 'codeExpired'],
      ['TWCEXXXX', 'alreadyRegistered'],
    ] as const)
      expect(await enter(user, text), text).toMatchObject({
        status: 400,
        body: { code: type, type, error: { campaignCode: expect.any(String) } },
      });
    const { plan } = await subscribe(user);
    await own.userPlans.replace(plan.id, planTerms({ name: 'Mine', campaign: code('MNEXXXXX') }), at());
    expect((await enter(user, 'MNEXXXXX')).body).toMatchObject({ type: 'alreadyRegisteredPlan' });
  });

  test('a code is nobody’s of another organization', async () => {
    const user = await server.makeUser();
    const theirs = server.database.forOrganization(server.kohaku.id);
    await theirs.userPlans.create(planTerms({ campaign: code('KHAKXXXX') }), at());
    expect((await enter(user, 'KHAKXXXX')).body.code).toBe('invalidCode');
  });
});

test('payments are one’s own, each as it is now', async () => {
  const [user, other] = [await server.makeUser(), await server.makeUser()];
  const sale = newPayment({ key: 'SALE-1', userId: user.id, at: new Date('2026-01-01T00:00:00Z') });
  await own.payments.record([
    { ...sale, result: 'PENDING' },
    sale,
    newPayment({
      key: 'R-1',
      userId: user.id,
      at: new Date('2026-01-02T00:00:00Z'),
      payment: yen(-2000),
      type: 'REFUND',
      refundOf: 'SALE-1',
    }),
  ]);
  const list = async ({ key }: TestUser, query = '') => (await server.call('GET', `/api/user-plans/payments${query}`, { key })).body;
  expect(await list(user)).toEqual([
    {
      transactionId: 'R-1',
      date: '2026-01-02T00:00:00.000Z',
      planName: 'Standard',
      campaignCode: null,
      payment: -2000,
      type: 'REFUND',
      result: 'COMPLETED',
    },
    {
      transactionId: 'SALE-1',
      date: '2026-01-01T00:00:00.000Z',
      planName: 'Standard',
      campaignCode: null,
      payment: 5000,
      type: 'SUBSCRIPTION_FEE',
      result: 'COMPLETED',
    },
  ]);
  expect(await list(user, '?offset=1&limit=1')).toHaveLength(1);
  expect(await list(other)).toEqual([]);
  expect([await list(user, '/count'), await list(other, '/count')]).toEqual([{ count: 2 }, { count: 0 }]);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
