import { createECDH } from 'node:crypto';
import { type UserPlan, yen } from '@tenbin/billing';
import { contractRecord, newId, newSubscription } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcileSubscription } from '../../payments/reconcile-subscription.ts';
import { botsOf } from '../../testing/bots-of.ts';
import { type PaymentStage, startPaymentStage } from '../../testing/payment-stage.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import type { Answer, TestUser } from '../../testing/start-test-server.ts';

const dayMs = 86_400_000;

let stage: PaymentStage;
let standard: UserPlan;
let larger: UserPlan;
let smaller: UserPlan;
let user: TestUser;
beforeAll(async () => {
  stage = await startPaymentStage();
  standard = await stage.makePlan({ name: 'Standard' });
  larger = await stage.makePlan({ name: 'Large', monthlyPrice: yen(8000), tradingLimit: '50000' });
  smaller = await stage.makePlan({ name: 'Small', monthlyPrice: yen(2000), tradingLimit: '1000' });
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.standIn.misbehaviour.behave();
  user = await stage.server.makeUser();
});

const call = (method: string, path: string, body?: unknown, of = user): Promise<Answer> =>
  stage.server.call(method, `/api/user-plans${path}`, { key: of.key, body });
const checkout = (plan: UserPlan, purpose: string, of = user) => call('POST', '/checkout', { userPlanId: plan.id, purpose }, of);
const terms = (plan: UserPlan, purpose: string) => call('GET', `/checkout?userPlanId=${plan.id}&purpose=${purpose}`);
const self = async (of = user) => (await stage.server.call('GET', '/api/users/self', { key: of.key })).body;
const payments = async (of = user) => (await call('GET', '/payments', undefined, of)).body;
const charged = () => stage.standIn.books.subscriptions;
const approved = (plan: UserPlan, { paypalSubscriptionId }: { paypalSubscriptionId: string }) => ({
  userPlanId: plan.id,
  paypalSubscriptionId,
});

async function agreedTo(plan: UserPlan, purpose: string, of = user) {
  const { status, body, text } = await checkout(plan, purpose, of);
  expect(status, text).toBe(200);
  await stage.approve(body.approveUrl);
  return approved(plan, body);
}

async function buy(plan = standard, of = user) {
  const bought = await agreedTo(plan, 'new', of);
  const answer = await call('POST', '', bought, of);
  expect(answer.status, answer.text).toBe(201);
  return bought.paypalSubscriptionId;
}

/** What the browsers of the user are told from now on. */
async function pushedToBrowsers() {
  const titles: string[] = [];
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const body = { endpoint: 'https://push.example/1', p256dh: keys.getPublicKey('base64url'), auth: 'A'.repeat(22) };
  expect((await stage.server.call('POST', '/api/users/self/pushes/browsers', { key: user.key, body })).status).toBe(200);
  const [browser] = await stage.own.pushes.listOfUser(user.id);
  const stop = await stage.server.database.jobs.work('push', async ({ data }) => {
    if (data.subscriptionId === browser?.id) titles.push(data.message.title);
  });
  return { titles, stop };
}

/** The user's, as months pass: they sign in again. */
async function afterDays(days: number): Promise<void> {
  await stage.advance(days * dayMs);
  user = await stage.again(user);
}

test('an account that is for referrals only is shown no terms, and buys nothing', async () => {
  const free = await stage.makePlan({ name: 'Nothing', monthlyPrice: yen(0), initialInstallationCost: yen(0) });
  await stage.own.users.update(user.id, { isAffiliate: true });
  const refused = { status: 403, body: { code: 'affiliateMayNotTrade' } };
  expect(await terms(standard, 'new')).toMatchObject(refused);
  expect(await checkout(standard, 'new')).toMatchObject(refused);
  expect(await call('POST', '', { userPlanId: free.id })).toMatchObject(refused);
  expect(await self()).toMatchObject({ isPaid: false, subscription: null });
});

