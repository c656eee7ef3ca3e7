/** Who may not trade is not charged: users whom staff suspended or who are there for referrals only, and all of a suspended organization. */
import type { UserPlan } from '@tenbin/billing';
import type { Fetch } from '@tenbin/paypal';
import { noMetrics } from '@tenbin/telemetry';
import { openTestDatabase } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { botsOf } from '../testing/bots-of.ts';
import { type PaymentStage, startPaymentStage } from '../testing/payment-stage.ts';
import type { TestUser } from '../testing/start-test-server.ts';
import { endCharging } from './end-charging.ts';
import { reviewPayments, workOnPayments } from './payment-jobs.ts';
import { reconcileSubscription } from './reconcile-subscription.ts';

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
const mailed = async () => (await stage.server.database.platform.mailQueue.listNewest(50)).filter(({ to }) => to === user.email);
const mails = async () => (await mailed()).map(({ subject }) => subject);
/** What they are told of the end of their plan. */
const endMails = async () => (await mailed()).filter(({ subject }) => subject === 'Your plan is cancelled').map(({ text }) => text);
/** Something happens once, just before a call to the provider of which this is true. */
function once(happens: () => Promise<void>, before: (url: string) => boolean = () => true): Fetch {
  let isOver = false;
  return async (input, init) => {
    if (!isOver && before(String(input))) {
      isOver = true;
      await happens();
    }
    return stage.reach.fetch(input, init);
  };
}
/** Suspends them while the provider cannot be reached. */
async function banUnheard(whom: TestUser): Promise<void> {
  stage.standIn.misbehaviour.next('serverError', 500);
  expect((await ban(whom)).charging).toBe('pending');
  stage.standIn.misbehaviour.behave();
}
const pardon = async ({ id }: TestUser) => expect((await administer('PUT', `users/${id}/pardon`)).status).toBe(200);
async function buyAs(buyer: TestUser): Promise<string> {
  user = buyer;
  return buy();
}

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
    expect(await endMails()).toEqual([expect.stringContaining('because your account is suspended')]);
    expect((await endMails())[0]).not.toContain('Choose a plan');
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

  test('cannot be asked about while the provider is away: what the jobs pass over then is counted by their queue', async () => {
    const bought = await buy();
    stage.standIn.misbehaviour.next('serverError', 500);
    await ban(user);
    const counted = new Set<string>();
    const metrics = { ...noMetrics, count: (name: string, labels: object) => void counted.add([name, ...Object.values(labels)].join(' ')) };
    await workOnPayments({ ...stage.deps, metrics });
    await reviewPayments({ ...stage.deps, metrics });
    expect([...counted].sort()).toEqual(['job_parts_failed_total paymentReview', 'job_parts_failed_total payments']);
    stage.standIn.misbehaviour.behave();
    await stage.advance(11 * minuteMs);
    expect(charged(bought)?.status).toBe('CANCELLED');
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

  test('who was pardoned before their turn came keeps what they pay for', async () => {
    const payers = [user, await stage.server.makeUser()] as const;
    const bought = [await buyAs(payers[0]), await buyAs(payers[1])];
    for (const payer of payers) await banUnheard(payer);
    const pardonBoth = async () => {
      for (const payer of payers) await pardon(payer);
    };
    await workOnPayments(stage.depsVia(once(pardonBoth)));
    expect(bought.map((id) => charged(id)?.status).sort(), 'the one that was being ended').toEqual(['ACTIVE', 'CANCELLED']);
    const [kept] = bought.filter((id) => charged(id)?.status === 'ACTIVE');
    expect(await stage.own.subscriptions.findByPaypal(kept ?? '')).toMatchObject({ status: { kind: 'active' } });
  });

  test('is charged no more, though what they pay for was just being looked at', async () => {
    const bought = await buy();
    const { id = '' } = (await latest(user)) ?? {};
    const deps = stage.depsVia(once(() => banUnheard(user)));
    await reconcileSubscription(id, { organization: stage.own, deps });
    expect(charged(bought)?.status).toBe('ACTIVE');
    await stage.work();
    expect(charged(bought)?.status).toBe('CANCELLED');
  });

  test('does not let others wait: a provider that is away is asked once in a run, and another time for somebody else', async () => {
    const [payer, buyer] = [user, await stage.server.makeUser()];
    const paid = await buyAs(payer);
    user = buyer;
    stage.standIn.misbehaviour.next('unheard', 10);
    const { approveUrl, paypalSubscriptionId: agreed } = await checkout();
    await stage.approve(approveUrl);
    await stage.work();
    for (const one of [payer, buyer]) await banUnheard(one);
    const askedFor = async (): Promise<string[]> => {
      const asked = new Set<string>();
      const deps = stage.depsVia((input, init) => {
        for (const id of [paid, agreed]) if (String(input).includes(id)) asked.add(id);
        return stage.reach.fetch(input, init);
      });
      await workOnPayments(deps);
      return [...asked];
    };
    stage.standIn.misbehaviour.next('serverError', 500);
    expect([await askedFor(), await askedFor(), await askedFor()]).toEqual([[agreed], [paid], []]);
    stage.standIn.misbehaviour.behave();
    expect(await askedFor(), 'both are put off').toEqual([]);
    stage.server.clock.advance(11 * minuteMs);
    await stage.work();
    expect([paid, agreed].map((id) => charged(id)?.status)).toEqual(['CANCELLED', 'CANCELLED']);
  });

  test('is told once that their purchase was cancelled, though several find out at once', async () => {
    stage.standIn.misbehaviour.next('unheard', 10);
    const { approveUrl, paypalSubscriptionId } = await checkout();
    await stage.approve(approveUrl);
    await banUnheard(user);
    await workOnPayments(stage.depsVia(once(stage.work, (url) => url.endsWith(`${paypalSubscriptionId}/cancel`))));
    expect(charged(paypalSubscriptionId)?.status).toBe('CANCELLED');
    expect((await mails()).filter((subject) => subject === 'Your purchase was cancelled')).toHaveLength(1);
  });

  test('is told so once also of what was abandoned before they agreed, and though it is seen cancelled before it is stored', async () => {
    const { approveUrl, paypalSubscriptionId } = await checkout();
    expect((await ban(user)).charging).toBe('ended');
    await stage.approve(approveUrl);
    await workOnPayments(stage.depsVia(once(stage.work, (url) => url.endsWith(`${paypalSubscriptionId}/cancel`))));
    expect((await mails()).filter((subject) => subject === 'Your purchase was cancelled')).toHaveLength(1);

    user = await stage.server.makeUser();
    stage.standIn.misbehaviour.next('unheard', 10);
    const other = await checkout();
    await stage.approve(other.approveUrl);
    await banUnheard(user);
    const isCancel = (url: string) => url.endsWith(`${other.paypalSubscriptionId}/cancel`);
    const deps = stage.depsVia(async (input, init) => {
      const answer = await stage.reach.fetch(input, init);
      if (isCancel(String(input))) await stage.work();
      return answer;
    });
    await workOnPayments(deps);
    expect(charged(other.paypalSubscriptionId)?.status).toBe('CANCELLED');
    expect((await mails()).filter((subject) => subject === 'Your purchase was cancelled')).toHaveLength(1);
  });

  test('alone has what is charged ended: of whoever is not suspended nothing ends', async () => {
    const bought = await buy();
    expect(await endCharging(user.id, { organization: stage.own, deps: stage.deps })).toBe('none');
    expect(charged(bought)?.status).toBe('ACTIVE');
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

describe('an account that becomes one for referrals only', () => {
  test('is charged no more, neither for what runs nor for what is agreed to later, and is told why', async () => {
    const bought = await buy();
    const botId = await botsOf(stage.server, user).made();
    expect((await administer('PUT', `bots/${botId}/start`)).status).toBe(200);
    const buyer = await stage.server.makeUser();
    const payer = user;
    user = buyer;
    const { approveUrl, paypalSubscriptionId } = await checkout();
    user = payer;
    for (const { id } of [payer, buyer]) expect((await administer('PUT', `users/${id}`, { isAffiliate: true })).status).toBe(200);
    const { requestedBy } = (await stage.own.bots.find(botId)) ?? {};
    await stage.work();
    expect(charged(bought)?.status).toBe('CANCELLED');
    expect(await latest(payer)).toMatchObject({ status: { kind: 'cancelled' } });
    expect(await stage.own.bots.find(botId), 'it was staff who stopped the bot').toMatchObject({ active: false, requestedBy });
    expect(await endMails()).toEqual([expect.stringContaining('because your account is for referrals only')]);
    await stage.approve(approveUrl);
    await stage.work();
    expect(charged(paypalSubscriptionId)?.status).toBe('CANCELLED');
    expect(await latest(buyer)).toBeNull();
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
    const botId = await botsOf(stage.server, buyer).made();
    expect((await administer('PUT', `bots/${botId}/start`)).status).toBe(200);
    user = await stage.server.makeUser();
    const { approveUrl, paypalSubscriptionId } = await checkout();
    expect((await operate('suspend')).status).toBe(200);
    const { requestedBy } = (await stage.own.bots.find(botId)) ?? {};
    expect(requestedBy).toMatch(/-/);
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
    expect(await stage.own.bots.find(botId), 'it was the operator who stopped the bot').toMatchObject({ active: false, requestedBy });
    const next = user;
    user = buyer;
    expect(await endMails()).toEqual([expect.stringContaining('because the service is suspended')]);
    user = next;
    await stage.approve(approveUrl);
    await stage.work();
    expect(charged(paypalSubscriptionId)?.status, 'agreed to meanwhile').toBe('CANCELLED');
    expect((await operate('lift_suspension')).status).toBe(200);
    await stage.work();
    expect(await latest(buyer)).toMatchObject({ status: { kind: 'cancelled' } });
    await buy();
  });

  test('what is charged ends a batch at a time, and nobody is put off meanwhile', async () => {
    const bought = [user, await stage.server.makeUser(), await stage.server.makeUser()];
    const ids: string[] = [];
    for (const payer of bought) ids.push(await buyAs(payer));
    await stage.work();
    const running = [...(await stage.own.subscriptions.countByAccount()).values()].reduce((sum, of) => sum + of, 0);
    expect((await operate('suspend')).status).toBe(200);
    for (let run = 0; run < running; run += 1) await workOnPayments(stage.deps, undefined, 1);
    expect(ids.map((id) => charged(id)?.status)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
    expect((await operate('lift_suspension')).status).toBe(200);
  });
});

describe('an act on many users', () => {
  let many: PaymentStage;
  let databaseUrl: string | undefined;
  beforeAll(async () => {
    const opened = await openTestDatabase('postgres');
    databaseUrl = opened.options.databaseUrl;
    many = await startPaymentStage({ runsJobs: true, opened });
  });
  afterAll(() => many.close());

  test('leaves alone what somebody pays for whom it could not suspend', async () => {
    const { server, standIn } = many;
    const offered = await many.makePlan({ name: 'Standard' });
    const [spared, banned] = [await server.makeUser(), await server.makeUser()];
    const bought: string[] = [];
    for (const payer of [spared, banned]) {
      const request = (path: string, body: object) => server.call('POST', `/api/user-plans${path}`, { key: payer.key, body });
      const { approveUrl, paypalSubscriptionId } = (await request('/checkout', { userPlanId: offered.id, purpose: 'new' })).body;
      await many.approve(approveUrl);
      await request('', { userPlanId: offered.id, paypalSubscriptionId });
      bought.push(paypalSubscriptionId);
    }
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`
      create function refuse_this_change() returns trigger language plpgsql as $$ begin raise 'it cannot be changed'; end $$;
      create trigger refuse_change before update on users for each row when (old.id = '${spared.id}') execute function refuse_this_change();
    `);
    const asked = { act: 'ban', reason: 'A test', by: spared.id, role: 'owner', sessionId: null, at: server.clock.now() } as const;
    const { id } = await many.own.bulkActs.ask(asked, { ids: [spared.id, banned.id] });
    await server.database.jobs.wake('bulkActs');
    // The first turn is over when the second one is.
    expect(spared.id < banned.id).toBe(true);
    await expect.poll(() => standIn.books.subscriptions.get(bought[1] ?? '')?.status).toBe('CANCELLED');
    expect(await many.own.bulkActs.find(id)).toMatchObject({ doneCount: 1, refusedCount: 1 });
    expect(standIn.books.subscriptions.get(bought[0] ?? '')?.status).toBe('ACTIVE');
    await client.query('drop trigger refuse_change on users; drop function refuse_this_change()');
    await client.end();
  });

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
    await expect.poll(async () => (await read()).endedAt).not.toBeNull();
    const isDone = { outcome: 'done', isCharged: true };
    expect((await read()).targets).toMatchObject([isDone, isDone]);
    for (const payer of payers) expect((await server.call('GET', '/api/users/self', { key: payer.key })).status).toBe(401);
    standIn.misbehaviour.behave();
    await many.advance(11 * minuteMs);
    await expect.poll(states).toEqual(['CANCELLED', 'CANCELLED']);
    await expect.poll(async () => (await read()).targets).toMatchObject([{ isCharged: false }, { isCharged: false }]);
  });
});
