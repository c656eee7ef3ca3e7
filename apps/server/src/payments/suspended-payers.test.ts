/** Who may not trade is not charged: users whom staff suspended, and all of an organization that an operator suspended. */
import type { UserPlan } from '@tenbin/billing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { botsOf } from '../testing/bots-of.ts';
import { type PaymentStage, startPaymentStage } from '../testing/payment-stage.ts';
import type { TestUser } from '../testing/start-test-server.ts';

const minuteMs = 60_000;
const monthsMs = 70 * 86_400_000;

let stage: PaymentStage;
let administrator: string;
let plan: UserPlan;
let user: TestUser;
beforeAll(async () => {
  stage = await startPaymentStage();
  plan = await stage.makePlan({ name: 'Standard' });
});
afterAll(() => stage.close());
beforeEach(async () => {
  administrator = await stage.server.makeAdministrator();
  stage.standIn.misbehaviour.behave();
  user = await stage.server.makeUser();
});

const administer = (method: string, path: string, body?: unknown) =>
  stage.server.call(method, `/admin/${path}`, { key: administrator, surface: 'organization', ...(body === undefined ? {} : { body }) });
const ban = async ({ id }: TestUser) => (await administer('PUT', `users/${id}/ban`, { reason: 'A test' })).body;
const ask = (path: string, body: object, { key } = user) => stage.server.call('POST', `/api/user-plans${path}`, { key, body });
const charged = (paypalSubscriptionId: string) => stage.standIn.books.subscriptions.get(paypalSubscriptionId);
const latest = ({ id }: TestUser) => stage.own.subscriptions.findLatestOfUser(id);
const mails = async () =>
  (await stage.server.database.platform.mailQueue.listNewest(20)).filter(({ to }) => to === user.email).map(({ subject }) => subject);

async function checkout(of = stage): Promise<{ approveUrl: string; paypalSubscriptionId: string }> {
  const { status, body, text } = await ask('/checkout', { userPlanId: plan.id, purpose: 'new' });
  expect(status, text).toBe(200);
  expect(of.standIn.books.subscriptions.has(body.paypalSubscriptionId)).toBe(true);
  return body;
}
async function buy(): Promise<string> {
  const { approveUrl, paypalSubscriptionId } = await checkout();
  await stage.approve(approveUrl);
  expect((await ask('', { userPlanId: plan.id, paypalSubscriptionId })).status).toBe(201);
  return paypalSubscriptionId;
}

describe('a suspended user', () => {
  test('is charged no more: their subscription has ended at the provider and here, and a pardon does not bring it back', async () => {
    const bought = await buy();
    const botId = await botsOf(stage.server, user).made();
    expect((await administer('PUT', `bots/${botId}/start`)).status).toBe(200);
    const banned = await ban(user);
    expect(banned).toEqual({ success: true, stopId: expect.any(String), charging: 'ended' });
    expect(charged(bought)?.status).toBe('CANCELLED');
    expect(await latest(user)).toMatchObject({ status: { kind: 'cancelled' } });
    const paid = charged(bought)?.transactions.length;
    await stage.advance(monthsMs);
    expect(charged(bought)?.transactions).toHaveLength(paid ?? 0);
    expect(await stage.own.bots.find(botId), 'it was staff who stopped the bot').toMatchObject({
      active: false,
      requestedBy: expect.stringMatching(/-/),
    });
    administrator = await stage.server.makeAdministrator();
    expect((await administer('PUT', `users/${user.id}/pardon`)).status).toBe(200);
    await stage.work();
    expect(await latest(user)).toMatchObject({ status: { kind: 'cancelled' } });
  });

  test('who has agreed to a purchase of which nobody heard yet is not charged for it, and is told so', async () => {
    stage.standIn.misbehaviour.next('unheard', 10);
    const { approveUrl, paypalSubscriptionId } = await checkout();
    await stage.approve(approveUrl);
    expect((await ban(user)).charging).toBe('ended');
    expect(charged(paypalSubscriptionId)?.status).toBe('CANCELLED');
    expect(await latest(user)).toBeNull();
    expect(await mails()).toContain('Your purchase was cancelled');
  });

  test('who agrees only afterwards is not charged either', async () => {
    const { approveUrl, paypalSubscriptionId } = await checkout();
    expect((await ban(user)).charging).toBe('ended');
    expect(await stage.own.checkouts.findOpen(user.id)).toBeNull();
    await stage.approve(approveUrl);
    await stage.work();
    expect(charged(paypalSubscriptionId)?.status).toBe('CANCELLED');
    expect(await latest(user)).toBeNull();
  });

  test('is out at once though the provider cannot be reached, is said to be charged, and is charged no more as soon as it can', async () => {
    const bought = await buy();
    stage.standIn.misbehaviour.next('serverError', 500);
    const banned = await ban(user);
    expect(banned).toMatchObject({ success: true, charging: 'pending' });
    expect((await stage.server.call('GET', '/api/users/self', { key: user.key })).status).toBe(401);
    expect((await administer('GET', `users/${user.id}`)).body.subscription).toMatchObject({ status: 'active', source: 'paypal' });
    await stage.advance(minuteMs);
    expect(charged(bought)?.status).toBe('ACTIVE');
    stage.standIn.misbehaviour.behave();
    await stage.advance(11 * minuteMs);
    expect(charged(bought)?.status).toBe('CANCELLED');
    expect((await administer('GET', `users/${user.id}`)).body.subscription).toMatchObject({ status: 'cancelled' });
  });

  test('whose purchase nobody could ask about is not left with it', async () => {
    stage.standIn.misbehaviour.next('unheard', 10);
    const { approveUrl, paypalSubscriptionId } = await checkout();
    await stage.approve(approveUrl);
    stage.standIn.misbehaviour.next('serverError', 500);
    expect((await ban(user)).charging).toBe('pending');
    stage.standIn.misbehaviour.behave();
    await stage.work();
    expect(charged(paypalSubscriptionId)?.status).toBe('CANCELLED');
    expect(await latest(user)).toBeNull();
  });

  test('of whom nothing is charged keeps a plan that was given to them, and others keep what they pay for', async () => {
    const bought = await buy();
    const given = await stage.server.makeUser();
    const gift = await administer('PUT', `user-plans/subscribe/${given.id}/${plan.id}`, { reason: 'A friend' });
    expect(gift.status, gift.text).toBe(200);
    expect((await ban(given)).charging).toBe('none');
    await stage.advance(minuteMs);
    expect(await latest(given)).toMatchObject({ source: 'gift', status: { kind: 'active' } });
    expect(charged(bought)?.status).toBe('ACTIVE');
  });
});