test('what was traded counts against a larger plan at once, against a smaller one later, and against a new one not at all', async () => {
  await buy();
  const id = await botsOf(stage.server, user).made();
  await botsOf(stage.server, user).put(`/${id}/start`);
  const { workers } = stage.server.database.platform;
  const { exchangeAccountId } = await stage.own.bots.require(user.id, id);
  const claims = await workers.claim(await workers.register('test'), { limit: 100, leaseMs: 60_000 });
  const claim = claims.find((one) => one.exchangeAccountId === exchangeAccountId);
  const createdAt = stage.server.clock.now();
  const records = Array.from({ length: 40 }, (_, number) =>
    contractRecord({ clientOrderId: `T1x${number}`, createdAt, tradeIds: [String(number)] }),
  );
  await stage.own.journal.record({ botId: id, epoch: claim?.epoch ?? 0 }, { records });
  stage.server.clock.advance(1000);
  const volume = 40 * 30.3;
  const equal = await stage.makePlan({ name: 'Dearer', monthlyPrice: yen(9000), tradingLimit: '1212' });
  expect((await terms(equal, 'change')).body).toMatchObject({ purpose: 'upgrade', volume, isLimitUsedUp: true, isAboveNextLimit: false });
  expect((await terms(smaller, 'change')).body).toMatchObject({
    purpose: 'downgrade',
    volume,
    isLimitUsedUp: false,
    isAboveNextLimit: true,
  });
  expect((await terms(larger, 'change')).body).toMatchObject({ purpose: 'upgrade', isLimitUsedUp: false, isAboveNextLimit: false });
  expect((await call('DELETE', '', { password: user.password })).status).toBe(200);
  expect((await terms(smaller, 'new')).body).toMatchObject({ purpose: 'new', volume: 0, isLimitUsedUp: false, isAboveNextLimit: false });
});

