import { addYen, type ProviderView, yen } from '@tenbin/billing';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PaypalClient } from '../client/paypal-client.ts';
import { hasIssue, PaypalError } from '../paypal-error.ts';

/** A PayPal with an account of its own, and a payer. */
export interface PaypalStage {
  readonly client: PaypalClient;
  /** Who does not have the account's secret. */
  readonly stranger: PaypalClient;
  /** Another account of the same PayPal. */
  readonly other: PaypalClient;
  now(): Date;
  requestId(): string;
  /** The payer opens the page and presses a button; where that leads. */
  answer(approveUrl: string, answer: 'agree' | 'decline'): Promise<URL>;
}

/** Whose clock and whose payer's purse can be moved: not PayPal's. */
export interface MovableStage extends PaypalStage {
  advanceDays(days: number): Promise<void>;
  setPays(subscriptionId: string, pays: boolean): Promise<void>;
}

const standard = { name: 'Standard', monthlyPrice: yen(5000), initialInstallationCost: yen(10_000) };
const larger = { name: 'Large', monthlyPrice: yen(8000), initialInstallationCost: yen(0) };
const smaller = { name: 'Small', monthlyPrice: yen(2000), initialInstallationCost: yen(0) };
const pages = { returnUrl: 'https://tenbin.example/plan/done', cancelUrl: 'https://tenbin.example/plan' };
const dayMs = 86_400_000;

