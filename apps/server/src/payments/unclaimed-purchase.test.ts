/** A purchase that its payer agreed to, and on which nobody can be put: it is not charged on. */
import { type UserPlan, yen } from '@tenbin/billing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PaymentStage, startPaymentStage } from '../testing/payment-stage.ts';
import type { TestUser } from '../testing/start-test-server.ts';

const dayMs = 86_400_000;

let stage: PaymentStage;
let standard: UserPlan;
let larger: UserPlan;
let largest: UserPlan;
let user: TestUser;
beforeAll(async () => {
  stage = await startPaymentStage();
  standard = await stage.makePlan({ name: 'Standard' });
  larger = await stage.makePlan({ name: 'Large', monthlyPrice: yen(8000), tradingLimit: '50000' });
  largest = await stage.makePlan({ name: 'Largest', monthlyPrice: yen(9000), tradingLimit: '60000' });
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.standIn.misbehaviour.behave();
  user = await stage.server.makeUser();
});

const call = (method: string, path: string, body: object) => stage.server.call(method, path, { key: user.key, body });
async function checkout(plan: UserPlan): Promise<{ approveUrl: string; paypalSubscriptionId: string }> {
  const { status, body, text } = await call('POST', '/api/user-plans/checkout', { userPlanId: plan.id, purpose: 'new' });
  expect(status, text).toBe(200);
  return body;
}
const settle = (plan: UserPlan, { paypalSubscriptionId }: { paypalSubscriptionId: string }) =>
  call('POST', '/api/user-plans', { userPlanId: plan.id, paypalSubscriptionId });
const remove = () => call('POST', '/api/users/self/delete', { password: user.password });
const charged = ({ paypalSubscriptionId }: { paypalSubscriptionId: string }) => stage.standIn.books.subscriptions.get(paypalSubscriptionId);
const mails = async () =>
  (await stage.server.database.platform.mailQueue.listNewest(20)).filter(({ to }) => to === user.email).map(({ subject }) => subject);

test('an account whose purchase was agreed to a moment ago is not deleted: its plan is cancelled first', async () => {
  stage.standIn.misbehaviour.next('unheard', 10);
  const bought = await checkout(standard);
  await stage.approve(bought.approveUrl);
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'subscriptionRunning' } });
  expect((await call('DELETE', '/api/user-plans', { password: user.password })).status).toBe(200);
  expect(charged(bought)?.status).toBe('CANCELLED');
  expect((await remove()).status).toBe(200);
});

test('an account stays while nobody knows whether its purchase was agreed to', async () => {
  await checkout(standard);
  stage.standIn.misbehaviour.next('serverError', 50);
  expect(await remove()).toMatchObject({ status: 503, body: { code: 'paymentProviderUnavailable' } });
  stage.standIn.misbehaviour.behave();
  expect((await remove()).status).toBe(200);
});

test('what is agreed to after the account was deleted is cancelled, and charged no second time', async () => {
  const bought = await checkout(standard);
  expect((await remove()).status).toBe(200);
  await stage.approve(bought.approveUrl);
  await stage.work();
  expect(charged(bought)?.status).toBe('CANCELLED');
  expect(await stage.own.subscriptions.findLatestOfUser(user.id)).toBeNull();
  await stage.advance(33 * dayMs);
  expect(charged(bought)?.transactions).toHaveLength(2);
});

test('a second purchase is cancelled, and its payer is told; the first one goes on', async () => {
  const second = await checkout(larger);
  const first = await checkout(standard);
  await stage.approve(first.approveUrl);
  expect((await settle(standard, first)).status).toBe(201);
  await stage.approve(second.approveUrl);
  expect(await settle(larger, second)).toMatchObject({ status: 409, body: { code: 'alreadySubscribed' } });
  expect([charged(first)?.status, charged(second)?.status]).toEqual(['ACTIVE', 'CANCELLED']);
  expect(await mails()).toContain('Your purchase was cancelled');
  expect(await stage.own.subscriptions.findLatestOfUser(user.id)).toMatchObject({ plan: { name: 'Standard' }, status: { kind: 'active' } });
});

/** Gives back all of its first payment. @returns how much that is */
async function refund(bought: { paypalSubscriptionId: string }): Promise<number> {
  const [sale] = charged(bought)?.transactions ?? [];
  if (!sale) throw new Error('nothing was paid');
  await stage.standIn.act((books) =>
    books.refund(books.subscriptionOf(stage.accountId, bought.paypalSubscriptionId), sale.id, sale.amount),
  );
  await stage.work();
  return sale.amount;
}
const refundsOf = async (payer: TestUser) =>
  (await stage.own.payments.listOfUser(payer.id, { offset: 0, limit: 50 }))
    .filter(({ type }) => type === 'REFUND')
    .map(({ planName, payment, subscriptionId }) => ({ planName, payment, subscriptionId }));