describe('buying a plan', () => {
  test('shows what it costs, takes what was agreed to, and lets bots run', async () => {
    expect((await terms(standard, 'new')).body).toMatchObject({
      purpose: 'new',
      planName: 'Standard',
      installation: 10_000,
      firstPayment: 15_000,
      laterPayments: 5000,
      totalToday: 15_000,
      firstYear: 70_000,
      firstChargedAt: null,
      volume: 0,
      isLimitUsedUp: false,
      buttonScript: expect.stringMatching(/\/sdk\/js\?client-id=.+&vault=true&intent=subscription&currency=JPY/),
    });
    expect(await botsOf(stage.server, user).create()).toMatchObject({ status: 402 });
    const { body: approval } = await checkout(standard, 'new');
    expect(await call('POST', '', approved(standard, approval))).toMatchObject({ status: 409, body: { code: 'approvalMissing' } });
    await stage.approve(approval.approveUrl);
    const bought = await call('POST', '', approved(standard, approval));
    expect(bought).toMatchObject({
      status: 201,
      body: { status: 'active', paypalSubscriptionId: approval.paypalSubscriptionId, plan: { name: 'Standard' }, botStopReasons: [] },
    });
    expect((await call('POST', '', approved(standard, approval))).body._id, 'once').toBe(bought.body._id);
    expect(await self()).toMatchObject({ isPaid: true, actionFlags: ['PlanSelectionCompleted'] });
    expect(await botsOf(stage.server, user).create()).toMatchObject({ status: 201 });
    expect((await payments()).map(({ payment, type, result }: Record<string, unknown>) => [payment, type, result]).sort()).toEqual([
      [10_000, 'INITIAL_PURCHASE_FEE', 'COMPLETED'],
      [5000, 'SUBSCRIPTION_FEE', 'COMPLETED'],
    ]);
  });

  test('has one approval for one request, and takes up a purchase whose payer never came back', async () => {
    const first = (await checkout(standard, 'new')).body;
    expect((await checkout(standard, 'new')).body).toEqual(first);
    await stage.approve(first.approveUrl);
    expect(await checkout(larger, 'new')).toMatchObject({ status: 409, body: { code: 'alreadySubscribed' } });
    expect(await self()).toMatchObject({ subscription: { paypalSubscriptionId: first.paypalSubscriptionId, status: 'active' } });
  });

  test('is settled without its payer and without an event', async () => {
    stage.standIn.misbehaviour.next('unheard', 10);
    await agreedTo(standard, 'new');
    expect((await self()).subscription).toBeNull();
    await stage.review();
    expect(await self()).toMatchObject({ isPaid: true, subscription: { status: 'active' } });
  });

  test('by an event alone is settled too', async () => {
    await agreedTo(standard, 'new');
    await stage.work();
    expect(await self()).toMatchObject({ isPaid: true, subscription: { status: 'active' } });
  });

  test('of which the answer was lost is made once', async () => {
    const before = charged().size;
    stage.standIn.misbehaviour.next('lostAnswer');
    await buy();
    expect(charged().size).toBe(before + 1);
  });

  test('is nobody else’s, and of the plan that was agreed to', async () => {
    const bought = await agreedTo(standard, 'new');
    const other = await stage.server.makeUser();
    expect(await call('POST', '', bought, other)).toMatchObject({ status: 404, body: { code: 'checkoutNotFound' } });
    expect(await call('POST', '', { ...bought, userPlanId: larger.id })).toMatchObject({ status: 404, body: { code: 'checkoutNotFound' } });
    expect(await call('PUT', '', bought)).toMatchObject({ status: 404, body: { code: 'checkoutNotFound' } });
  });

  test('is settled once, also while the job settles it', async () => {
    const bought = await agreedTo(standard, 'new');
    const [answer] = await Promise.all([call('POST', '', bought), stage.work(), stage.review()]);
    expect(answer, answer.text).toMatchObject({ status: 201, body: { status: 'active' } });
    expect(await self()).toMatchObject({ subscription: { paypalSubscriptionId: bought.paypalSubscriptionId } });
    expect(await payments()).toHaveLength(2);
  });

  test('which its payer declined leaves nothing', async () => {
    const { body } = await checkout(standard, 'new');
    await stage.approve(body.approveUrl, 'decline');
    expect(await call('POST', '', approved(standard, body))).toMatchObject({ status: 409, body: { code: 'approvalMissing' } });
    expect((await self()).subscription).toBeNull();
  });

  test('whose first payment failed is told, and another one can be begun', async () => {
    const { body } = await checkout(standard, 'new');
    const made = charged().get(body.paypalSubscriptionId);
    if (made) made.pays = false;
    await stage.approve(body.approveUrl);
    expect(await call('POST', '', approved(standard, body))).toMatchObject({ status: 409, body: { code: 'paymentDeclined' } });
    await buy();
  });

  test('is refused where there is nothing to buy', async () => {
    expect(await terms({ ...standard, id: newId() }, 'new')).toMatchObject({ status: 404, body: { code: 'userPlanNotFound' } });
    const archived = await stage.makePlan({ name: 'Archived' });
    await stage.own.userPlans.archive(archived.id, stage.server.clock.now());
    expect(await checkout(archived, 'new')).toMatchObject({ status: 409, body: { code: 'userPlanNotOffered' } });
    const hidden = await stage.makePlan({ campaign: { code: 'HDDENXXX', expiresAt: null, affiliateOnly: false } });
    expect(await checkout(hidden, 'new')).toMatchObject({ status: 404 });
    const kohaku = await stage.server.makeUser(stage.server.kohaku);
    expect(await checkout(standard, 'new', kohaku)).toMatchObject({ status: 404 });
    expect(await checkout(standard, 'renew')).toMatchObject({ status: 409, body: { code: 'noSubscription' } });
    expect(await checkout(standard, 'change')).toMatchObject({ status: 409, body: { code: 'noSubscription' } });
  });

  test('ends a gift', async () => {
    const gift = newSubscription({
      userId: user.id,
      plan: smaller,
      source: 'gift',
      paypalSubscriptionId: null,
      anchorDay: 1,
      paidAt: null,
    });
    await stage.own.subscriptions.create(gift, null);
    expect(await checkout(larger, 'change')).toMatchObject({ status: 409, body: { code: 'planNotCharged' } });
    await buy(larger);
    expect(await self()).toMatchObject({ subscription: { plan: { name: 'Large' }, status: 'active' } });
    expect((await stage.own.subscriptions.find(gift.id))?.status.kind).toBe('cancelled');
  });

  test('that costs nothing asks nobody', async () => {
    const free = await stage.makePlan({ name: 'Free', monthlyPrice: yen(0), initialInstallationCost: yen(0) });
    expect((await terms(free, 'new')).body).toMatchObject({ totalToday: 0, chargedBy: null, buttonScript: null });
    expect(await checkout(free, 'new')).toMatchObject({ status: 409, body: { code: 'nothingToPay' } });
    const taken = await call('POST', '', { userPlanId: free.id });
    expect(taken).toMatchObject({ status: 201, body: { status: 'active', paypalSubscriptionId: null, plan: { name: 'Free' } } });
    await buy(standard);
    expect(await self()).toMatchObject({ subscription: { plan: { name: 'Standard' } } });
  });
});