/** What the client may rely on, by calls and payers alone. */
export function describePaypal(name: string, stageOf: () => Promise<PaypalStage>): void {
  describe(name, () => {
    let stage: PaypalStage;
    let client: PaypalClient;
    let productId: string;
    beforeEach(async () => {
      stage = await stageOf();
      client = stage.client;
      productId = await client.createProduct({ requestId: stage.requestId(), name: 'Bots' });
    });

    const makePlan = (plan = standard) => client.createPlan({ requestId: stage.requestId(), productId, plan });
    const checkout = (planId: string, given: { firstChargeAt?: Date; requestId?: string; customId?: string } = {}) =>
      client.createSubscription({
        requestId: stage.requestId(),
        planId,
        customId: 'nonce-1',
        brandName: '天秤',
        locale: 'ja-JP',
        firstChargeAt: null,
        ...pages,
        ...given,
      });
    const subscribe = async (plan = standard) => {
      const planId = await makePlan(plan);
      const { id, approveUrl } = await checkout(planId);
      await stage.answer(approveUrl, 'agree');
      return { id, planId };
    };
    const issueOf = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: unknown) => (error as PaypalError).issues[0],
      );

    test('good credentials are told from wrong ones', async () => {
      await client.checkCredentials();
      await expect(stage.stranger.checkCredentials()).rejects.toMatchObject({ kind: 'rejected', status: 401 });
    });

    test('whoever agrees is led back, pays installation and first month, and is active', async () => {
      const planId = await makePlan();
      const { id, approveUrl } = await checkout(planId);
      expect(await client.fetchSubscription(id)).toMatchObject({
        status: 'approvalPending',
        planId,
        customId: 'nonce-1',
        lastPayment: null,
      });
      const landing = await stage.answer(approveUrl, 'agree');
      expect(`${landing.origin}${landing.pathname}`).toBe(pages.returnUrl);
      expect(landing.searchParams.get('subscription_id')).toBe(id);
      const view = await client.fetchSubscription(id);
      expect(view).toMatchObject({ status: 'active', outstanding: 0, lastFailure: null, isOverridden: false });
      expect(view.nextBillingAt?.toISOString()).toMatch(/T10:00:00/);
      const paid = await client.fetchTransactions(id, {
        from: new Date(stage.now().getTime() - dayMs),
        to: new Date(stage.now().getTime() + dayMs),
      });
      expect(addYen(...paid.map(({ amount }) => amount))).toBe(15_000);
      expect(paid.every(({ result }) => result === 'COMPLETED')).toBe(true);
    });

    test('whoever declines is led back to where they came from, and pays nothing', async () => {
      const { id, approveUrl } = await checkout(await makePlan());
      const landing = await stage.answer(approveUrl, 'decline');
      expect(`${landing.origin}${landing.pathname}`).toBe(pages.cancelUrl);
      expect(await client.fetchSubscription(id)).toMatchObject({ status: 'approvalPending', lastPayment: null });
    });

    test('a call that is repeated with its id makes nothing twice', async () => {
      const planId = await makePlan();
      const requestId = stage.requestId();
      const [first, second] = [await checkout(planId, { requestId }), await checkout(planId, { requestId })];
      expect(second).toEqual(first);
      expect((await checkout(planId)).id).not.toBe(first.id);
    });

    test('with a first charge that lies ahead nothing is paid today, neither month nor installation', async () => {
      const firstChargeAt = new Date(stage.now().getTime() + 20 * dayMs);
      const { id, approveUrl } = await checkout(await makePlan(), { firstChargeAt });
      await stage.answer(approveUrl, 'agree');
      const view = await client.fetchSubscription(id);
      expect(view).toMatchObject({ status: 'active', lastPayment: null });
      expect(view.nextBillingAt?.toISOString().slice(0, 10)).toBe(firstChargeAt.toISOString().slice(0, 10));
    });

    test.each([
      ['a dearer', larger],
      ['a cheaper', smaller],
    ])('%s plan counts once its payer agrees again', async (_, plan) => {
      const { id, planId } = await subscribe();
      const otherId = await makePlan(plan);
      const { approveUrl } = await client.revise(id, { planId: otherId, ...pages });
      expect(await client.fetchSubscription(id)).toMatchObject({ planId });
      await stage.answer(approveUrl ?? '', 'agree');
      expect(await client.fetchSubscription(id)).toMatchObject({ planId: otherId, status: 'active' });
    });

    test('a change that its payer declines leaves the plan as it is', async () => {
      const { id, planId } = await subscribe();
      const { approveUrl } = await client.revise(id, { planId: await makePlan(larger), ...pages });
      await stage.answer(approveUrl ?? '', 'decline');
      expect(await client.fetchSubscription(id)).toMatchObject({ planId, status: 'active' });
    });

    test('nobody changes to a plan of another product', async () => {
      const { id } = await subscribe();
      const elsewhere = await client.createProduct({ requestId: stage.requestId(), name: 'Other' });
      const planId = await client.createPlan({ requestId: stage.requestId(), productId: elsewhere, plan: larger });
      expect(await issueOf(client.revise(id, { planId, ...pages }))).toBe('PLAN_PRODUCT_NOT_COMPATIBLE');
    });

    test('cancelling is over at once, and asking for it again is no error', async () => {
      const { id } = await subscribe();
      await client.cancel(id, { reason: 'asked for by its user' });
      expect(await client.fetchSubscription(id)).toMatchObject({ status: 'cancelled', nextBillingAt: null });
      await client.cancel(id, { reason: 'asked for by its user' });
      expect(await issueOf(client.activate(id, { reason: 'again' }))).toBe('SUBSCRIPTION_STATUS_INVALID');
    });

    test('what nobody has agreed to cannot be cancelled', async () => {
      const { id } = await checkout(await makePlan());
      const refusal: unknown = await client.cancel(id, { reason: 'too early' }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(PaypalError);
      expect(hasIssue(refusal, 'SUBSCRIPTION_STATUS_INVALID')).toBe(true);
    });

    test('suspending and activating is there and back', async () => {
      const { id } = await subscribe();
      await client.suspend(id, { reason: 'asked for' });
      expect(await client.fetchSubscription(id)).toMatchObject({ status: 'suspended' });
      await client.activate(id, { reason: 'asked for' });
      expect(await client.fetchSubscription(id)).toMatchObject({ status: 'active' });
    });

    test('nothing stands out that could be captured', async () => {
      const { id } = await subscribe();
      expect(await issueOf(client.capture(id, { requestId: stage.requestId(), amount: yen(1), note: 'outstanding' }))).toBe(
        'ZERO_OUTSTANDING_BALANCE',
      );
    });

    test('another account’s subscription is not there, nor one that nobody made', async () => {
      const { id } = await subscribe();
      expect(await stage.other.findSubscription(id)).toBeNull();
      expect(await client.findSubscription('I-NOBODYMADEIT')).toBeNull();
      await expect(stage.other.cancel(id, { reason: 'not mine' })).rejects.toMatchObject({ status: 404 });
    });

    test('a webhook is made once for each address', async () => {
      const url = 'https://tenbin.example/webhooks/paypal/1';
      const id = await client.ensureWebhook(url);
      expect(await client.ensureWebhook(url)).toBe(id);
      await client.deleteWebhook(id);
      expect(await client.ensureWebhook(url)).not.toBe(id);
    });
  });
}

