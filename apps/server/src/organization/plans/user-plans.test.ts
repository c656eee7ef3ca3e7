import { yen } from '@tenbin/billing';
import { paypalAccountIdentity, type Sealed } from '@tenbin/db';
import { testVault } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { botsOf } from '../../testing/bots-of.ts';
import { type PaymentStage, startPaymentStage } from '../../testing/payment-stage.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import type { TestUser } from '../../testing/start-test-server.ts';

let stage: PaymentStage;
let administrator: string;
beforeAll(async () => {
  stage = await startPaymentStage();
  administrator = await stage.server.makeAdministrator();
});
afterAll(() => stage.close());
beforeEach(() => stage.standIn.misbehaviour.behave());

const call = (method: string, path: string, body?: unknown) =>
  stage.server.call(method, `/admin/${path}`, { key: administrator, surface: 'organization', ...(body === undefined ? {} : { body }) });
const terms = (given: object = {}) => ({
  name: 'Standard',
  tradingLimit: 10_000,
  monthlyPrice: 5000,
  initialInstallationCost: 10_000,
  ...given,
});
const make = async (given: object = {}) => {
  const { status, body, text } = await call('POST', 'user-plans', terms(given));
  expect(status, text).toBe(201);
  return body;
};
const offered = async () => (await call('GET', 'user-plans?limit=100')).body;
const entries = async (action: string) =>
  (await stage.own.audit.list({ offset: 0, limit: 100 })).filter((entry) => entry.action === action && entry.refusal === null);
const providerPlans = () => [...stage.standIn.books.plans.values()];
const self = async (user: TestUser) => (await stage.server.call('GET', '/api/users/self', { key: user.key })).body;

async function buy(user: TestUser, userPlanId: string): Promise<string> {
  const ask = (path: string, body: object) => stage.server.call('POST', `/api/user-plans${path}`, { key: user.key, body });
  const { body: approval, text } = await ask('/checkout', { userPlanId, purpose: 'new' });
  expect(approval.approveUrl, text).toEqual(expect.any(String));
  await stage.approve(approval.approveUrl);
  const bought = await ask('', { userPlanId, paypalSubscriptionId: approval.paypalSubscriptionId });
  expect(bought.status, bought.text).toBe(201);
  return approval.paypalSubscriptionId;
}

