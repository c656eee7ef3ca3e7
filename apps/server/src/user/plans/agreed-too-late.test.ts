import { type UserPlan, yen } from '@tenbin/billing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PaymentStage, startPaymentStage } from '../../testing/payment-stage.ts';
import type { TestUser } from '../../testing/start-test-server.ts';

const dayMs = 86_400_000;
let stage: PaymentStage;
let standard: UserPlan;
let smaller: UserPlan;
let user: TestUser;
beforeAll(async () => {
  stage = await startPaymentStage();
  standard = await stage.makePlan({ name: 'Standard' });
  smaller = await stage.makePlan({ name: 'Small', monthlyPrice: yen(2000), tradingLimit: '1000' });
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.standIn.misbehaviour.behave();
  user = await stage.server.makeUser();
});

const call = (method: string, path: string, body?: unknown) => stage.server.call(method, `/api/user-plans${path}`, { key: user.key, body });
const self = async () => (await stage.server.call('GET', '/api/users/self', { key: user.key })).body;
const subjects = async () =>
  (await stage.server.database.platform.mailQueue.listNewest(30)).filter(({ to }) => to === user.email).map(({ subject }) => subject);
const standInStatus = (id: string) => stage.standIn.books.subscriptions.get(id)?.status;
const paymentsOf = (id: string) => stage.standIn.books.subscriptions.get(id)?.transactions.length;

async function prepare(plan: UserPlan, purpose: string) {
  const { status, body, text } = await call('POST', '/checkout', { userPlanId: plan.id, purpose });
  expect(status, text).toBe(200);
  const paypalSubscriptionId: string = body.paypalSubscriptionId;
  return {
    paypalSubscriptionId,
    agree: () => stage.approve(body.approveUrl),
    tell: (method = 'PUT', path = '') => call(method, path, { userPlanId: plan.id, paypalSubscriptionId }),
  };
}

async function buy(plan = standard) {
  const bought = await prepare(plan, 'new');
  await bought.agree();
  const answer = await bought.tell('POST');
  expect(answer.status, answer.text).toBe(201);
  return bought.paypalSubscriptionId;
}

/** Nobody here has heard of it. */
async function agreedUnheard(purpose: string) {
  stage.standIn.misbehaviour.next('unheard', 50);
  const agreed = await prepare(standard, purpose);
  await agreed.agree();
  return agreed;
}
async function everythingHeard() {
  stage.standIn.misbehaviour.behave();
  await stage.review();
  await stage.work();
}
const cancel = () => call('DELETE', '', { password: user.password });
async function administer(method: string, path: string) {
  const key = await stage.server.makeAdministrator();
  return stage.server.call(method, `/admin/user-plans/${path}`, { key, surface: 'organization', body: { reason: 'As they asked' } });
}

describe('a plan that was ended does not come back', () => {
  test.each([
    ['its user', cancel],
    ['an administrator', () => administer('PUT', `cancel_subscription/${user.id}`)],
  ])('by a payment anew that was agreed to before %s ended it', async (_who, end) => {
    await buy();
    const renewal = await agreedUnheard('renew');
    expect((await end()).status).toBe(200);
    expect(standInStatus(renewal.paypalSubscriptionId)).toBe('CANCELLED');
    await everythingHeard();
    expect(await self()).toMatchObject({ isPaid: false, subscription: { status: 'cancelled' } });
    await stage.advance(33 * dayMs);
    expect(paymentsOf(renewal.paypalSubscriptionId)).toBe(0);
  });

  test('by a first purchase of which nobody had heard', async () => {
    const purchase = await agreedUnheard('new');
    expect((await cancel()).status).toBe(200);
    await everythingHeard();
    expect(standInStatus(purchase.paypalSubscriptionId)).toBe('CANCELLED');
    expect((await self()).isPaid).toBe(false);
  });

  test('by a payment anew that is agreed to afterwards: it is taken back, and its payer is told', async () => {
    await buy();
    const renewal = await prepare(standard, 'renew');
    expect((await cancel()).status).toBe(200);
    await renewal.agree();
    expect(await renewal.tell()).toMatchObject({ status: 409, body: { code: 'purchaseDiffers' } });
    await everythingHeard();
    expect(standInStatus(renewal.paypalSubscriptionId)).toBe('CANCELLED');
    expect(await self()).toMatchObject({ isPaid: false, subscription: { status: 'cancelled' } });
    expect(await subjects()).toContain('Your purchase was cancelled');
  });

  test.each([1, 2, 3])('by a payment anew that is settled at the same moment (%i)', async () => {
    await buy();
    const renewal = await prepare(standard, 'renew');
    await renewal.agree();
    const [, cancelled] = await Promise.all([renewal.tell(), cancel()]);
    expect(cancelled.status, cancelled.text).toBe(200);
    await everythingHeard();
    expect((await self()).subscription.status).toBe('cancelled');
    expect(standInStatus(renewal.paypalSubscriptionId)).toBe('CANCELLED');
  });
});

