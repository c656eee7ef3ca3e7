import { type UserPlan, yen } from '@tenbin/billing';
import { billFacts, newId, newPayment } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { botsOf } from '../../testing/bots-of.ts';
import { type PaymentStage, startPaymentStage } from '../../testing/payment-stage.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import type { TestUser } from '../../testing/start-test-server.ts';

const dayMs = 86_400_000;

let stage: PaymentStage;
let owner: string;
let standard: UserPlan;
beforeAll(async () => {
  stage = await startPaymentStage();
  standard = await stage.makePlan({ name: 'Standard' });
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.standIn.misbehaviour.behave();
  owner = await stage.server.makeAdministrator();
});

const call = (method: string, path: string, body?: unknown, key = owner) =>
  stage.server.call(method, `/admin/${path}`, { key, surface: 'organization', ...(body === undefined ? {} : { body }) });
const account = async () => (await call('GET', 'paypal-account')).body;
const self = async (user: TestUser) => (await stage.server.call('GET', '/api/users/self', { key: user.key })).body;
const charged = (id: string) => stage.standIn.books.subscriptions.get(id)?.status;

async function prepared(user: TestUser, plan = standard) {
  const { body, text } = await stage.server.call('POST', '/api/user-plans/checkout', {
    key: user.key,
    body: { userPlanId: plan.id, purpose: 'new' },
  });
  expect(body.approveUrl, text).toEqual(expect.any(String));
  return body as { approveUrl: string; paypalSubscriptionId: string };
}

async function buy(user: TestUser, plan = standard): Promise<string> {
  const { approveUrl, paypalSubscriptionId } = await prepared(user, plan);
  await stage.approve(approveUrl);
  const body = { userPlanId: plan.id, paypalSubscriptionId };
  expect((await stage.server.call('POST', '/api/user-plans', { key: user.key, body })).status).toBe(201);
  return paypalSubscriptionId;
}