test('what is given back for a purchase that nobody has is in the books of its payer at once, who is told once', async () => {
  const second = await checkout(larger);
  const first = await checkout(standard);
  await stage.approve(first.approveUrl);
  await settle(standard, first);
  await stage.approve(second.approveUrl);
  await settle(larger, second);
  await stage.work();
  stage.standIn.misbehaviour.next('twice');
  const amount = await refund(second);
  expect(await refundsOf(user)).toEqual([{ planName: 'Large', payment: -amount, subscriptionId: null }]);
  expect((await mails()).filter((subject) => subject === 'Your payment was refunded')).toHaveLength(1);
});

test('nobody is mailed of what is given back after they deleted their account; the books have it', async () => {
  const bought = await checkout(standard);
  await stage.approve(bought.approveUrl);
  await settle(standard, bought);
  expect((await call('DELETE', '/api/user-plans', { password: user.password })).status).toBe(200);
  expect((await remove()).status).toBe(200);
  const amount = await refund(bought);
  expect(await refundsOf(user)).toMatchObject([{ planName: 'Standard', payment: -amount }]);
  const { email } = await stage.own.users.require(user.id);
  const queued = (await stage.server.database.platform.mailQueue.listNewest(50)).map(({ to }) => to);
  expect(queued, 'others are mailed').not.toEqual([]);
  expect(queued).not.toContain(email);
});

test('what is given back names the plan that was paid for, not the one that came after it', async () => {
  const bought = await checkout(standard);
  await stage.approve(bought.approveUrl);
  await settle(standard, bought);
  const { body: up } = await call('POST', '/api/user-plans/checkout', { userPlanId: larger.id, purpose: 'change' });
  await stage.approve(up.approveUrl);
  const upgrade = { userPlanId: larger.id, paypalSubscriptionId: up.paypalSubscriptionId };
  expect((await call('PUT', '/api/user-plans/change', upgrade)).body).toMatchObject({ plan: { name: 'Large' } });
  const amount = await refund(bought);
  expect(await refundsOf(user)).toMatchObject([{ planName: 'Standard', payment: -amount }]);
  const told = (await stage.server.database.platform.mailQueue.listNewest(20)).find(
    ({ to, subject }) => to === user.email && subject === 'Your payment was refunded',
  );
  expect(told?.text).toContain('Standard');
  expect(told?.text).not.toContain('Large');
});

test('a cheaper purchase that was prepared before an upgrade is cancelled while the upgrade is not paid', async () => {
  const cheaper = await checkout(standard);
  const bought = await checkout(larger);
  await stage.approve(bought.approveUrl);
  expect((await settle(larger, bought)).status).toBe(201);
  const { body: up } = await call('POST', '/api/user-plans/checkout', { userPlanId: largest.id, purpose: 'change' });
  await stage.approve(up.approveUrl);
  const upgrade = { userPlanId: largest.id, paypalSubscriptionId: up.paypalSubscriptionId };
  expect((await call('PUT', '/api/user-plans/change', upgrade)).body).toMatchObject({ plan: { name: 'Largest' } });
  expect((await call('DELETE', '/api/user-plans', { password: user.password })).status).toBe(200);
  await stage.approve(cheaper.approveUrl);
  expect(await settle(standard, cheaper)).toMatchObject({ status: 409, body: { code: 'dearerPriceUnpaid', facts: { price: 9000 } } });
  expect(charged(cheaper)?.status).toBe('CANCELLED');
  expect(await mails()).toContain('Your purchase was cancelled');
  expect(await stage.own.subscriptions.findLatestOfUser(user.id)).toMatchObject({
    plan: { name: 'Largest' },
    status: { kind: 'cancelled' },
  });
});

test('what differs from what was made is cancelled, and its payer is told', async () => {
  const bought = await checkout(standard);
  const made = charged(bought);
  if (made) made.isOverridden = true;
  await stage.approve(bought.approveUrl);
  expect(await settle(standard, bought)).toMatchObject({ status: 409, body: { code: 'purchaseDiffers' } });
  expect(charged(bought)?.status).toBe('CANCELLED');
  expect(await mails()).toContain('Your purchase was cancelled');
});