test('a gift is not paid for: what was agreed to before it, or is afterwards, is taken back', async () => {
  for (const isBefore of [true, false]) {
    user = await stage.server.makeUser();
    await buy();
    const renewal = isBefore ? await agreedUnheard('renew') : await prepare(standard, 'renew');
    const given = await administer('PUT', `subscribe/${user.id}/${standard.id}`);
    expect(given.status, given.text).toBe(200);
    if (!isBefore) await renewal.agree();
    await everythingHeard();
    expect(standInStatus(renewal.paypalSubscriptionId)).toBe('CANCELLED');
    expect((await self()).subscription).toMatchObject({ status: 'active', paypalSubscriptionId: null });
  }
});

test('a plan that ends before its payer has agreed is sold to nobody, and none whose end is that near', async () => {
  const endsIn = (ms: number) => stage.makePlan({ name: 'Passing', expirationDate: new Date(stage.server.clock.now().getTime() + ms) });
  const near = await endsIn(3_600_000);
  expect((await call('POST', '/checkout', { userPlanId: near.id, purpose: 'new' })).body.code).toBe('userPlanNotOffered');
  const purchase = await prepare(await endsIn(4 * 3_600_000), 'new');
  stage.server.clock.advance(5 * 3_600_000);
  user = await stage.again(user);
  await purchase.agree();
  expect(await purchase.tell('POST')).toMatchObject({ status: 409, body: { code: 'userPlanNotOffered' } });
  expect(standInStatus(purchase.paypalSubscriptionId)).toBe('CANCELLED');
  expect((await self()).subscription).toBeNull();
  expect((await subjects())[0]).toBe('Your purchase was cancelled');
});

test('who pays anew while a smaller plan is to follow is told that it does not, and is held to what they agreed to', async () => {
  await buy();
  const renewal = await prepare(standard, 'renew');
  const change = await prepare(smaller, 'change');
  await change.agree();
  expect((await change.tell('PUT', '/change')).body.nextPlan.name).toBe('Small');
  await renewal.agree();
  expect((await renewal.tell()).body.code).toBe('purchaseDiffers');
  expect((await self()).subscription.nextPlan.name).toBe('Small');
  expect((await call('GET', `/checkout?userPlanId=${standard.id}&purpose=renew`)).body.dropsChangeTo).toBe('Small');
  const anew = await prepare(standard, 'renew');
  await anew.agree();
  expect((await anew.tell()).body).toMatchObject({ plan: { name: 'Standard' }, nextPlan: null });
});

test('of the same code entered several times at once one is taken', async () => {
  await stage.makePlan({ name: 'Together', campaign: { code: 'CNCCNCCN', expiresAt: null, affiliateOnly: false } });
  const all = await Promise.all([1, 2, 3].map(() => call('POST', '/user_campaign', { campaignCode: 'CNCCNCCN' })));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect(all.filter(({ status }) => status === 400).map(({ body }) => body.type)).toEqual(['alreadyRegistered', 'alreadyRegistered']);
});

test('of two purchases that are prepared at once one counts, and the other is told so', async () => {
  const both = await Promise.all(
    [standard, smaller].map(({ id: userPlanId }) => call('POST', '/checkout', { userPlanId, purpose: 'new' })),
  );
  for (const { status, text } of both)
    expect([status, text]).toEqual(status === 200 ? [200, text] : [404, expect.stringContaining('checkoutNotFound')]);
  expect(both.map(({ status }) => status)).toContain(200);
});