describe('payments', () => {
  test('are found by what became of them and whose they are, and counted by the same filter', async () => {
    const user = await stage.server.makeUser();
    await buy(user);
    const search = `email=${encodeURIComponent(user.email)}`;
    const { body: found } = await call('GET', `payments?${search}`);
    expect(found.map(({ payment, isOutstanding }: Record<string, unknown>) => [payment, isOutstanding]).sort()).toEqual([
      [10_000, false],
      [5000, false],
    ]);
    expect(found[0]).toMatchObject({ user: user.id, email: user.email, planName: 'Standard', isUnexpected: false });
    expect((await call('GET', `payments/count?${search}`)).body).toEqual({ count: 2 });
    expect((await call('GET', `payments?${search}&type=INITIAL_PURCHASE_FEE`)).body).toHaveLength(1);
    expect((await call('GET', `payments/count?${search}&result=FAILED`)).body).toEqual({ count: 0 });
    for (const wrong of ['result=LOST', 'type=GIFT', 'skip=-1', 'limit=101', 'start=soon'])
      expect((await call('GET', `payments?${wrong}`)).status, wrong).toBe(400);
  });

  test('that fail stand first until they are paid', async () => {
    const user = await stage.server.makeUser();
    const id = await buy(user);
    const made = stage.standIn.books.subscriptions.get(id);
    expect(made).toBeDefined();
    if (made) made.pays = false;
    await stage.advance(32 * dayMs);
    owner = await stage.server.makeAdministrator();
    expect((await call('GET', 'payments?limit=1')).body).toMatchObject([{ user: user.id, result: 'FAILED', isOutstanding: true }]);
  });

  test('add up to the revenue', async () => {
    const organization = stage.server.kohaku;
    const { payments } = stage.server.database.forOrganization(organization.id);
    await payments.record([
      newPayment({ key: 'sale-1', at: new Date('2026-01-31T20:00:00Z') }),
      newPayment({ key: 'sale-2', at: new Date('2026-02-10T00:00:00Z'), planName: 'Large', payment: yen(8000) }),
      newPayment({ key: 'sale-2', at: new Date('2026-03-05T00:00:00Z'), planName: 'Large', payment: yen(8000), result: 'REFUNDED' }),
    ]);
    const key = await stage.server.makeAdministrator(organization, 'finance');
    expect((await call('GET', 'revenue', undefined, key)).body).toEqual([
      { month: '2026-03', planName: 'Large', count: 0, paid: 0, refunded: -8000, total: -8000 },
      { month: '2026-02', planName: 'Large', count: 1, paid: 8000, refunded: 0, total: 8000 },
      { month: '2026-02', planName: 'Standard', count: 1, paid: 5000, refunded: 0, total: 5000 },
    ]);
  });

  test('leave as a file in the organization’s time zone, with nothing that a spreadsheet would run, and that is written down', async () => {
    const { audit } = stage.server.database.forOrganization(stage.server.kohaku.id);
    const key = await stage.server.makeAdministrator(stage.server.kohaku, 'finance');
    await stage.server.database
      .forOrganization(stage.server.kohaku.id)
      .payments.record([newPayment({ key: '=HYPERLINK("x")', at: new Date('2026-05-01T00:00:00Z') })]);
    const file = await call('GET', 'transaction-logs/download?start=2026-04-01&end=2026-06-01', undefined, key);
    expect(file.text.trim().split('\r\n')).toEqual([
      'transactionId,date,user,email,planName,campaignCode,payment,type,result,refundOf,paypalSubscriptionId,unexpected',
      `"'=HYPERLINK(""x"")",2026-05-01T09:00:00.000+09:00,,,Standard,,5000,SUBSCRIPTION_FEE,COMPLETED,,,false`,
    ]);
    const excel = await call('GET', 'transaction-logs/download?excel=1&result=REFUNDED', undefined, key);
    expect(excel.text).toContain('2026-03-05 09:00:00');
    expect(await audit.list({ offset: 0, limit: 2 })).toMatchObject([
      { action: 'downloadTransactionLogs', refusal: null },
      { action: 'downloadTransactionLogs' },
    ]);
    const manager = await stage.server.makeAdministrator(stage.server.kohaku, 'manager');
    expect((await call('GET', 'transaction-logs/download', undefined, manager)).status).toBe(403);
  });

  test('of who was invited stand beside who invited them', async () => {
    const [referrer, invited] = [await stage.server.makeUser(), await stage.server.makeUser()];
    const other = await stage.server.makeUser();
    const { createdAt } = await stage.own.users.require(invited.id);
    const code = (await stage.own.users.require(referrer.id)).referralCode;
    const newcomer = await stage.own.users.create({
      email: 'invited@example.com',
      passwordHash: 'x',
      referredBy: referrer.id,
      verifiedAt: createdAt,
    });
    await stage.own.payments.record([
      newPayment({ key: 'sale-i', userId: newcomer.id, at: new Date('2031-02-01T00:00:00Z') }),
      newPayment({
        key: 'refund-i',
        userId: newcomer.id,
        type: 'REFUND',
        payment: yen(-2000),
        refundOf: 'sale-i',
        at: new Date('2031-02-02T00:00:00Z'),
      }),
    ]);
    const { text } = await call('GET', 'referrals/download');
    const [head, ...rows] = text.trim().split('\r\n');
    expect(head).toBe('date,code,referrer,referredUser,email,state,firstPayment,paid');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`${code},${referrer.email},${newcomer.id},invited@example.com,verified,2031-02-01T09:00:00.000+09:00,3000`);
    expect(text).not.toContain(other.email);
  });
});

