import {
  applyEvent,
  balanceOf,
  checkoutTerms,
  latestFacts,
  type PaymentRecord,
  paymentResults,
  type SubscriptionStatus,
  yen,
} from '@tenbin/billing';
import {
  buildPaypalAccount,
  buildTenant,
  buildUser,
  newId,
  newPayment,
  newSubscription,
  openTestDatabase,
  planTerms,
  type Tenant,
  type TestDatabase,
  testEngines,
  testMasterKey,
  testVault,
} from '@tenbin/testkit';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../database/database.ts';
import { masterKeyOf, parseMasterKeys } from '../seal/master-key.ts';
import { openVault } from '../seal/open-vault.ts';
import { paypalAccountIdentity } from './paypal-accounts.ts';

const day = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000);
const campaign = { code: 'ABCDEFGH', expiresAt: day(30), affiliateOnly: true };

describe.each(testEngines)('on %s', (engine) => {
  let opened: TestDatabase;
  let tenant: Tenant;
  let own: OrganizationDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  beforeEach(async () => {
    tenant = await buildTenant(opened.database);
    // Where nothing is to be paid, whoever pays does so in vain.
    await opened.database.platform.organizations.update(tenant.organization.id, { isFree: false });
    own = opened.database.forOrganization(tenant.organization.id);
  });
  afterAll(() => opened.close());

  describe('a plan', () => {
    test('comes back as it was entered', async () => {
      const terms = planTerms({
        tradingLimit: '12345.6789',
        expirationDate: day(90),
        selectableExchanges: ['a', 'b'],
        availablePlanFeatures: ['BASIC_FEATURE'],
        availablePlanOptions: ['TROLL_BOX', 'PAIR_LIMIT'],
        campaign,
      });
      const made = await own.userPlans.create(terms, day(0));
      expect(made).toMatchObject({ ...terms, version: 1, seriesId: made.id, paypalPlanId: null });
      expect(await own.userPlans.require(made.id)).toEqual(made);
      expect(await own.userPlans.listCurrent()).toEqual([made]);
    });

    test('that is edited has another version, while the one before stays as it was', async () => {
      const first = await own.userPlans.create(planTerms(), day(0));
      await own.userPlans.setPaypalPlan(first.id, 'P-1');
      await own.userPlans.setPaypalPlan(first.id, 'P-2');
      const second = await own.userPlans.replace(first.id, planTerms({ monthlyPrice: yen(6000) }), day(1));
      expect(second).toMatchObject({ seriesId: first.id, version: 2, paypalPlanId: null });
      expect(await own.userPlans.require(first.id)).toEqual({ ...first, paypalPlanId: 'P-1', replacedAt: day(1) });
      expect(await own.userPlans.listCurrent()).toEqual([second]);
      await expect(own.userPlans.replace(first.id, planTerms(), day(2))).rejects.toThrow('userPlanNotFound');
      await own.userPlans.archive(second.id, day(3));
      expect(await own.userPlans.listCurrent()).toEqual([]);
      expect((await own.userPlans.list([first.id, second.id])).map(({ version }) => version)).toEqual([1, 2]);
    });

    test('that two edit at once has one next version', async () => {
      const first = await own.userPlans.create(planTerms(), day(0));
      const edits = await Promise.allSettled(
        [1, 2].map((price) => own.userPlans.replace(first.id, planTerms({ monthlyPrice: yen(price) }), day(1))),
      );
      expect(edits.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await own.userPlans.listCurrent()).toHaveLength(1);
    });

    test('is refused whole where it cannot be so', async () => {
      await expect(own.userPlans.create(planTerms({ name: '' }), day(0))).rejects.toThrow('invalidUserPlan');
      await own.userPlans.create(planTerms({ campaign }), day(0));
      await expect(own.userPlans.create(planTerms({ name: 'Other', campaign }), day(0))).rejects.toThrow('campaignCodeInUse');
      expect(await own.userPlans.listCurrent()).toHaveLength(1);
    });
  });

  describe('a campaign code', () => {
    test('is redeemed once, and follows its plan through its versions', async () => {
      const { id: userId } = tenant.user;
      const plan = await own.userPlans.create(planTerms({ campaign }), day(0));
      expect(await own.campaignCodes.look(userId, campaign.code)).toEqual({
        found: { seriesId: plan.seriesId, campaign },
        isRedeemed: false,
      });
      await own.campaignCodes.redeem(userId, campaign.code, day(1));
      await own.campaignCodes.redeem(userId, campaign.code, day(2));
      expect((await own.campaignCodes.look(userId, campaign.code)).isRedeemed).toBe(true);
      expect(await own.campaignCodes.countUses([campaign.code, 'OTHERONE'])).toEqual(new Map([[campaign.code, 1]]));
      const longer = { ...campaign, expiresAt: null };
      const next = await own.userPlans.replace(plan.id, planTerms({ campaign: longer }), day(3));
      expect(next.campaign).toEqual(longer);
      expect(await own.campaignCodes.listRedeemed(userId)).toEqual([plan.seriesId]);
    });

    test('stays with its plan while a version before is archived', async () => {
      const first = await own.userPlans.create(planTerms({ campaign }), day(0));
      const second = await own.userPlans.replace(first.id, planTerms({ campaign }), day(1));
      await expect(own.userPlans.archive(first.id, day(2))).rejects.toThrow('userPlanNotFound');
      expect((await own.campaignCodes.look(tenant.user.id, campaign.code)).found).not.toBeNull();
      await own.userPlans.archive(second.id, day(3));
      expect((await own.campaignCodes.look(tenant.user.id, campaign.code)).found).toBeNull();
    });

    test('that its plan has no more is none, and is nobody else’s', async () => {
      const plan = await own.userPlans.create(planTerms({ campaign }), day(0));
      await own.userPlans.replace(plan.id, planTerms({ campaign: { ...campaign, code: 'HGFEDCBA' } }), day(1));
      expect((await own.campaignCodes.look(tenant.user.id, campaign.code)).found).toBeNull();
      await expect(own.userPlans.create(planTerms({ name: 'Other', campaign }), day(2))).rejects.toThrow('campaignCodeInUse');
      expect(await own.campaignCodes.makeFresh()).toMatch(/^[2-9A-Z]{8}$/);
    });
  });

  describe('a subscription', () => {
    const statuses: readonly SubscriptionStatus[] = [
      { kind: 'approvalPending' },
      { kind: 'active' },
      { kind: 'paymentFailed', cause: 'declined', failedAt: day(31), graceUntil: day(36), isGraceOver: false },
      { kind: 'suspended', since: day(41) },
      { kind: 'cancelled', at: day(41) },
      { kind: 'expired', at: day(41) },
    ];

    test.each(statuses)('that is $kind comes back as it was, with its plans', async (status) => {
      const plan = await own.userPlans.create(planTerms({ campaign }), day(0));
      const nextPlan = await own.userPlans.create(planTerms({ name: 'Small', monthlyPrice: yen(100) }), day(0));
      const { id: paypalAccountId } = await buildPaypalAccount(own);
      const subscription = newSubscription({
        userId: tenant.user.id,
        plan,
        nextPlan,
        status,
        owedUpgradePrice: yen(7),
        paidPlan: nextPlan,
        reversedAt: day(2),
        expiresAt: day(99),
      });
      const stored = await own.subscriptions.create(subscription, paypalAccountId);
      expect(stored).toEqual({ ...subscription, paypalAccountId, revision: 0 });
      expect(await own.subscriptions.find(subscription.id)).toEqual(stored);
      expect(await own.subscriptions.findLatestOfUser(tenant.user.id)).toEqual(stored);
      expect(await own.subscriptions.findByPaypal(subscription.paypalSubscriptionId ?? '')).toEqual(stored);
      const runs = !['cancelled', 'expired'].includes(status.kind);
      await own.subscriptions.scheduleReconcile(subscription.id, day(5));
      expect(await own.subscriptions.listDue(day(5), 10)).toEqual(runs ? [stored] : []);
      expect(await own.subscriptions.listDue(day(4.9), 10)).toEqual([]);
    });

    test('is one for each user, until it has ended', async () => {
      const plan = await own.userPlans.create(planTerms(), day(0));
      const first = await own.subscriptions.create(newSubscription({ userId: tenant.user.id, plan }), null);
      const second = newSubscription({ userId: tenant.user.id, plan });
      await expect(own.subscriptions.create(second, null)).rejects.toThrow('alreadySubscribed');
      const other = await buildUser(opened.database, own.organizationId);
      const { paypalSubscriptionId } = first;
      const twin = newSubscription({ userId: other.id, plan, paypalSubscriptionId });
      await expect(own.subscriptions.create(twin, null)).rejects.toThrow('paypalSubscriptionInUse');
      await own.subscriptions.save(first, applyEvent(first, { type: 'CANCELLED', at: day(3) }).subscription);
      const stored = await own.subscriptions.create(second, null);
      expect(await own.subscriptions.findLatestOfUser(tenant.user.id)).toEqual(stored);
    });

    test('is written by one at a time: who read it before another’s change reads it again', async () => {
      const plan = await own.userPlans.create(planTerms(), day(0));
      const read = await own.subscriptions.create(newSubscription({ userId: tenant.user.id, plan }), null);
      const { subscription: failed } = applyEvent(read, { type: 'FAILED', at: day(31), retryAt: day(36) });
      const saved = await own.subscriptions.save(read, failed);
      expect(saved).toEqual({ ...failed, paypalAccountId: null, revision: 1 });
      await expect(own.subscriptions.save(read, read)).rejects.toThrow('subscriptionChanged');
      expect(await own.subscriptions.find(read.id)).toEqual(saved);
    });

    test.each([{ bannedAt: day(1) }, { isAffiliate: true }])(
      'is charged in vain while its user is %o, and not due for an ordinary look',
      async (held) => {
        const plan = await own.userPlans.create(planTerms(), day(0));
        const { id } = await own.subscriptions.create(
          newSubscription({ userId: tenant.user.id, plan }),
          (await buildPaypalAccount(own)).id,
        );
        await own.subscriptions.scheduleReconcile(id, day(2));
        const lists = async () => {
          const [due, inVain] = [await own.subscriptions.listDue(day(3), 10), await own.subscriptions.listChargedInVain(day(3), 10)];
          return { due: due.length, inVain: inVain.length, isInVain: await own.subscriptions.isChargedInVain(id) };
        };
        expect(await lists()).toEqual({ due: 1, inVain: 0, isInVain: false });
        await own.users.update(tenant.user.id, held);
        expect(await lists()).toEqual({ due: 0, inVain: 1, isInVain: true });
      },
    );

    test('is looked at when it was last asked for, and no later than somebody else asked for meanwhile', async () => {
      const plan = await own.userPlans.create(planTerms(), day(0));
      const { id } = await own.subscriptions.create(newSubscription({ userId: tenant.user.id, plan }), null);
      await own.subscriptions.scheduleReconcile(id, day(9));
      const seen = await own.subscriptions.dueAt(id);
      expect(seen).toEqual(day(9));
      await own.subscriptions.scheduleReconcile(id, day(20), seen);
      expect(await own.subscriptions.dueAt(id)).toEqual(day(20));
      await own.subscriptions.hurry(day(10), tenant.user.id);
      await own.subscriptions.scheduleReconcile(id, day(30), day(20));
      expect(await own.subscriptions.dueAt(id)).toEqual(day(10));
      await own.subscriptions.scheduleReconcile(id, day(8), day(20));
      expect(await own.subscriptions.dueAt(id)).toEqual(day(8));
    });
  });

  test('a checkout is one for each user, abandoned for the next, and ended once', async () => {
    const plan = await own.userPlans.create(planTerms({ campaign, expirationDate: day(99) }), day(0));
    const { id: paypalAccountId } = await buildPaypalAccount(own);
    const terms = checkoutTerms(plan, 'renew', { now: day(1), present: { start: day(0), end: day(31) } });
    const wanted = { userId: tenant.user.id, planId: plan.id, purpose: 'renew', terms, paypalAccountId } as const;
    const first = await own.checkouts.open(wanted, day(1));
    expect(first).toMatchObject({ ...wanted, endedAt: null, outcome: null });
    const second = await own.checkouts.open(wanted, day(2));
    expect(await own.checkouts.setApproval(first.id, { paypalSubscriptionId: 'I-late', approveUrl: null })).toBe(false);
    const approval = { paypalSubscriptionId: 'I-1', approveUrl: 'https://a.example' };
    expect(await own.checkouts.setApproval(second.id, approval)).toBe(true);
    expect(await own.checkouts.findOpen(tenant.user.id)).toEqual({
      ...second,
      paypalSubscriptionId: 'I-1',
      approveUrl: 'https://a.example',
    });
    expect(await own.checkouts.listOpen()).toEqual([await own.checkouts.findByPaypal('I-1')]);
    expect(await own.checkouts.listOpenInVain(day(3))).toEqual([]);
    await own.users.update(tenant.user.id, { bannedAt: day(3) });
    expect((await own.checkouts.listOpenInVain(day(3))).map(({ id }) => id)).toEqual([second.id]);
    await own.checkouts.putOff(second.id, day(4));
    expect(await own.checkouts.listOpenInVain(day(3))).toEqual([]);
    expect(await own.checkouts.listOpenInVain(day(4))).toEqual(await own.checkouts.listOpen());
    expect(await own.checkouts.end(second.id, 'completed', day(3))).toBe(true);
    expect(await own.checkouts.listOpen()).toEqual([]);
    expect(await own.checkouts.findByPaypal('I-1')).toMatchObject({ id: second.id, outcome: 'completed' });
    expect(await own.checkouts.findByPaypal('I-late')).toBeNull();
    expect(await own.checkouts.end(second.id, 'abandoned', day(3))).toBe(false);
    expect(await own.checkouts.findOpen(tenant.user.id)).toBeNull();
    expect(await own.checkouts.giveUp(second.id, day(4))).toBe(false);
    const third = await own.checkouts.open(wanted, day(4));
    for (const given of [first, third]) {
      const atOnce = await Promise.all([own.checkouts.giveUp(given.id, day(5)), own.checkouts.giveUp(given.id, day(5))]);
      expect(atOnce.sort(), 'abandoned already, and open').toEqual([false, true]);
    }
    expect(await own.checkouts.findOpen(tenant.user.id)).toBeNull();
    expect(await own.checkouts.end(third.id, 'abandoned', day(6))).toBe(false);
  });

  describe('payments', () => {
    const all = { offset: 0, limit: 100 };

    test('are facts that are added once, told as often as one likes', async () => {
      const facts = [newPayment({ key: 'sale', result: 'PENDING' }), newPayment({ key: 'sale', at: day(1) })];
      expect(await own.payments.record(facts)).toHaveLength(2);
      expect(await own.payments.record([...facts, newPayment({ key: 'other' })])).toMatchObject([{ key: 'other' }]);
      expect(await own.payments.record([])).toEqual([]);
      expect((await own.payments.listFacts('sale')).map(({ result }) => result)).toEqual(['PENDING', 'COMPLETED']);
    });

    test('are shown by their newest fact, as the rules have it, whatever order facts came in', async () => {
      const userId = tenant.user.id;
      const fact = fc.record({
        key: fc.constantFrom('a', 'b', 'c'),
        at: fc.integer({ min: 0, max: 3 }).map(day),
        result: fc.constantFrom(...paymentResults),
      });
      const lists = fc.uniqueArray(fact, { minLength: 1, maxLength: 12, selector: ({ key, result }) => `${key}${result}` });
      await fc.assert(
        fc.asyncProperty(lists, async (given) => {
          const user = await buildUser(opened.database, own.organizationId);
          const facts = given.map((one) => newPayment({ ...one, key: `${user.id}-${one.key}`, userId: user.id }));
          await own.payments.record(facts);
          const shown = await own.payments.listOfUser(user.id, all);
          const asRecords = (records: readonly PaymentRecord[]) => records.map(({ key, result, at }) => [key, result, at]);
          expect(asRecords(shown)).toEqual(asRecords(latestFacts(facts)));
          expect(await own.payments.countOfUser(user.id)).toBe(shown.length);
        }),
        { numRuns: 25 },
      );
      expect(await own.payments.listOfUser(userId, all)).toEqual([]);
    });

    test('of a span add up to the yen', async () => {
      await own.payments.record([
        newPayment({ at: day(1), payment: yen(5000) }),
        newPayment({ at: day(2), payment: yen(-2000), type: 'REFUND' }),
        newPayment({ at: day(3), payment: yen(700) }),
      ]);
      expect(balanceOf(await own.payments.listFactsBetween({ start: day(1), end: day(3) }))).toBe(3000);
    });

    test('of what went back of one, and of what came back of that, are found by it', async () => {
      const back = { type: 'REFUND', payment: yen(-5000), refundOf: 'sale' } as const;
      await own.payments.record([
        newPayment({ key: 'sale' }),
        newPayment({ ...back, key: 'R-1', isReversal: true }),
        newPayment({ key: 'reinstated/R-1', result: 'REINSTATED', refundOf: 'sale' }),
        newPayment({ ...back, key: 'R-2' }),
        newPayment({ ...back, key: 'R-3', refundOf: 'other' }),
      ]);
      expect((await own.payments.listBackOf('sale')).map(({ key, isReversal }) => [key, isReversal])).toEqual([
        ['R-1', true],
        ['reinstated/R-1', false],
        ['R-2', false],
      ]);
    });

    test('are read in pages', async () => {
      const userId = tenant.user.id;
      await own.payments.record(Array.from({ length: 5 }, (_, index) => newPayment({ key: `sale-${index}`, at: day(index), userId })));
      const page = await own.payments.listOfUser(userId, { offset: 1, limit: 2 });
      expect(page.map(({ key }) => key)).toEqual(['sale-3', 'sale-2']);
      expect(await own.payments.countOfUser(userId)).toBe(5);
    });
  });

  test('a webhook is stored once, waits until it is applied, and is forgotten some time after', async () => {
    const webhook = (id: string, at: Date) => ({
      id,
      type: 'PAYMENT.SALE.COMPLETED',
      paypalSubscriptionId: 'I-1',
      body: '{"é":1}',
      receivedAt: at,
    });
    const [late, early] = [webhook('WH-2', day(2)), webhook('WH-1', day(1))];
    expect(await own.webhookEvents.put(late)).toBe(true);
    expect(await own.webhookEvents.put(early)).toBe(true);
    expect(await own.webhookEvents.put({ ...early, body: 'another' })).toBe(false);
    expect(await own.webhookEvents.listOfType('PAYMENT.SALE.COMPLETED')).toEqual([early, late]);
    expect(await own.webhookEvents.listOfType('CUSTOMER.DISPUTE.RESOLVED')).toEqual([]);
    expect(await own.webhookEvents.listDue(day(1), 10)).toEqual([early]);
    expect(await own.webhookEvents.listDue(day(3), 10)).toEqual([early, late]);
    await own.webhookEvents.putOff(early.id, day(3));
    expect(await own.webhookEvents.listDue(day(2), 10)).toEqual([late]);
    expect(await own.webhookEvents.listDue(day(3), 10)).toEqual([late, early]);
    await own.webhookEvents.markApplied(early.id, day(3));
    expect(await own.webhookEvents.listDue(day(3), 10)).toEqual([late]);
    expect(await own.webhookEvents.put(early)).toBe(false);
    expect(await own.webhookEvents.removeApplied(day(9))).toBe(1);
    expect(await own.webhookEvents.listDue(day(9), 10)).toEqual([late]);
  });

  describe('an account at PayPal', () => {
    test('is one in use; the one before it stays, with its own secret', async () => {
      const [first, second] = [await buildPaypalAccount(own, 'first-secret'), await buildPaypalAccount(own, 'second-secret')];
      expect(await own.paypalAccounts.findCurrent()).toEqual(second);
      const before = await own.paypalAccounts.find(first.id);
      expect(before?.replacedAt).toBeInstanceOf(Date);
      expect(JSON.stringify(before)).not.toContain('first-secret');
      const identity = paypalAccountIdentity(own.organizationId, first.id);
      expect(JSON.parse(testVault.open(first.sealed, identity))).toEqual({ secret: 'first-secret' });
      expect(() => testVault.open(second.sealed, identity)).toThrow('does not open');
    });

    test('has one product, whoever made it first', async () => {
      const { id } = await buildPaypalAccount(own);
      expect(await own.paypalAccounts.setProduct(id, 'PROD-1')).toBe('PROD-1');
      expect(await own.paypalAccounts.setProduct(id, 'PROD-2')).toBe('PROD-1');
      await own.paypalAccounts.setWebhook(id, 'W-1');
      await own.paypalAccounts.setEventsUntil(id, day(5));
      expect(await own.paypalAccounts.findCurrent()).toMatchObject({ productId: 'PROD-1', webhookId: 'W-1', eventsUntil: day(5) });
      await expect(own.paypalAccounts.setProduct(newId(), 'PROD-3')).rejects.toThrow('paypalAccountNotFound');
    });
  });
});

test('an account at PayPal is sealed anew with a new master key', async () => {
  const opened = await openTestDatabase('pglite');
  try {
    const { organization } = await buildTenant(opened.database);
    const own = opened.database.forOrganization(organization.id);
    const { id } = await buildPaypalAccount(own, 'the-secret');
    const newer = masterKeyOf(new Uint8Array(32).fill(7));
    await openVault(opened.database, [...parseMasterKeys(testMasterKey), newer]);
    const vault = await openVault(opened.database, [newer]);
    const sealed = (await own.paypalAccounts.find(id))?.sealed;
    expect(sealed && JSON.parse(vault.open(sealed, paypalAccountIdentity(organization.id, id)))).toEqual({ secret: 'the-secret' });
  } finally {
    await opened.close();
  }
});