test('a free plan that is given up and taken again has the period that it had', async () => {
  const free = await stage.makePlan({ name: 'Free again', monthlyPrice: yen(0), initialInstallationCost: yen(0) });
  const { body: first } = await call('POST', '', { userPlanId: free.id });
  await afterDays(1);
  expect((await call('DELETE', '', { password: user.password })).status).toBe(200);
  const { body: second } = await call('POST', '', { userPlanId: free.id });
  expect(second).toMatchObject({ periodStart: first.periodStart, periodEnd: first.periodEnd });
  expect(second._id).not.toBe(first._id);
});

describe('changing a plan', () => {
  test('to a larger one counts as soon as its payer agrees, and costs more from the next charge on', async () => {
    const id = await buy();
    expect((await terms(larger, 'change')).body).toMatchObject({ purpose: 'upgrade', totalToday: 0, laterPayments: 8000, beginsAt: null });
    const { body } = await checkout(larger, 'change');
    expect(await call('PUT', '/change', approved(larger, body))).toMatchObject({ status: 409, body: { code: 'approvalMissing' } });
    await stage.approve(body.approveUrl);
    const changed = await call('PUT', '/change', approved(larger, body));
    expect(changed).toMatchObject({ status: 200, body: { plan: { name: 'Large' }, nextPlan: null, paypalSubscriptionId: id } });
    expect(await checkout(smaller, 'change')).toMatchObject({ status: 409, body: { code: 'dearerPriceUnpaid', facts: { price: 8000 } } });
    await afterDays(33);
    expect((await payments())[0]).toMatchObject({ payment: 8000, planName: 'Large' });
    expect(await checkout(smaller, 'change')).toMatchObject({ status: 200 });
  });

  test('to a smaller one waits for the next period; choosing the present one again withdraws that, both at the provider', async () => {
    await buy();
    const { body: before } = await terms(smaller, 'change');
    expect(before).toMatchObject({ purpose: 'downgrade', beginsAt: expect.any(String), totalToday: 0 });
    const down = await agreedTo(smaller, 'change');
    expect((await call('PUT', '/change', down)).body).toMatchObject({ plan: { name: 'Standard' }, nextPlan: { name: 'Small' } });
    const back = await agreedTo(standard, 'change');
    expect((await call('PUT', '/change', back)).body).toMatchObject({ plan: { name: 'Standard' }, nextPlan: null });
    await call('PUT', '/change', await agreedTo(smaller, 'change'));
    await afterDays(33);
    expect(await self()).toMatchObject({ subscription: { plan: { name: 'Small' }, nextPlan: null } });
    expect((await payments())[0]).toMatchObject({ payment: 2000, planName: 'Small' });
  });

  test('to one of the same price is paid for under its own name', async () => {
    const sameForLess = await stage.makePlan({ name: 'Same price', tradingLimit: '5000' });
    await buy();
    expect((await call('PUT', '/change', await agreedTo(sameForLess, 'change'))).body.nextPlan.name).toBe('Same price');
    await afterDays(33);
    expect((await self()).subscription.plan.name).toBe('Same price');
    const [newest, ...before] = (await payments()).map((one: { planName: string; payment: number }) => [one.planName, one.payment]);
    expect(newest).toEqual(['Same price', 5000]);
    expect(before.sort()).toEqual([
      ['Standard', 10_000],
      ['Standard', 5000],
    ]);
  });

  test.each([2000, 8000])('is none to a plan of %s yen that ends before its payer is charged for it', async (price) => {
    await buy();
    const expirationDate = new Date(stage.server.clock.now().getTime() + 10 * dayMs);
    const ending = await stage.makePlan({ name: 'Ending', monthlyPrice: yen(price), expirationDate });
    for (const answer of [await terms(ending, 'change'), await checkout(ending, 'change')])
      expect(answer).toMatchObject({ status: 409, body: { code: 'planEndsTooSoon' } });
  });

  test('to which its payer does not agree changes nothing, then or later', async () => {
    await buy();
    const { body } = await checkout(smaller, 'change');
    await stage.approve(body.approveUrl, 'decline');
    await afterDays(33);
    expect(await self()).toMatchObject({ subscription: { plan: { name: 'Standard' }, nextPlan: null } });
    expect((await payments())[0]).toMatchObject({ payment: 5000 });
  });
});