describe('the account at PayPal', () => {
  /** Whatever ends by it. */
  async function enter(given: object = stage.standIn.addAccount()) {
    const endsSubscriptions = (await account()).account.subscriptions;
    const answer = await call('POST', 'paypal-account', { ...given, environment: 'sandbox', endsSubscriptions });
    await stage.work();
    return answer;
  }

  test('is asked now whether it works, and its secret is never told', async () => {
    const credentials = stage.standIn.addAccount();
    const { body, text } = await enter(credentials);
    expect(body.account, text).toMatchObject({
      clientId: credentials.clientId,
      environment: 'sandbox',
      check: { state: 'works', reason: null, webhook: true },
    });
    expect(text + (await call('GET', 'paypal-account')).text + stage.server.log.join()).not.toContain(credentials.secret);
    const [entry] = await stage.own.audit.list({ offset: 0, limit: 1 });
    expect(entry).toMatchObject({ action: 'setPaypalAccount', refusal: null, facts: { clientId: credentials.clientId } });
    expect(JSON.stringify(entry)).not.toContain(credentials.secret);
    stage.standIn.misbehaviour.next('serverError', 50);
    expect((await account()).account.check).toMatchObject({ state: 'unreachable' });
  });

  test('that PayPal does not accept, or that cannot be asked for, leaves the one before', async () => {
    const before = (await account()).account;
    const { clientId } = stage.standIn.addAccount();
    const refused = await call('POST', 'paypal-account', { clientId, secret: 'not-the-secret', environment: 'sandbox' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'paypalCredentialsWrong', error: { secret: expect.any(String) } } });
    expect(refused.text).not.toContain('not-the-secret');
    stage.standIn.misbehaviour.next('serverError', 50);
    expect((await enter()).status).toBe(503);
    stage.standIn.misbehaviour.behave();
    expect((await account()).account._id).toBe(before._id);
  });

  test('with another secret stays the same account, and ends nothing', async () => {
    const credentials = stage.standIn.addAccount();
    await enter(credentials);
    const user = await stage.server.makeUser();
    const bought = await buy(user);
    const before = (await account()).account;
    const again = await call('POST', 'paypal-account', { ...credentials, environment: 'sandbox' });
    expect(again.body).toMatchObject({ account: { _id: before._id, subscriptions: 1 }, earlier: [] });
    await stage.work();
    expect(charged(bought)).toBe('ACTIVE');
    expect((await call('PUT', `user-plans/cancel_subscription/${user.id}`, { reason: 'Over' })).status).toBe(200);
  });

  test('in the place of one that charges ends its subscriptions at the provider, once their number is said; bots stop, plans are made anew', async () => {
    await enter();
    const user = await stage.server.makeUser();
    const bought = await buy(user);
    const botId = await botsOf(stage.server, user).made();
    expect((await stage.server.call('PUT', `/api/bots/${botId}/start`, { key: user.key })).status).toBe(200);
    const waiting = await prepared(await stage.server.makeUser());
    const { subscriptions } = (await account()).account;
    expect(subscriptions).toBeGreaterThan(0);
    const other = stage.standIn.addAccount();
    const change = (given: object) => call('POST', 'paypal-account', { ...other, environment: 'sandbox', ...given });
    expect(await change({})).toMatchObject({ status: 409, body: { code: 'subscriptionsWouldEnd', facts: { count: subscriptions } } });
    expect((await change({ endsSubscriptions: subscriptions + 1 })).status).toBe(409);
    const changed = await change({ endsSubscriptions: subscriptions, reason: 'The company moved' });
    expect(changed.body).toMatchObject({ account: { clientId: other.clientId, subscriptions: 0 } });
    expect(changed.body.earlier).toHaveLength(1);
    expect(await stage.own.audit.list({ offset: 0, limit: 1 })).toMatchObject([
      { reason: 'The company moved', facts: { endsSubscriptions: subscriptions } },
    ]);

    stage.standIn.misbehaviour.next('serverError', 100);
    await stage.work();
    stage.standIn.misbehaviour.behave();
    expect(charged(bought), 'while it cannot be reached').toBe('ACTIVE');
    expect((await self(user)).subscription.status).toBe('active');
    await stage.advance(3_700_000);
    await stage.advance(120_000);
    expect(charged(bought)).toBe('CANCELLED');
    expect((await self(user)).subscription.status).toBe('cancelled');
    expect(await stage.own.bots.find(botId)).toMatchObject({ active: false });
    expect((await account()).earlier).toEqual([]);

    await stage.approve(waiting.approveUrl);
    await stage.work();
    expect(charged(waiting.paypalSubscriptionId), 'agreed to at the account before').toBe('CANCELLED');
    const newcomer = await stage.server.makeUser();
    expect(charged(await buy(newcomer))).toBe('ACTIVE');
  });

  test('charges for nothing real on a staging site, and only an owner changes it', async () => {
    const finance = await stage.server.makeAdministrator(stage.server.tenbin, 'finance');
    expect((await call('GET', 'paypal-account', undefined, finance)).status).toBe(200);
    expect((await call('POST', 'paypal-account', { ...stage.standIn.addAccount(), environment: 'sandbox' }, finance)).status).toBe(403);
    const staging = await startPaymentStage({ features: { tenbin: { paypal: true, staging: true } } });
    try {
      const key = await staging.server.makeAdministrator();
      const given = { key, surface: 'organization' as const };
      const live = await staging.server.call('POST', '/admin/paypal-account', {
        ...given,
        body: { ...staging.standIn.addAccount(), environment: 'live' },
      });
      expect(live).toMatchObject({ status: 400, body: { code: 'sandboxOnly', error: { environment: expect.any(String) } } });
      expect((await staging.server.call('GET', '/admin/paypal-account', given)).body.environments).toEqual(['sandbox']);
    } finally {
      await staging.close();
    }
  });

  test('shows what lives there and belongs to nobody here, and cancels nothing of it', async () => {
    const user = await stage.server.makeUser();
    const { approveUrl, paypalSubscriptionId } = await prepared(user);
    await stage.approve(approveUrl);
    const known = async () =>
      (await call('GET', 'paypal-account/unclaimed')).body.map((one: { paypalSubscriptionId: string }) => one.paypalSubscriptionId);
    expect(await known()).toContain(paypalSubscriptionId);
    expect(charged(paypalSubscriptionId)).toBe('ACTIVE');
    await stage.work();
    expect(await known(), 'once it is settled').not.toContain(paypalSubscriptionId);
  });
});

