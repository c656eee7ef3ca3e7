/** What an organization's administrators see of plans, codes, payments and bills, and what the platform offers. */
import { balanceOf, type PaymentRecord, paymentResults, sumYen, yen } from '@tenbin/billing';
import {
  billFacts,
  buildPaypalAccount,
  buildTenant,
  buildUser,
  newPayment,
  newSubscription,
  openTestDatabase,
  planTerms,
  type Tenant,
  type TestDatabase,
  testEngines,
} from '@tenbin/testkit';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../database/database.ts';
import type { Sealed } from '../seal/sealed.ts';
import type { User } from '../users/users.ts';

const day = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000);
const page = { offset: 0, limit: 20 };
async function all<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(...page);
  return found;
}

describe.each(testEngines)('on %s', (engine) => {
  let opened: TestDatabase;
  let tenant: Tenant;
  let own: OrganizationDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  beforeEach(async () => {
    tenant = await buildTenant(opened.database);
    own = opened.database.forOrganization(tenant.organization.id);
  });
  afterAll(() => opened.close());

  const subscribe = async (planId: string, given: Partial<Parameters<typeof newSubscription>[0]> = {}, accountId: string | null = null) =>
    own.subscriptions.create(
      newSubscription({
        userId: (await buildUser(opened.database, tenant.organization.id)).id,
        plan: await own.userPlans.require(planId),
        ...given,
      }),
      accountId,
    );

  test('a plan’s versions are told newest first, and its series when it is offered no more', async () => {
    const first = await own.userPlans.create(planTerms(), day(0));
    const second = await own.userPlans.replace(first.id, planTerms({ monthlyPrice: yen(6000) }), day(1));
    expect((await own.userPlans.listVersions(first.id)).map(({ version, monthlyPrice }) => [version, monthlyPrice])).toEqual([
      [2, 6000],
      [1, 5000],
    ]);
    expect(await own.userPlans.listArchived(page)).toEqual([]);
    await own.userPlans.archive(second.id, day(2));
    expect(await own.userPlans.listArchived(page)).toMatchObject([{ id: second.id, version: 2, archivedAt: day(2) }]);
    expect(await own.userPlans.listCurrent()).toEqual([]);
  });

  test('who is on a version, and who comes to it, is counted; who has ended is not', async () => {
    const first = await own.userPlans.create(planTerms(), day(0));
    const second = await own.userPlans.replace(first.id, planTerms({ name: 'Second' }), day(1));
    const [a, b] = [await subscribe(first.id), await subscribe(second.id)];
    await subscribe(first.id, { status: { kind: 'cancelled', at: day(3) } });
    await own.subscriptions.save(a, { ...a, nextPlan: second });
    expect(Object.fromEntries(await own.subscriptions.countByPlan())).toEqual({
      [first.id]: { subscribers: 1, coming: 0 },
      [second.id]: { subscribers: 1, coming: 1 },
    });
    expect((await own.subscriptions.listOfPlan(second.id, page)).map(({ id }) => id)).toEqual([b.id]);
  });

  test('codes are listed with their plan and how often they were entered, retired ones too', async () => {
    const campaign = { code: 'ABCDEFGH', expiresAt: day(30), affiliateOnly: true };
    const plan = await own.userPlans.create(planTerms({ campaign }), day(0));
    await own.campaignCodes.redeem(tenant.user.id, campaign.code, day(1));
    await own.userPlans.replace(plan.id, planTerms({ name: 'Renamed', campaign: { ...campaign, code: 'BCDEFGHJ' } }), day(2));
    expect(await own.campaignCodes.list(page)).toEqual([
      { ...campaign, code: 'BCDEFGHJ', seriesId: plan.seriesId, planName: 'Renamed', uses: 0, createdAt: day(2), retiredAt: null },
      { ...campaign, seriesId: plan.seriesId, planName: 'Renamed', uses: 1, createdAt: day(0), retiredAt: day(2) },
    ]);
  });

  test('another account makes plans anew, gives up what waits for a payer, and knows what the old one charges still', async () => {
    const before = await buildPaypalAccount(own);
    const plan = await own.userPlans.create(planTerms(), day(0));
    await own.userPlans.setPaypalPlan(plan.id, 'P-1');
    const kept = await subscribe(plan.id, {}, before.id);
    await subscribe(plan.id, { status: { kind: 'cancelled', at: day(1) } }, before.id);
    expect(await own.subscriptions.listOfReplacedAccounts(new Date(), 10)).toEqual([]);
    const after = await buildPaypalAccount(own);
    await subscribe(plan.id, {}, after.id);
    expect((await own.userPlans.require(plan.id)).paypalPlanId).toBeNull();
    expect((await own.subscriptions.listOfReplacedAccounts(new Date(), 10)).map(({ id }) => id)).toEqual([kept.id]);
    expect(Object.fromEntries(await own.subscriptions.countByAccount())).toEqual({ [before.id]: 1, [after.id]: 1 });
    await own.subscriptions.scheduleReconcile(kept.id, new Date(Date.now() + 3_600_000));
    expect(await own.subscriptions.listOfReplacedAccounts(new Date(), 10), 'that could not be ended waits').toEqual([]);
    expect(await own.paypalAccounts.reseal(after.id, 'other' as Sealed)).toMatchObject({ id: after.id, sealed: 'other' });
    expect((await own.paypalAccounts.findCurrent())?.sealed).toBe('other');
  });

  test('what the provider told of, and nobody is subscribed by, is known', async () => {
    const plan = await own.userPlans.create(planTerms(), day(0));
    const { paypalSubscriptionId: claimed } = await subscribe(plan.id);
    await own.payments.record([
      newPayment({ paypalSubscriptionId: 'I-STRAY', at: day(1) }),
      newPayment({ paypalSubscriptionId: claimed, at: day(2) }),
      newPayment({ paypalSubscriptionId: null, at: day(3) }),
    ]);
    const told = { type: 'BILLING.SUBSCRIPTION.ACTIVATED', body: '{}' };
    for (const [id, paypalSubscriptionId] of [
      ['WH-1', 'I-HEARD'],
      ['WH-2', claimed],
      ['WH-3', 'I-STRAY'],
    ] as const)
      await own.webhookEvents.put({ ...told, id, paypalSubscriptionId, receivedAt: day(5) });
    expect(await own.subscriptions.listUnclaimed(10)).toEqual(['I-HEARD', 'I-STRAY']);
    expect(await own.subscriptions.listUnclaimed(1)).toEqual(['I-HEARD']);
  });

  describe('payments', () => {
    test('come each as it is now, those that stand out first', async () => {
      const plan = await own.userPlans.create(planTerms(), day(0));
      const failing = await subscribe(plan.id, {
        paidAt: day(5),
        status: { kind: 'paymentFailed', cause: 'declined', failedAt: day(36), graceUntil: day(41), isGraceOver: false },
      });
      const { id: subscriptionId, userId } = failing;
      const whose = { userId, subscriptionId };
      await own.payments.record([
        newPayment({ ...whose, key: 'failed/earlier', at: day(3), result: 'FAILED' }),
        newPayment({ ...whose, key: 'sale-1', at: day(4), result: 'PENDING' }),
        newPayment({ ...whose, key: 'sale-1', at: day(5), result: 'COMPLETED' }),
        newPayment({ ...whose, key: 'failed/now', at: day(36), result: 'FAILED' }),
        newPayment({ key: 'sale-2', at: day(40), isUnexpected: true }),
      ]);
      const found = await own.payments.search(page);
      expect(found.map(({ key, result, isOutstanding }) => [key, result, isOutstanding])).toEqual([
        ['failed/now', 'FAILED', true],
        ['sale-2', 'COMPLETED', false],
        ['sale-1', 'COMPLETED', false],
        ['failed/earlier', 'FAILED', false],
      ]);
      const { email } = await own.users.require(userId);
      expect(found.map((one) => one.email)).toEqual([email, null, email, email]);
      const keysOf = async (filter: Parameters<typeof own.payments.count>[0]) => {
        const keys = (await own.payments.search({ ...page, ...filter })).map(({ key }) => key);
        expect(await own.payments.count(filter)).toBe(keys.length);
        expect((await all(own.payments.pages(filter, 1))).map(({ key }) => key).sort()).toEqual([...keys].sort());
        return keys;
      };
      expect(await keysOf({ result: 'FAILED' })).toEqual(['failed/now', 'failed/earlier']);
      expect(await keysOf({ result: 'PENDING' }), 'which it is no more').toEqual([]);
      expect(await keysOf({ isUnexpected: true })).toEqual(['sale-2']);
      expect(await keysOf({ email: email.slice(1, 9).toUpperCase() })).toEqual(['failed/now', 'sale-1', 'failed/earlier']);
      expect(await keysOf({ email: '%' })).toEqual([]);
      expect(await keysOf({ start: day(4), end: day(36) })).toEqual(['sale-1']);
      expect((await own.payments.search({ offset: 1, limit: 2 })).map(({ key }) => key)).toEqual(['sale-2', 'sale-1']);
    });

    test('that were taken back stand out until they came back, whatever fails since', async () => {
      const plan = await own.userPlans.create(planTerms(), day(0));
      const { id: subscriptionId, userId } = await subscribe(plan.id, {
        paidAt: day(5),
        status: { kind: 'paymentFailed', cause: 'declined', failedAt: day(36), graceUntil: day(41), isGraceOver: false },
      });
      const sale = { userId, subscriptionId, at: day(5) };
      await own.payments.record([newPayment({ ...sale, key: 'sale-1' }), newPayment({ ...sale, key: 'sale-1', result: 'REVERSED' })]);
      const standing = async () => (await own.payments.search(page)).filter(({ isOutstanding }) => isOutstanding).map(({ key }) => key);
      expect(await standing()).toEqual(['sale-1']);
      await own.payments.record([newPayment({ ...sale, at: day(50), key: 'reinstated/R-1', result: 'REINSTATED', refundOf: 'sale-1' })]);
      expect(await standing()).toEqual([]);
    });

    test('leave the oldest first, page by page, each once', async () => {
      const facts = Array.from({ length: 7 }, (_, index) =>
        newPayment({ key: `sale-${index % 5}-${index}`, at: day(Math.floor(index / 3)) }),
      );
      await own.payments.record(facts);
      const keys = facts.map(({ at, key }) => `${at.toISOString()} ${key}`).sort();
      for (const size of [1, 2, 500])
        expect((await all(own.payments.pages({}, size))).map(({ at, key }) => `${at.toISOString()} ${key}`)).toEqual(keys);
    });

    const facts = fc.array(
      fc.record({
        sale: fc.integer({ min: 0, max: 5 }),
        days: fc.integer({ min: 0, max: 90 }),
        result: fc.constantFrom(...paymentResults),
        isRefund: fc.boolean(),
        names: fc.constantFrom(null, 0, 1, 2),
        money: fc.integer({ min: 1, max: 50_000 }),
        planName: fc.constantFrom('Standard', 'Large'),
      }),
      { minLength: 5, maxLength: 25 },
    );

    test('are revenue by month and plan that adds up to the yen', async () => {
      await fc.assert(
        fc.asyncProperty(facts, async (made) => {
          const { organization } = await buildTenant(opened.database);
          const { payments } = opened.database.forOrganization(organization.id);
          const records = made.map(({ sale, days, isRefund, names, money, ...rest }) =>
            newPayment({
              ...rest,
              at: day(days),
              key: `${isRefund ? 'refund' : 'sale'}-${sale}`,
              ...(isRefund
                ? { type: 'REFUND' as const, payment: yen(-money), refundOf: names === null ? null : `sale-${names}` }
                : { payment: yen(1000 * (sale + 1)) }),
            }),
          );
          await payments.record(records);
          const stored: PaymentRecord[] = await payments.listFactsBetween({ start: day(0), end: day(100) });
          expect(sumYen((await payments.revenue('Asia/Tokyo')).map(({ total }) => total))).toBe(balanceOf(stored));
        }),
        { numRuns: 15 },
      );
    });

    test('stay with the plan under which they were paid, whichever it is by the time of a later fact', async () => {
      await own.payments.record([newPayment({ key: 'sale-1', at: day(1), planName: 'Standard', userId: tenant.user.id })]);
      const later = { key: 'sale-1', at: day(1), planName: 'Large', userId: tenant.user.id, isUnexpected: true } as const;
      expect(await own.payments.record([newPayment({ ...later, result: 'PARTIALLY_REFUNDED' })])).toMatchObject([
        { planName: 'Standard', isUnexpected: false, result: 'PARTIALLY_REFUNDED' },
      ]);
      expect(await own.payments.search({ offset: 0, limit: 9 })).toMatchObject([{ planName: 'Standard', isUnexpected: false }]);
      expect((await own.payments.revenue('UTC')).map(({ planName, paid }) => [planName, paid])).toEqual([['Standard', 5000]]);
    });

    test('count in the month of the organization’s clocks', async () => {
      const lastHours = new Date('2026-01-31T20:00:00Z');
      await own.payments.record([
        newPayment({ key: 'sale-1', at: lastHours }),
        newPayment({ key: 'sale-2', at: lastHours }),
        newPayment({ key: 'sale-2', at: new Date('2026-03-31T20:00:00Z'), result: 'REVERSED' }),
      ]);
      const monthsIn = async (timeZone: string) =>
        (await own.payments.revenue(timeZone)).map(({ month, count, paid, refunded }) => [month, count, paid, refunded]);
      expect(await monthsIn('Asia/Tokyo')).toEqual([
        ['2026-04', 0, 0, -5000],
        ['2026-02', 2, 10_000, 0],
      ]);
      expect(await monthsIn('UTC')).toEqual([
        ['2026-03', 0, 0, -5000],
        ['2026-01', 2, 10_000, 0],
      ]);
    });
  });

  test('who invited whom is told oldest first, with what became of them', async () => {
    const came: User[] = [];
    for (let index = 0; index < 3; index += 1)
      came.push(await buildUser(opened.database, tenant.organization.id, { referredBy: tenant.user.id }));
    const plan = await own.userPlans.create(planTerms(), day(0));
    await own.subscriptions.create(newSubscription({ userId: came[1]?.id ?? '', plan }), null);
    const told = await all(own.referralLedger.pages({}, 2));
    expect(told.map(({ id, hasPaid, isRunning }) => [id, hasPaid, isRunning])).toEqual(
      came
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
        .map(({ id }) => [id, id === came[1]?.id, false]),
    );
    expect(told[0]).toMatchObject({ referrerEmail: tenant.user.email, referralCode: tenant.user.referralCode });
    expect(await all(own.referralLedger.pages({ end: tenant.user.createdAt }))).toEqual([]);
  });

  describe('a bill', () => {
    const issuer = { name: 'Tenbin', address: 'Tokyo', registrationNumber: 'T1234567890123' };
    const issue = { at: day(31), issuer, recipient: 'Kohaku' };

    test('is computed as often as one likes, seen when it is issued, and paid', async () => {
      const { bills } = opened.database.platform;
      const { id: organizationId } = tenant.organization;
      await bills.draft(organizationId, billFacts());
      const draft = await bills.draft(organizationId, billFacts({ activeUsers: 3, pricePerUser: yen(300) }));
      expect(draft.totals).toEqual({ taxes: [{ rate: 10, base: 50_900, tax: 5090 }], total: 55_990 });
      expect([await own.bills.list(page), await own.bills.count(), await own.bills.find(draft.id)]).toEqual([[], 0, null]);
      const issued = await bills.issue(organizationId, draft.id, issue);
      expect(await own.bills.list(page)).toEqual([issued]);
      expect(issued).toMatchObject({ lines: draft.lines, totals: draft.totals, status: 'PENDING', issued: { ...issue } });
      await expect(bills.issue(organizationId, draft.id, issue)).rejects.toThrow('billNotFound');
      expect(await bills.settle(organizationId, draft.id, 'COMPLETED', day(40))).toMatchObject({ status: 'COMPLETED', paidAt: day(40) });
      expect(await own.bills.find(draft.id)).toMatchObject({ status: 'COMPLETED', issued: issued.issued });
    });

    test('has a number without a gap over all organizations, and its correction the next one', async () => {
      const { bills } = opened.database.platform;
      const other = (await buildTenant(opened.database)).organization.id;
      const { id: organizationId } = tenant.organization;
      const [a, b] = [await bills.draft(organizationId, billFacts()), await bills.draft(other, billFacts())];
      const [first, second] = [await bills.issue(organizationId, a.id, issue), await bills.issue(other, b.id, issue)];
      const correction = await bills.draft(organizationId, billFacts({ plan: { name: 'BASIC', price: yen(40_000) } }), a.id);
      const third = await bills.issue(organizationId, correction.id, issue);
      const number = first.issued?.number ?? 0;
      expect([second.issued?.number, third.issued?.number, third.corrects]).toEqual([number + 1, number + 2, a.id]);
      expect(
        (await own.bills.list(page)).map(({ id }) => id),
        'of its own',
      ).toEqual([correction.id, a.id]);
    });
  });

  test('the platform offers four plans, thirteen features and seven options, whose prices it sets', async () => {
    const { offer } = opened.database.platform;
    const [plans, features, options] = [await offer.listPlans(), await offer.listFeatures(), await offer.listOptions()];
    expect(plans.map(({ name }) => name)).toEqual(['FREE', 'BASIC', 'PROFESSIONAL', 'ENTERPRISE']);
    expect([features.length, options.length, plans.at(-1)?.features.length]).toEqual([13, 7, 13]);
    const [plan, option] = [plans[1]?.id ?? '', options[0]?.id ?? ''];
    expect(await offer.updatePlan(plan, { monthlyPrice: yen(50_000), basisPoints: '1.5' })).toMatchObject({
      monthlyPrice: 50_000,
      basisPoints: '1.5',
    });
    expect(await offer.updateItem(option, { monthlyPrice: yen(3000) })).toMatchObject({ name: 'TROLL_BOX', monthlyPrice: 3000 });
    expect((await offer.listPlans())[1]?.monthlyPrice).toBe(50_000);
    expect(await offer.updatePlan(tenant.user.id, { monthlyPrice: yen(1) })).toBeNull();
  });
});