describe('a plan', () => {
  test('with a price is made at the provider when it is saved, comes back as it was entered, and is offered', async () => {
    const plan = await make({
      tradingLimit: 12_345.6789,
      availablePlanFeatures: ['BASIC_FEATURE'],
      selectableExchanges: [stage.server.exchange.id],
    });
    expect(plan).toMatchObject({ version: 1, tradingLimit: 12_345.6789, subscribers: 0, codeUses: 0, archivedAt: null });
    expect(stage.standIn.books.plans.get(plan.paypalPlanId)).toBeDefined();
    expect((await offered()).map(({ _id }: { _id: string }) => _id)).toContain(plan._id);
    const user = await stage.server.makeUser();
    const { body: shown } = await stage.server.call('GET', '/api/user-plans/available', { key: user.key });
    expect(shown.map(({ _id }: { _id: string }) => _id)).toContain(plan._id);
    expect(await entries('createUserPlan')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ actor: 'administrator', facts: expect.objectContaining({ planId: plan._id, monthlyPrice: 5000 }) }),
      ]),
    );
  });

  test('that costs nothing is made at no provider, and has no installation', async () => {
    const before = providerPlans().length;
    expect(await make({ monthlyPrice: 0, initialInstallationCost: 0 })).toMatchObject({ paypalPlanId: null, paymentMethods: null });
    expect(providerPlans()).toHaveLength(before);
    expect(await call('POST', 'user-plans', terms({ monthlyPrice: 0 }))).toMatchObject({
      status: 400,
      body: { code: 'installationOfFreePlan', error: { initialInstallationCost: expect.any(String) } },
    });
  });

  test('that the provider cannot be asked for is not there', async () => {
    const before = await offered();
    stage.standIn.misbehaviour.next('serverError', 50);
    expect(await call('POST', 'user-plans', terms())).toMatchObject({ status: 503, body: { code: 'paymentProviderUnavailable' } });
    stage.standIn.misbehaviour.behave();
    const [plan] = before;
    stage.standIn.misbehaviour.next('serverError', 50);
    expect((await call('PUT', `user-plans/${plan._id}`, terms({ name: 'Other' }))).status).toBe(503);
    stage.standIn.misbehaviour.behave();
    expect(await offered()).toEqual(before);
  });

  test('that the provider refuses is not there, and what it says is told', async () => {
    const before = await offered();
    const { id, sealed } = (await stage.own.paypalAccounts.findCurrent()) ?? { id: '', sealed: '' as Sealed };
    await stage.own.paypalAccounts.reseal(
      id,
      testVault.seal(JSON.stringify({ secret: 'another' }), paypalAccountIdentity(stage.own.organizationId, id)),
    );
    const refused = await call('POST', 'user-plans', terms());
    await stage.own.paypalAccounts.reseal(id, sealed);
    expect(refused).toMatchObject({ status: 502, body: { code: 'paypalRefused', message: expect.stringContaining('invalid_client') } });
    expect(await offered()).toEqual(before);
  });

  test('in use is never changed: an edit is its next version, and who is subscribed stays on theirs', async () => {
    const plan = await make();
    const user = await stage.server.makeUser();
    await buy(user, plan._id);
    const { body: next } = await call('PUT', `user-plans/${plan._id}`, terms({ monthlyPrice: 6000 }));
    expect(next).toMatchObject({ version: 2, series: plan.series, monthlyPrice: 6000, subscribers: 0 });
    expect(next.paypalPlanId).not.toBe(plan.paypalPlanId);
    expect((await self(user)).subscription.plan).toMatchObject({ _id: plan._id, monthlyPrice: 5000 });
    const { body: versions } = await call('GET', `user-plan-versions/${next._id}`);
    expect(versions.map(({ version, subscribers }: Record<string, number>) => [version, subscribers])).toEqual([
      [2, 0],
      [1, 1],
    ]);
    expect((await call('GET', `user-plan-subscribers/${plan._id}`)).body).toMatchObject([
      { user: user.id, email: user.email, source: 'paypal' },
    ]);
    expect(await call('PUT', `user-plans/${plan._id}`, terms())).toMatchObject({ status: 404, body: { code: 'userPlanNotFound' } });
  });

  test('that is archived is offered no more, and keeps who is subscribed', async () => {
    const plan = await make({ name: 'Leaving' });
    const user = await stage.server.makeUser();
    await buy(user, plan._id);
    expect((await call('DELETE', `user-plans/${plan._id}`)).body).toEqual({ success: true });
    expect((await offered()).map(({ _id }: { _id: string }) => _id)).not.toContain(plan._id);
    expect((await call('GET', 'user-plans?archived=true')).body[0]).toMatchObject({ _id: plan._id, subscribers: 1 });
    expect(await self(user)).toMatchObject({ isPaid: true });
    expect((await call('DELETE', `user-plans/${plan._id}`)).body.code).toBe('userPlanNotFound');
  });

  test('names only exchanges that the organization offers', async () => {
    const nowhere = stage.server.tenbin.id;
    expect(await call('POST', 'user-plans', terms({ selectableExchanges: [nowhere] }))).toMatchObject({
      body: { code: 'exchangeNotFound' },
    });
  });

  test.each([
    ['name', '   '],
    ['name', 'x'.repeat(128)],
    ['monthlyPrice', 0.5],
    ['monthlyPrice', -1],
    ['monthlyPrice', 10_000_001],
    ['tradingLimit', 0.000_01],
    ['tradingLimit', -1],
    ['availablePlanFeatures', ['NO_SUCH_FEATURE']],
    ['campaignCode', 'SHORT'],
    ['expirationDate', 'soon'],
    ['expirationDate', '2026-01-01'],
  ])('refuses as %s: %j', async (field, value) => {
    const { status, body } = await call('POST', 'user-plans', terms({ [field]: value }));
    expect([status, Object.keys(body.error ?? {})]).toEqual([400, [field]]);
  });
});