describe('the platform', () => {
  test('tells what it offers, with the organization’s own prices, and what the organization has', async () => {
    const { offer, organizations } = stage.server.database.platform;
    const [, basic] = await offer.listPlans();
    await offer.updatePlan(basic?.id ?? '', { monthlyPrice: yen(50_000), basisPoints: '1.5' });
    await organizations.update(stage.server.kohaku.id, {
      plan: 'BASIC',
      planOptions: ['TROLL_BOX'],
      ownPrices: { monthlyPrice: yen(40_000), options: { TROLL_BOX: yen(1000) } },
    });
    const key = await stage.server.makeAdministrator(stage.server.kohaku, 'finance');
    stage.server.clock.advance(60_000);
    const { body: plans } = await call('GET', 'organization-plans', undefined, key);
    expect(plans.map(({ name, monthlyPrice, isCurrent }: Record<string, unknown>) => [name, monthlyPrice, isCurrent])).toEqual([
      ['FREE', 0, false],
      ['BASIC', 40_000, true],
      ['PROFESSIONAL', 0, false],
      ['ENTERPRISE', 0, false],
    ]);
    const { body: features } = await call('GET', 'features', undefined, key);
    expect([features.length, features.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent).length]).toEqual([13, 4]);
    const { body: options } = await call('GET', 'options', undefined, key);
    expect([options.length, options[0]]).toEqual([7, expect.objectContaining({ name: 'TROLL_BOX', monthlyPrice: 1000, isCurrent: true })]);
  });

  test('sends bills that only their organization sees, once they are issued', async () => {
    const { bills } = stage.server.database.platform;
    const { id } = stage.server.tenbin;
    const draft = await bills.draft(id, billFacts({ activeUsers: 2, pricePerUser: yen(333) }));
    expect((await call('GET', 'organizations/self/bills')).body).toEqual([]);
    expect(await call('GET', `organizations/self/bills/${draft.id}`)).toMatchObject({ status: 404, body: { code: 'billNotFound' } });
    const issuer = { name: 'Tenbin', address: 'Tokyo', registrationNumber: 'T1234567890123' };
    await bills.issue(id, draft.id, { at: stage.server.clock.now(), issuer, recipient: 'Kohaku' });
    const { body: bill } = await call('GET', `organizations/self/bills/${draft.id}`);
    expect(bill).toMatchObject({
      month: '2026/01',
      organization: id,
      issuer,
      lines: [
        { what: 'organizationPlan', name: 'BASIC', amount: 50_000 },
        { what: 'activeUsers', count: '2', amount: 666 },
      ],
      taxes: [{ rate: 10, base: 50_666, tax: 5066 }],
      total: 55_732,
      status: 'PENDING',
    });
    expect((await call('GET', 'organizations/self/bills')).body).toEqual([bill]);
    expect((await call('GET', 'organizations/self/bills/count')).body).toEqual({ count: 1 });
    const stranger = await stage.server.makeAdministrator(stage.server.kohaku);
    for (const wrong of [draft.id, newId()])
      expect((await call('GET', `organizations/self/bills/${wrong}`, undefined, stranger)).body.code).toBe('billNotFound');
  });
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
