/** An organization that an operator makes free: what its users pay for ends at the provider, and their bots go on. */
import type { UserPlan } from '@tenbin/billing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botsOf } from '../../testing/bots-of.ts';
import { type PaymentStage, startPaymentStage } from '../../testing/payment-stage.ts';
import type { TestUser } from '../../testing/start-test-server.ts';

let stage: PaymentStage;
let plan: UserPlan;
let operator: string;
beforeAll(async () => {
  stage = await startPaymentStage();
  plan = await stage.makePlan({ name: 'Standard' });
  operator = await stage.server.makeOperator();
});
afterAll(() => stage.close());

const change = (body: object) =>
  stage.server.call('PUT', `/ango-ya/organizations/${stage.server.tenbin.id}`, { key: operator, surface: 'operator', body });
const self = async (user: TestUser) => (await stage.server.call('GET', '/api/users/self', { key: user.key })).body;
const statusOf = (id: string) => stage.standIn.books.subscriptions.get(id)?.status;

async function prepared(user: TestUser) {
  const body = { userPlanId: plan.id, purpose: 'new' };
  return (await stage.server.call('POST', '/api/user-plans/checkout', { key: user.key, body })).body as {
    approveUrl: string;
    paypalSubscriptionId: string;
  };
}

test('how many subscriptions end must be said; then they do, at the provider first, and bots go on', async () => {
  const [payer, late] = [await stage.server.makeUser(), await stage.server.makeUser()];
  const { approveUrl, paypalSubscriptionId } = await prepared(payer);
  await stage.approve(approveUrl);
  const bought = { userPlanId: plan.id, paypalSubscriptionId };
  expect((await stage.server.call('POST', '/api/user-plans', { key: payer.key, body: bought })).status).toBe(201);
  const bots = botsOf(stage.server, payer);
  const botId = await bots.made();
  expect((await bots.put(`/${botId}/start`)).status).toBe(200);
  const waiting = await prepared(late);

  const asked = { status: 409, body: { code: 'subscriptionsWouldEnd', facts: { count: 1 } } };
  expect(await change({ isFree: true })).toMatchObject(asked);
  expect(await change({ isFree: true, endsSubscriptions: 2 })).toMatchObject(asked);
  expect((await change({ name: 'Tenbin' })).body.isFree).toBe(false);
  expect((await self(payer)).subscription.status).toBe('active');
  const made = await change({ isFree: true, endsSubscriptions: 1, reason: 'A present' });
  expect(made.body).toMatchObject({ isFree: true });
  const [entry] = await stage.server.database.platform.audit.list({ offset: 0, limit: 1 }, { actions: ['updateOrganization'] });
  expect(entry).toMatchObject({ reason: 'A present', facts: { endsSubscriptions: 1, isFreeAfter: 'true' } });

  stage.standIn.misbehaviour.next('serverError', 100);
  await stage.work();
  expect(statusOf(paypalSubscriptionId), 'while it cannot be reached').toBe('ACTIVE');
  stage.standIn.misbehaviour.behave();
  await stage.advance(3_700_000);
  await stage.advance(120_000);
  expect(statusOf(paypalSubscriptionId)).toBe('CANCELLED');
  expect(await self(payer)).toMatchObject({ isPaid: true, subscription: { status: 'cancelled', botStopReasons: [] } });
  expect(await stage.own.bots.find(botId)).toMatchObject({ active: true });
  const mails = await stage.server.database.platform.mailQueue.listNewest(20);
  expect(mails.find(({ to, subject }) => to === payer.email && subject.includes('Your plan is cancelled'))?.text).toContain(
    'your bots go on without a plan',
  );

  await stage.approve(waiting.approveUrl);
  await stage.work();
  expect(statusOf(waiting.paypalSubscriptionId), 'agreed to afterwards').toBe('CANCELLED');
  expect((await change({ isFree: true })).status, 'it is free already').toBe(200);
});