test('an upgrade that is not paid yet is got rid of neither by buying anew nor by renewing the plan before it', async () => {
  await buy();
  const { body: before } = await checkout(standard, 'renew');
  expect((await call('PUT', '/change', await agreedTo(larger, 'change'))).body).toMatchObject({ plan: { name: 'Large' } });
  await stage.approve(before.approveUrl);
  expect(await call('PUT', '', approved(standard, before))).toMatchObject({ status: 409, body: { code: 'purchaseDiffers' } });
  expect(charged().get(before.paypalSubscriptionId)?.status).toBe('CANCELLED');
  expect(await self()).toMatchObject({ subscription: { plan: { name: 'Large' }, status: 'active' } });
  expect((await call('DELETE', '', { password: user.password })).status).toBe(200);
  const refused = { status: 409, body: { code: 'dearerPriceUnpaid', facts: { price: 8000 } } };
  expect(await checkout(standard, 'new')).toMatchObject(refused);
  const free = await stage.makePlan({ name: 'Free instead', monthlyPrice: yen(0), initialInstallationCost: yen(0) });
  expect(await call('POST', '', { userPlanId: free.id })).toMatchObject(refused);
  expect(await checkout(larger, 'new')).toMatchObject({ status: 200 });
  await afterDays(33);
  expect(await checkout(standard, 'new')).toMatchObject({ status: 200 });
});

test('a cheaper plan that was agreed to by the page of before an upgrade takes the unpaid upgrade back: what was paid for counts', async () => {
  const id = await buy();
  const { body: down } = await checkout(smaller, 'change');
  expect((await call('PUT', '/change', await agreedTo(larger, 'change'))).body).toMatchObject({ plan: { name: 'Large' } });
  await stage.approve(down.approveUrl);
  expect(charged().get(id)?.planId).toBe((await stage.own.userPlans.require(smaller.id)).paypalPlanId);
  await stage.work();
  expect(await self(), 'an answer that may be stale takes nothing back').toMatchObject({
    subscription: { plan: { name: 'Large' }, nextPlan: null },
  });
  await stage.advance(60_000);
  expect(await self()).toMatchObject({ subscription: { plan: { name: 'Standard' }, nextPlan: { name: 'Small' } } });
  const told = (await stage.server.database.platform.mailQueue.listNewest(20)).filter(({ to }) => to === user.email);
  expect(told.filter(({ subject }) => subject === 'Your plan is changed')).toHaveLength(3);
  await afterDays(33);
  expect(await self()).toMatchObject({ subscription: { plan: { name: 'Small' }, nextPlan: null } });
  expect((await payments())[0]).toMatchObject({ payment: 2000, planName: 'Small' });
});