describe('in a suspended organization', () => {
  let operator: string;
  beforeAll(async () => {
    operator = await stage.server.makeOperator();
  });
  const operate = (what: string) =>
    stage.server.call('PUT', `/ango-ya/organizations/${stage.server.tenbin.id}/${what}`, {
      key: operator,
      surface: 'operator',
      body: { reason: 'Unpaid bills' },
    });

  test('nobody is charged on, nobody can buy, and lifting it charges nobody again', async () => {
    const bought = await buy();
    const buyer = user;
    user = await stage.server.makeUser();
    const { approveUrl, paypalSubscriptionId } = await checkout();
    expect((await operate('suspend')).status).toBe(200);
    expect(await ask('/checkout', { userPlanId: plan.id, purpose: 'new' })).toMatchObject({
      status: 403,
      body: { code: 'organizationSuspended' },
    });
    stage.standIn.misbehaviour.next('serverError', 500);
    await stage.work();
    expect(charged(bought)?.status, 'it cannot be reached').toBe('ACTIVE');
    stage.standIn.misbehaviour.behave();
    await stage.advance(11 * minuteMs);
    expect(charged(bought)?.status).toBe('CANCELLED');
    expect(await latest(buyer)).toMatchObject({ status: { kind: 'cancelled' } });
    await stage.approve(approveUrl);
    await stage.work();
    expect(charged(paypalSubscriptionId)?.status, 'agreed to meanwhile').toBe('CANCELLED');
    expect((await operate('lift_suspension')).status).toBe(200);
    await stage.work();
    expect(await latest(buyer)).toMatchObject({ status: { kind: 'cancelled' } });
    await buy();
  });
});

describe('an act on many users', () => {
  let many: PaymentStage;
  beforeAll(async () => {
    many = await startPaymentStage({ runsJobs: true });
  });
  afterAll(() => many.close());

  test('ends what each of them is charged for; of whom the provider could not be asked it says so, until it could', async () => {
    const { server, standIn } = many;
    const offered = await many.makePlan({ name: 'Standard' });
    const key = await server.makeAdministrator();
    const payers = [await server.makeUser(), await server.makeUser()];
    const bought: string[] = [];
    for (const payer of payers) {
      const request = (path: string, body: object) => server.call('POST', `/api/user-plans${path}`, { key: payer.key, body });
      const { approveUrl, paypalSubscriptionId } = (await request('/checkout', { userPlanId: offered.id, purpose: 'new' })).body;
      await many.approve(approveUrl);
      await request('', { userPlanId: offered.id, paypalSubscriptionId });
      bought.push(paypalSubscriptionId);
    }
    const states = () => bought.map((id) => standIn.books.subscriptions.get(id)?.status);
    expect(states()).toEqual(['ACTIVE', 'ACTIVE']);
    standIn.misbehaviour.next('serverError', 5_000);
    const body = { act: 'ban', ids: payers.map(({ id }) => id), reason: 'One ring' };
    const { _id: actId } = (await server.call('POST', '/admin/user-acts', { key, surface: 'organization', body })).body;
    const read = async () => (await server.call('GET', `/admin/user-acts/${actId}`, { key, surface: 'organization' })).body;
    await expect.poll(async () => (await read()).endedAt, { timeout: 20_000 }).not.toBeNull();
    const isDone = { outcome: 'done', isCharged: true };
    expect((await read()).targets).toMatchObject([isDone, isDone]);
    for (const payer of payers) expect((await server.call('GET', '/api/users/self', { key: payer.key })).status).toBe(401);
    standIn.misbehaviour.behave();
    await many.advance(11 * minuteMs);
    await expect.poll(states, { timeout: 20_000 }).toEqual(['CANCELLED', 'CANCELLED']);
    await expect.poll(async () => (await read()).targets).toMatchObject([{ isCharged: false }, { isCharged: false }]);
  });
});