test('a plan that has ended can still be given another name, and no other end that is over', async () => {
  const soon = new Date(stage.server.clock.now().getTime() + 60_000).toISOString();
  const plan = await make({ expirationDate: soon });
  stage.server.clock.advance(120_000);
  expect((await call('PUT', `user-plans/${plan._id}`, terms({ name: 'Past', expirationDate: soon }))).body).toMatchObject({ name: 'Past' });
  const { body } = await call('POST', 'user-plans', terms({ expirationDate: soon }));
  expect(body).toMatchObject({ code: 'endNotAhead', error: { expirationDate: expect.any(String) } });
});

describe('a campaign code', () => {
  test('is fresh, has eight characters that nobody confuses, works with the plan that is saved with it, and tells how often', async () => {
    const { campaignCode } = (await call('GET', 'user-plans/create_campaign_code')).body;
    expect(campaignCode).toMatch(/^[23456789A-HJKM-NP-TW-Z]{8}$/);
    const plan = await make({ name: 'Secret', campaignCode: campaignCode.toLowerCase(), campaignExpiresAt: '2032-01-01T00:00:00Z' });
    expect(plan).toMatchObject({ campaignCode, campaignExpiresAt: '2032-01-01T00:00:00.000Z', affiliateOnly: false });
    const user = await stage.server.makeUser();
    const redeem = () => stage.server.call('POST', '/api/user-plans/user_campaign', { key: user.key, body: { campaignCode } });
    expect((await redeem()).body).toMatchObject({ _id: plan._id });
    expect((await call('GET', 'campaign-codes')).body[0]).toMatchObject({
      code: campaignCode,
      planName: 'Secret',
      uses: 1,
      retiredAt: null,
    });
    expect((await offered()).find(({ _id }: { _id: string }) => _id === plan._id)).toMatchObject({ codeUses: 1 });
  });

  test('of another plan is refused before anything is made', async () => {
    const { campaignCode } = (await call('GET', 'user-plans/create_campaign_code')).body;
    await make({ campaignCode });
    const before = providerPlans().length;
    expect(await call('POST', 'user-plans', terms({ campaignCode }))).toMatchObject({
      status: 409,
      body: { code: 'campaignCodeInUse', error: { campaignCode: expect.any(String) } },
    });
    expect(providerPlans()).toHaveLength(before);
  });
});