describe('paying anew', () => {
  test('keeps what is paid: nothing is charged today, the old one is cancelled, and the next charge is the new one’s', async () => {
    const old = await buy();
    const { body } = await terms(standard, 'renew');
    expect(body).toMatchObject({ purpose: 'renew', installation: 0, totalToday: 0, firstChargedAt: expect.any(String) });
    const anew = await agreedTo(standard, 'renew');
    expect((await call('PUT', '', anew)).body).toMatchObject({ status: 'active', paypalSubscriptionId: anew.paypalSubscriptionId });
    expect(charged().get(old)?.status).toBe('CANCELLED');
    expect(charged().get(anew.paypalSubscriptionId)?.transactions).toEqual([]);
    await afterDays(33);
    expect(charged().get(old)?.transactions).toHaveLength(2);
    expect(charged().get(anew.paypalSubscriptionId)?.transactions).toHaveLength(1);
    expect(await self()).toMatchObject({ isPaid: true });
  });

  test('while the job looks stops no bot', async () => {
    await buy();
    const bots = botsOf(stage.server, user);
    const bot = await bots.made();
    expect((await bots.put(`/${bot}/start`)).status).toBe(200);
    const anew = await agreedTo(standard, 'renew');
    const [answer] = await Promise.all([call('PUT', '', anew), stage.work(), stage.review()]);
    expect(answer, answer.text).toMatchObject({ status: 200, body: { paypalSubscriptionId: anew.paypalSubscriptionId } });
    await stage.work();
    expect((await bots.get('')).body).toMatchObject([{ active: true }]);
    expect(charged().get(anew.paypalSubscriptionId)?.status).toBe('ACTIVE');
  });

  test('whose old subscription was cancelled at the provider before the new one is stored stops no bot', async () => {
    const old = await buy();
    const bots = botsOf(stage.server, user);
    const bot = await bots.made();
    expect((await bots.put(`/${bot}/start`)).status).toBe(200);
    const anew = await agreedTo(standard, 'renew');
    const held = charged().get(old);
    await stage.standIn.act((books) => held && books.cancel(held));
    const present = await stage.own.subscriptions.findByPaypal(old);
    await reconcileSubscription(present?.id ?? '', { organization: stage.own, deps: stage.deps });
    expect((await bots.get('')).body).toMatchObject([{ active: true }]);
    expect((await call('PUT', '', anew)).body).toMatchObject({ paypalSubscriptionId: anew.paypalSubscriptionId, status: 'active' });
    expect((await bots.get('')).body).toMatchObject([{ active: true }]);
  });

  test('after payments failed for good lets bots start again', async () => {
    const id = await buy();
    const bots = botsOf(stage.server, user);
    const bot = await bots.made();
    const old = charged().get(id);
    if (old) old.pays = false;
    await stage.advance(32 * dayMs);
    user = await stage.again(user);
    expect(await self()).toMatchObject({ isPaid: true, subscription: { status: 'paymentFailed', botStopReasons: [] } });
    expect((await botsOf(stage.server, user).put(`/${bot}/start`)).status, 'within the grace').toBe(200);
    const told = await pushedToBrowsers();
    await afterDays(11);
    const stopped = 'No payment: your bots are stopped';
    await expect.poll(() => told.titles).toContain(stopped);
    await told.stop();
    expect(told.titles, 'once, though the grace ended before it was suspended').toEqual([stopped]);
    const mails = (await stage.server.database.platform.mailQueue.listNewest(20)).filter(({ to }) => to === user.email);
    expect(mails.filter(({ subject }) => subject === stopped)).toHaveLength(1);
    expect(await self()).toMatchObject({ isPaid: false, subscription: { status: 'suspended', botStopReasons: ['BY_PAYMENT_FAILED'] } });
    expect((await botsOf(stage.server, user).get('')).body).toMatchObject([{ active: false }]);
    const { body } = await terms(standard, 'renew');
    expect(body).toMatchObject({ totalToday: 5000, firstChargedAt: null, installation: 0 });
    expect((await call('PUT', '', await agreedTo(standard, 'renew'))).status).toBe(200);
    expect(await self()).toMatchObject({ isPaid: true, subscription: { status: 'active', botStopReasons: [] } });
    expect((await botsOf(stage.server, user).put(`/${bot}/start`)).status).toBe(200);
  });
});