/** What a subscription goes through as months pass. */
export function describePaypalMonths(name: string, stageOf: () => Promise<MovableStage>): void {
  describe(name, () => {
    let stage: MovableStage;
    let client: PaypalClient;
    let id: string;
    beforeEach(async () => {
      stage = await stageOf();
      client = stage.client;
      const productId = await client.createProduct({ requestId: stage.requestId(), name: 'Bots' });
      const planId = await client.createPlan({ requestId: stage.requestId(), productId, plan: standard });
      const made = await client.createSubscription({
        requestId: stage.requestId(),
        planId,
        customId: 'nonce',
        brandName: 'Tenbin',
        locale: 'en-US',
        firstChargeAt: null,
        ...pages,
      });
      id = made.id;
      await stage.answer(made.approveUrl, 'agree');
    });

    const view = (): Promise<ProviderView> => client.fetchSubscription(id);
    const paid = async () => {
      const transactions = await client.fetchTransactions(id, { from: new Date(0), to: new Date(stage.now().getTime() + dayMs) });
      return addYen(...transactions.map(({ amount }) => amount));
    };

    test('each month is charged once, hours after its time', async () => {
      const { nextBillingAt } = await view();
      await stage.advanceDays(100);
      expect(await paid()).toBe(10_000 + 4 * 5000);
      const after = await view();
      expect(after.lastPayment?.at.getTime()).toBeGreaterThan(nextBillingAt?.getTime() ?? 0);
      expect(after.nextBillingAt?.getTime()).toBeGreaterThan(stage.now().getTime());
    });

    test('a charge that fails is told and tried again, without a balance that grows; when that works nothing stands out', async () => {
      await stage.setPays(id, false);
      await stage.advanceDays(32);
      const failed = await view();
      expect(failed).toMatchObject({ status: 'active', lastFailure: { amount: 5000, reason: 'PAYER_CANNOT_PAY' } });
      const { at, retryAt } = failed.lastFailure ?? {};
      expect((retryAt?.getTime() ?? 0) - (at?.getTime() ?? 0)).toBe(5 * dayMs);
      await stage.setPays(id, true);
      await stage.advanceDays(5);
      expect(await view()).toMatchObject({ status: 'active', outstanding: 0 });
      expect(await paid()).toBe(20_000);
    });

    test('after the last try it is suspended, cannot be activated, and lives again when what stands out is captured', async () => {
      await stage.setPays(id, false);
      await stage.advanceDays(45);
      expect(await view()).toMatchObject({ status: 'suspended', outstanding: 5000 });
      await expect(client.activate(id, { reason: 'please' })).rejects.toMatchObject({ issues: ['SUBSCRIPTION_CANNOT_BE_ACTIVATED'] });
      await stage.setPays(id, true);
      const requestId = stage.requestId();
      const amount = yen(5000);
      await client.capture(id, { requestId, amount, note: 'outstanding balance' });
      await client.capture(id, { requestId, amount, note: 'outstanding balance' });
      expect(await view()).toMatchObject({ status: 'active', outstanding: 0 });
      expect(await paid()).toBe(20_000);
    });

    test('what is cancelled is charged no more', async () => {
      await client.cancel(id, { reason: 'asked for' });
      await stage.advanceDays(100);
      expect(await paid()).toBe(15_000);
    });
  });
}