describe('by hand', () => {
  const give = (user: TestUser, plan: { _id: string }, body: object = { reason: 'A prize' }) =>
    call('PUT', `user-plans/subscribe/${user.id}/${plan._id}`, body);
  /** Of the plan. */
  const mailsTo = async ({ email }: TestUser) =>
    (await stage.server.database.platform.mailQueue.listNewest(20)).flatMap(({ to, text }) =>
      to === email && text.includes('/plan') ? [text] : [],
    );
  const cancel = (user: TestUser, body: object = { reason: 'Asked by phone' }) =>
    call('PUT', `user-plans/cancel_subscription/${user.id}`, body);

  test('a user is given a plan until a day, without a payment; then it ends, and their bots stop', async () => {
    const plan = await make();
    const user = await stage.server.makeUser();
    expect(await botsOf(stage.server, user).create()).toMatchObject({ status: 402 });
    const expiresAt = new Date(stage.server.clock.now().getTime() + 86_400_000).toISOString();
    expect((await give(user, plan, { reason: 'A prize', expiresAt })).body).toMatchObject({
      status: 'active',
      expiresAt,
      paypalSubscriptionId: null,
      botStopReasons: [],
    });
    expect(await self(user)).toMatchObject({ isPaid: true });
    expect(await mailsTo(user)).toEqual([expect.stringMatching(/given you the plan Standard, free of charge/)]);
    expect((await call('GET', `users/${user.id}`)).body.subscription).toMatchObject({ source: 'gift', expiresAt, endedAt: null });
    expect(await botsOf(stage.server, user).create()).toMatchObject({ status: 201 });
    expect((await stage.server.call('GET', '/api/user-plans/payments', { key: user.key })).body).toEqual([]);
    expect(await entries('giveUserPlan')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          reason: 'A prize',
          facts: expect.objectContaining({ userId: user.id, planName: 'Standard', expiresAt }),
        }),
      ]),
    );
    await stage.advance(86_400_000);
    expect(await self(await stage.again(user))).toMatchObject({ isPaid: false, subscription: { status: 'expired' } });
    administrator = await stage.server.makeAdministrator();
  });

  test('what somebody paid for until then is cancelled, and they are told that nothing more is charged', async () => {
    const [paid, prize] = [await make({ name: 'Paid' }), await make({ name: 'Prize' })];
    const user = await stage.server.makeUser();
    const bought = await buy(user, paid._id);
    expect((await give(user, prize)).status).toBe(200);
    expect(stage.standIn.books.subscriptions.get(bought)?.status).toBe('CANCELLED');
    expect((await mailsTo(user))[0]).toMatch(
      /the plan Prize, free of charge.*\s+Your plan Paid is cancelled. No further payments are taken/,
    );
  });

  test('given twice at once it is given once, and whoever was second is told', async () => {
    const [plan, user] = [await make(), await stage.server.makeUser()];
    const answers = await Promise.all([1, 2, 3].map(() => give(user, plan)));
    for (const { status, body } of answers)
      expect([200, 409]).toContain(status === 409 && body.code !== 'alreadySubscribed' ? body.code : status);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await call('GET', `user-plan-subscribers/${plan._id}`)).body).toHaveLength(1);
  });

  test('what a user pays for ends at the provider before they are given another plan', async () => {
    const plan = await make();
    const user = await stage.server.makeUser();
    const bought = await buy(user, plan._id);
    stage.standIn.misbehaviour.next('serverError', 50);
    expect((await give(user, plan)).status).toBe(503);
    stage.standIn.misbehaviour.behave();
    expect((await self(user)).subscription).toMatchObject({ paypalSubscriptionId: bought, status: 'active' });
    expect((await give(user, plan)).status).toBe(200);
    expect(stage.standIn.books.subscriptions.get(bought)?.status).toBe('CANCELLED');
    expect((await self(user)).subscription).toMatchObject({ paypalSubscriptionId: null, status: 'active' });
  });

  test('a gift needs a reason, an end ahead, a plan on offer and a user', async () => {
    const plan = await make();
    const user = await stage.server.makeUser();
    const past = new Date(stage.server.clock.now().getTime() - 1).toISOString();
    expect((await give(user, plan, { reason: 'x', expiresAt: past })).body).toMatchObject({
      code: 'endNotAhead',
      error: { expiresAt: expect.any(String) },
    });
    expect((await give(user, plan, {})).status).toBe(400);
    await call('DELETE', `user-plans/${plan._id}`);
    expect((await give(user, plan)).body.code).toBe('userPlanNotOffered');
    expect((await self(user)).subscription).toBeNull();
  });

  test('a user’s plan is cancelled at the provider first, then here, and their bots are asked to stop', async () => {
    const plan = await make();
    const user = await stage.server.makeUser();
    const bought = await buy(user, plan._id);
    const bots = botsOf(stage.server, user);
    const botId = await bots.made();
    expect((await stage.server.call('PUT', `/api/bots/${botId}/start`, { key: user.key })).status).toBe(200);
    stage.standIn.misbehaviour.next('serverError', 50);
    expect((await cancel(user)).status).toBe(503);
    stage.standIn.misbehaviour.behave();
    expect((await self(user)).subscription.status).toBe('active');
    expect((await cancel(user)).body).toEqual({ success: true });
    expect(stage.standIn.books.subscriptions.get(bought)?.status).toBe('CANCELLED');
    expect((await self(user)).subscription.status).toBe('cancelled');
    expect(await stage.own.bots.find(botId)).toMatchObject({ active: false });
    expect(await entries('cancelSubscriptionOfUser')).toEqual([
      expect.objectContaining({ reason: 'Asked by phone', facts: expect.objectContaining({ userId: user.id, planName: 'Standard' }) }),
    ]);
    expect((await cancel(user)).body.code).toBe('userHasNoPlan');
  });
});

test('plans are made while nothing can be sold yet, and at the provider when they first are', async () => {
  await stage.server.database.platform.organizations.update(stage.server.kohaku.id, { isFree: false });
  const key = await stage.server.makeAdministrator(stage.server.kohaku);
  const { body } = await stage.server.call('POST', '/admin/user-plans', { key, surface: 'organization', body: terms() });
  expect(body).toMatchObject({ paypalPlanId: null, monthlyPrice: yen(5000) });
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