describe('ending a plan', () => {
  test('asks for the password, cancels at the provider, stops bots, and charges nothing any more', async () => {
    const id = await buy();
    const bots = botsOf(stage.server, user);
    const bot = await bots.made();
    expect((await bots.put(`/${bot}/start`)).status).toBe(200);
    expect(await call('DELETE', '', {})).toMatchObject({ status: 400, body: { code: 'passwordRequired' } });
    expect(await call('DELETE', '', { password: 'Wrong1password' })).toMatchObject({ status: 400, body: { code: 'wrongPassword' } });
    expect(await call('DELETE', '', { password: user.password })).toMatchObject({ status: 200, body: { success: true } });
    expect(charged().get(id)?.status).toBe('CANCELLED');
    expect(await self()).toMatchObject({ isPaid: false, subscription: { status: 'cancelled', botStopReasons: ['NO_SUBSCRIPTION'] } });
    expect((await bots.get('')).body).toMatchObject([{ active: false }]);
    expect((await stage.server.call('GET', '/api/stops', { key: user.key })).body).toMatchObject([{ bot, by: 'plan' }]);
    expect(await call('DELETE', '', { password: user.password })).toMatchObject({ status: 409, body: { code: 'noSubscription' } });
    await afterDays(65);
    expect(charged().get(id)?.transactions).toHaveLength(2);
    await buy();
  });

  test('that the provider does not answer changes nothing', async () => {
    await buy();
    stage.standIn.misbehaviour.next('serverError', 50);
    expect(await call('DELETE', '', { password: user.password })).toMatchObject({
      status: 503,
      body: { code: 'paymentProviderUnavailable' },
    });
    stage.standIn.misbehaviour.behave();
    expect(await self()).toMatchObject({ isPaid: true });
  });

  test('by itself cancels at the provider too, and makes room for another', async () => {
    const ending = await stage.makePlan({ name: 'Ending', expirationDate: new Date(stage.server.clock.now().getTime() + 10 * dayMs) });
    const id = await buy(ending);
    expect(await call('DELETE', '/cancel_expired_subscription')).toMatchObject({ status: 409, body: { code: 'subscriptionNotExpired' } });
    stage.server.clock.advance(10 * dayMs);
    user = await stage.again(user);
    expect((await call('DELETE', '/cancel_expired_subscription')).status).toBe(200);
    expect(charged().get(id)?.status).toBe('CANCELLED');
    expect(await self()).toMatchObject({ subscription: { status: 'expired' } });
    await buy();
  });
});

test('no answer and no log has a secret of the organization’s account', async () => {
  const { sealed } = (await stage.own.paypalAccounts.findCurrent()) ?? {};
  const { body, text } = await checkout(standard, 'new');
  expect(body).toMatchObject({ paypalSubscriptionId: expect.any(String) });
  const shown = [text, (await terms(standard, 'new')).text, JSON.stringify(await self()), ...stage.server.log].join('\n');
  expect(shown).not.toContain(sealed);
  expect(shown).not.toMatch(/\bEK[0-9A-F]{10,}/);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
