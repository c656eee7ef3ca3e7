import { balanceOf, type UserPlan, yen } from '@tenbin/billing';
import { PaypalClient } from '@tenbin/paypal';
import type { PaypalStandIn, StandInOutcome } from '@tenbin/paypal/stand-in';
import { newId } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientFor } from '../../payments/seller.ts';
import { type PaymentStage, startPaymentStage } from '../../testing/payment-stage.ts';
import type { TestUser } from '../../testing/start-test-server.ts';

let stage: PaymentStage;
let plan: UserPlan;
let user: TestUser;
/** Of the user's subscription at the stand-in. */
let id: string;
beforeAll(async () => {
  stage = await startPaymentStage();
  plan = await stage.makePlan({ name: 'Standard' });
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.standIn.misbehaviour.behave();
  user = await stage.server.makeUser();
  const { body } = await stage.server.call('POST', '/api/user-plans/checkout', {
    key: user.key,
    body: { userPlanId: plan.id, purpose: 'new' },
  });
  id = body.paypalSubscriptionId;
  await stage.approve(body.approveUrl);
  await stage.work();
});

const path = (organizationId: string): string => `/webhooks/paypal/${organizationId}`;
const waiting = () => stage.own.webhookEvents.listDue(stage.server.clock.now(), 100);
const subscription = () => stage.own.subscriptions.findByPaypal(id);
const facts = () => stage.own.payments.listOfUser(user.id, { offset: 0, limit: 100 });
const everyFact = () => stage.own.payments.listOfUsers([user.id]);
const saleOf = (amount: number) => stage.standIn.books.subscriptions.get(id)?.transactions.find((sale) => sale.amount === amount)?.id ?? '';
const act = (change: Parameters<PaypalStandIn['act']>[0]) => stage.standIn.act(change);
const pages = { returnUrl: 'https://a.example/', cancelUrl: 'https://a.example/' };
const elsewhere = { customId: null, startsAt: null, setupFee: null, ...pages };
const own = () => stage.standIn.books.subscriptionOf(stage.accountId, id);

test('what is genuine is kept and answered, once however often it comes, and applied by the job', async () => {
  stage.standIn.misbehaviour.next('twice');
  await act((books) => books.cancel(own()));
  expect(await waiting()).toMatchObject([{ type: 'BILLING.SUBSCRIPTION.CANCELLED', paypalSubscriptionId: id }]);
  expect((await subscription())?.status.kind).toBe('active');
  await stage.work();
  expect((await subscription())?.status.kind).toBe('cancelled');
  expect(await waiting()).toEqual([]);
});

test('what is forged is refused and leaves nothing, whatever it says', async () => {
  stage.standIn.misbehaviour.next('wrongSignature');
  await act((books) => books.suspend(own()));
  expect(await waiting()).toEqual([]);
  for (const headers of [{}, { 'paypal-transmission-sig': 'x', 'paypal-cert-url': 'https://evil.example' }] as Record<string, string>[]) {
    const answer = await stage.server.call('POST', path(stage.own.organizationId), { rawBody: '{"id":"WH-1"}', headers });
    expect(answer).toMatchObject({ status: 400, body: { code: 'webhookForged' } });
  }
});

test('of an organization that is not there, or is another one, nothing is taken', async () => {
  for (const [organizationId, status] of [
    [newId(), 404],
    [stage.server.kohaku.id, 400],
  ] as const)
    expect((await stage.server.call('POST', path(organizationId), { rawBody: '{}' })).status, organizationId).toBe(status);
  const { clientId } = stage.standIn.addAccount();
  const stranger = new PaypalClient({ ...stage.reach, credentials: stage.standIn.addAccount({ clientId, secret: 'theirs' }) });
  await stranger.ensureWebhook(`${stage.server.url}${path(stage.own.organizationId)}`);
  const { books } = stage.standIn;
  const planId = books.makePlan({ accountId: clientId, productId: books.makeProduct(clientId), name: 'Theirs', price: 1, setupFee: 0 }).id;
  await act((its) => its.agree(its.subscribe({ ...elsewhere, accountId: clientId, planId })));
  expect(await waiting(), 'another account of the same provider').toEqual([]);
});

test('a refund is a record of its own, also where it names its payment by a link alone; a part leaves the rest', async () => {
  await act((books) => books.refund(own(), saleOf(5000), 2000));
  await stage.work();
  expect((await facts()).map(({ payment, type, result }) => [payment, type, result])).toEqual(
    expect.arrayContaining([
      [-2000, 'REFUND', 'COMPLETED'],
      [5000, 'SUBSCRIPTION_FEE', 'PARTIALLY_REFUNDED'],
    ]),
  );
  expect((await facts()).find(({ type }) => type === 'REFUND')?.refundOf).toBe(saleOf(5000));
});

const mails = async () =>
  (await stage.server.database.platform.mailQueue.listNewest(50)).filter(({ to }) => to === user.email).map(({ subject }) => subject);

test('a refund stops nothing, and its payer is told of it once', async () => {
  stage.standIn.misbehaviour.next('twice');
  await act((books) => books.refund(own(), saleOf(5000), 5000));
  await stage.work();
  await stage.review();
  expect((await subscription())?.status).toEqual({ kind: 'active' });
  expect((await mails()).filter((subject) => subject === 'Your payment was refunded')).toHaveLength(1);
  expect(balanceOf(await facts())).toBe(10_000);
});

test('a refund that is told before its payment is known waits for it', async () => {
  const late = await stage.server.makeUser();
  const { body } = await stage.server.call('POST', '/api/user-plans/checkout', {
    key: late.key,
    body: { userPlanId: plan.id, purpose: 'new' },
  });
  await stage.work();
  stage.standIn.misbehaviour.next('unheard', 3);
  await stage.approve(body.approveUrl);
  const bought = stage.standIn.books.subscriptionOf(stage.accountId, body.paypalSubscriptionId);
  const [sale] = bought.transactions;
  stage.standIn.misbehaviour.next('nameless');
  await act((books) => books.refund(bought, sale?.id ?? '', 1000));
  await stage.work();
  expect(await stage.own.payments.listOfUser(late.id, { offset: 0, limit: 10 })).toEqual([]);
  await stage.review();
  await stage.advance(3_600_000);
  expect((await stage.own.payments.listOfUser(late.id, { offset: 0, limit: 10 })).map(({ payment }) => payment)).toContain(-1000);
});

test('a payment that was taken back stops bots, and the next payment lets them start again', async () => {
  await act((books) => books.reverse(own(), saleOf(5000)));
  await stage.work();
  expect((await subscription())?.status).toMatchObject({ kind: 'paymentFailed', cause: 'reversed', isGraceOver: true });
  expect((await facts()).filter(({ result }) => result === 'REVERSED')).toMatchObject([{ payment: 5000, type: 'SUBSCRIPTION_FEE' }]);
  const key = await stage.server.makeAdministrator();
  const [taken] = (await stage.server.call('GET', '/admin/payments?result=REVERSED', { key, surface: 'organization' })).body;
  expect(taken).toMatchObject({ payment: 5000, result: 'REVERSED', isOutstanding: true });
  // It stays where it was paid.
  const [paid] = await stage.own.payments.listFacts(saleOf(5000));
  expect([paid?.result, paid?.at.toISOString()]).toEqual(['COMPLETED', taken.date]);
  await stage.advance(33 * 86_400_000);
  expect((await subscription())?.status).toEqual({ kind: 'active' });
});

describe('a dispute', () => {
  const dayMs = 86_400_000;
  const outcomes = { won: { code: 'RESOLVED_SELLER_FAVOUR' }, lost: { code: 'RESOLVED_BUYER_FAVOUR' } } as const;
  const end = (outcome: StandInOutcome) => act((books) => books.resolve(own(), saleOf(5000), outcome));
  const open = () =>
    act((books) => {
      books.dispute(own(), saleOf(5000));
      books.reverse(own(), saleOf(5000));
    });
  const reinstated = async () => (await facts()).filter(({ result }) => result === 'REINSTATED').map(({ payment }) => payment);
  const isPaid = async () => (await subscription())?.status.kind === 'active';
  const backMail = 'Your payment has been reinstated';

  test('that is won brings the payment back, once, and its payer may start bots again', async () => {
    await open();
    await stage.work();
    expect(await isPaid()).toBe(false);
    const before = await subscription();
    await stage.advance(40 * 60_000);
    stage.standIn.misbehaviour.next('twice');
    await end(outcomes.won);
    await stage.work();
    await stage.review();
    await stage.work();
    expect(await subscription()).toMatchObject({
      status: { kind: 'active' },
      reversedAt: null,
      paidAt: before?.paidAt,
      period: before?.period,
    });
    expect([await reinstated(), balanceOf(await everyFact())]).toEqual([[5000], 15_000]);
    expect((await mails()).filter((subject) => subject === backMail)).toHaveLength(1);
    const key = await stage.server.makeAdministrator();
    const asked = async (path: string) => (await stage.server.call('GET', path, { key, surface: 'organization' })).body;
    expect((await asked('/admin/payments?result=REINSTATED'))[0]).toMatchObject({
      payment: 5000,
      type: 'SUBSCRIPTION_FEE',
      refundOf: saleOf(5000),
      isOutstanding: false,
      isUnexpected: false,
    });
    const events: { kind: string; payment?: { result: string } }[] = await asked(`/admin/users/${user.id}/timeline`);
    expect(events.filter(({ payment }) => payment?.result === 'REINSTATED')).toHaveLength(1);
  });

  test('that is lost leaves the payment with its payer', async () => {
    await open();
    await stage.work();
    await end(outcomes.lost);
    await stage.work();
    expect([await isPaid(), await reinstated(), balanceOf(await everyFact())]).toEqual([false, [], 10_000]);
  });

  test('of which its payer keeps a part brings back the rest', async () => {
    await open();
    await stage.work();
    await end({ code: 'RESOLVED_BUYER_FAVOUR', refunded: 2000 });
    await stage.work();
    expect([await isPaid(), await reinstated(), balanceOf(await everyFact())]).toEqual([true, [3000], 13_000]);
    expect(stage.standIn.books.balanceOf(stage.accountId)).toBeGreaterThan(0);
  });

  test('that its payer withdraws is won', async () => {
    await open();
    await stage.work();
    await end({ code: 'CANCELED_BY_BUYER' });
    await stage.work();
    expect([await isPaid(), await reinstated()]).toEqual([true, [5000]]);
  });

  test('over a payment that nobody took, or that was refunded, brings nothing', async () => {
    await act((books) => books.dispute(own(), saleOf(5000)));
    await end(outcomes.won);
    await act((books) => {
      books.dispute(own(), saleOf(5000));
      books.refund(own(), saleOf(5000), 5000);
    });
    await end({ code: 'CANCELED_BY_BUYER' });
    await stage.work();
    expect([await isPaid(), await reinstated(), balanceOf(await everyFact())]).toEqual([true, [], 10_000]);
  });

  test('whose end is told before the payment was taken stops nobody, and neither does the reversal that is told once more', async () => {
    stage.standIn.misbehaviour.next('late', 2);
    await open();
    await end(outcomes.won);
    await stage.work();
    expect(await reinstated()).toEqual([]);
    await stage.advance(2 * dayMs);
    await stage.standIn.releaseLate();
    await stage.work();
    expect([await isPaid(), await reinstated(), balanceOf(await everyFact())]).toEqual([true, [5000], 15_000]);
    expect(await mails()).not.toContain(backMail);
    const type = 'PAYMENT.SALE.REVERSED';
    const [told] = await stage.own.webhookEvents.listOfType(type);
    const again = { ...JSON.parse(told?.body ?? '{}'), id: `WH-${newId()}` };
    await stage.own.webhookEvents.put({
      id: again.id,
      type,
      paypalSubscriptionId: id,
      body: JSON.stringify(again),
      receivedAt: stage.server.clock.now(),
    });
    await stage.work();
    expect([await isPaid(), await reinstated(), balanceOf(await everyFact())]).toEqual([true, [5000], 15_000]);
  });

  test('that is won over one payment lets nobody trade while another one stays taken back', async () => {
    await act((books) => books.reverse(own(), saleOf(10_000)));
    await open();
    await end(outcomes.won);
    await stage.work();
    expect([await isPaid(), await reinstated(), balanceOf(await everyFact())]).toEqual([false, [5000], 5000]);
    await act((books) => {
      books.dispute(own(), saleOf(10_000));
      books.resolve(own(), saleOf(10_000), outcomes.won);
    });
    await stage.work();
    expect([await isPaid(), balanceOf(await everyFact())]).toEqual([true, 15_000]);
  });

  test('that is won and followed by another one is lost with that', async () => {
    await open();
    await end(outcomes.won);
    await stage.work();
    await stage.advance(dayMs);
    await open();
    await stage.work();
    expect([await isPaid(), balanceOf(await everyFact())]).toEqual([false, 10_000]);
    await end(outcomes.lost);
    await stage.work();
    expect([await isPaid(), await reinstated(), balanceOf(await everyFact())]).toEqual([false, [5000], 10_000]);
  });

  test('that is won after the plan has ended is in the books, and revives nothing', async () => {
    await open();
    await stage.work();
    await act((books) => books.cancel(own()));
    await stage.work();
    await end(outcomes.won);
    await stage.work();
    expect((await subscription())?.status.kind).toBe('cancelled');
    expect([await reinstated(), balanceOf(await everyFact())]).toEqual([[5000], 15_000]);
  });

  test('that is won leaves a payment to stand out that failed meanwhile', async () => {
    await open();
    await stage.work();
    own().pays = false;
    await stage.advance(32 * dayMs);
    await end(outcomes.won);
    await stage.work();
    expect((await subscription())?.status).toMatchObject({ kind: 'paymentFailed', cause: 'declined', isGraceOver: false });
    expect(await reinstated()).toEqual([5000]);
    const key = await stage.server.makeAdministrator();
    const listed: { result: string; user: string; isOutstanding: boolean }[] = (
      await stage.server.call('GET', '/admin/payments', { key, surface: 'organization' })
    ).body;
    const standing = listed.filter(({ user: payer, isOutstanding }) => payer === user.id && isOutstanding);
    expect(standing.map(({ result }) => result)).toEqual(['FAILED']);
  });
});

describe('a reversal that goes by the id of its payment, and names nobody,', () => {
  /** As PayPal shows one in its documentation. */
  async function takeBack(sale: string, amount: number): Promise<string> {
    const [reversal, at] = [`R-${newId()}`, stage.server.clock.now()];
    const type = 'PAYMENT.SALE.REVERSED';
    const body = JSON.stringify({
      id: `WH-${newId()}`,
      event_type: type,
      create_time: at.toISOString(),
      resource_type: 'sale',
      resource: {
        id: sale,
        state: 'completed',
        amount: { total: String(-amount), currency: 'JPY' },
        create_time: at.toISOString(),
        links: [{ href: `https://api.paypal.com/v1/payments/refund/${reversal}`, rel: 'self', method: 'GET' }],
      },
    });
    await stage.own.webhookEvents.put({ id: newId(), type, paypalSubscriptionId: null, body, receivedAt: at });
    await stage.work();
    return reversal;
  }
  const resultOf = async (sale: string) => (await facts()).find(({ key }) => key === sale)?.result;

  test('takes back that payment', async () => {
    const sale = saleOf(5000);
    await stage.advance(60_000);
    const reversal = await takeBack(sale, 5000);
    expect((await subscription())?.status).toMatchObject({ kind: 'paymentFailed', cause: 'reversed' });
    expect((await facts()).find(({ key }) => key === reversal)).toMatchObject({ payment: -5000, type: 'REFUND', refundOf: sale });
    expect([await resultOf(sale), balanceOf(await facts())]).toEqual(['REVERSED', 10_000]);
  });

  test('leaves the rest where it takes back a part, until nothing is left', async () => {
    const sale = saleOf(5000);
    await stage.advance(60_000);
    await takeBack(sale, 2000);
    expect((await subscription())?.status).toMatchObject({ kind: 'paymentFailed', cause: 'reversed' });
    expect([await resultOf(sale), balanceOf(await facts())]).toEqual(['PARTIALLY_REFUNDED', 13_000]);
    await takeBack(sale, 3000);
    expect([await resultOf(sale), balanceOf(await facts())]).toEqual(['REVERSED', 10_000]);
  });
});

describe('a plan that was renewed', () => {
  const dayMs = 86_400_000;
  const renew = async (): Promise<{ paypalSubscriptionId: string; approveUrl: string }> =>
    (await stage.server.call('POST', '/api/user-plans/checkout', { key: user.key, body: { userPlanId: plan.id, purpose: 'renew' } })).body;

  test('is not paid any more when the payment that it goes on by is taken back', async () => {
    const anew = await renew();
    await stage.approve(anew.approveUrl);
    await stage.work();
    const present = () => stage.own.subscriptions.findByPaypal(anew.paypalSubscriptionId);
    expect((await present())?.status.kind).toBe('active');
    await stage.advance(dayMs);
    await act((books) => books.reverse(own(), saleOf(5000)));
    await stage.work();
    expect((await present())?.status).toMatchObject({ kind: 'paymentFailed', cause: 'reversed' });
    await act((books) => {
      books.dispute(own(), saleOf(5000));
      books.resolve(own(), saleOf(5000), { code: 'RESOLVED_SELLER_FAVOUR' });
    });
    await stage.work();
    expect((await present())?.status.kind, 'until the dispute over it is won').toBe('active');
  });

  test('after that payment was taken back is none: it is cancelled', async () => {
    const anew = await renew();
    await stage.advance(dayMs);
    await act((books) => books.reverse(own(), saleOf(5000)));
    await stage.work();
    await stage.approve(anew.approveUrl);
    await stage.work();
    expect(stage.standIn.books.subscriptions.get(anew.paypalSubscriptionId)?.status).toBe('CANCELLED');
    expect((await subscription())?.status).toMatchObject({ kind: 'paymentFailed', cause: 'reversed' });
  });
});

test('what was never delivered is asked for, and what was never told is seen at the next look', async () => {
  stage.standIn.misbehaviour.next('never');
  await act((books) => books.refund(own(), saleOf(10_000), 4000));
  await stage.work();
  expect(await facts()).toHaveLength(2);
  await stage.review();
  expect((await facts()).map(({ payment }) => payment)).toContain(-4000);
  stage.standIn.misbehaviour.next('unheard');
  await act((books) => books.cancel(own()));
  await stage.review();
  expect((await subscription())?.status.kind).toBe('active');
  await stage.advance(25 * 3_600_000);
  expect((await subscription())?.status.kind).toBe('cancelled');
});

test('what nobody made here is recorded and flagged, never cancelled', async () => {
  const { books } = stage.standIn;
  const made = books.subscribe({ ...elsewhere, accountId: stage.accountId, planId: own().planId });
  await act((its) => its.agree(made));
  await stage.work();
  const [sale] = made.transactions;
  expect(await stage.own.payments.listFacts(sale?.id ?? '')).toMatchObject([{ userId: null, isUnexpected: true, payment: yen(10_000) }]);
  expect(made.status).toBe('ACTIVE');
});

test('events of a webhook that was made anew at the provider count within the hour, by the id that it has now', async () => {
  const account = await stage.own.paypalAccounts.findCurrent();
  const client = await clientFor(account?.id ?? '', { organization: stage.own, deps: stage.deps });
  await client.deleteWebhook(account?.webhookId ?? '');
  await client.ensureWebhook(stage.deps.paypal.webhookUrlOf(stage.own.organizationId));
  await act((books) => books.suspend(own()));
  expect(await waiting()).toEqual([]);
  await stage.review();
  await act((books) => books.cancel(own()));
  expect(await waiting()).toMatchObject([{ type: 'BILLING.SUBSCRIPTION.CANCELLED', paypalSubscriptionId: id }]);
});

test('an answer that is stale is corrected a minute later', async () => {
  stage.standIn.misbehaviour.next('staleRead');
  await act((books) => books.cancel(own()));
  await stage.work();
  expect((await subscription())?.status.kind).toBe('active');
  await stage.advance(60_000);
  expect((await subscription())?.status.kind).toBe('cancelled');
});

test('while the provider does not answer nothing follows; then all of it does', async () => {
  await act((books) => books.cancel(own()));
  stage.standIn.misbehaviour.next('serverError', 100);
  await stage.work();
  expect(await waiting()).toHaveLength(1);
  stage.standIn.misbehaviour.behave();
  await stage.work();
  expect((await subscription())?.status.kind).toBe('cancelled');
});

test('what cannot be applied is put off, longer each time, and does not stand before what can', async () => {
  await act((books) => books.cancel(own()));
  const came = stage.server.clock.now().getTime();
  const dueAfter = async (ms: number) => (await stage.own.webhookEvents.listDue(new Date(came + ms), 100)).length;
  stage.standIn.misbehaviour.next('serverError', 10_000);
  await stage.advance(60_000);
  expect([await dueAfter(119_999), await dueAfter(120_000)]).toEqual([0, 1]);
  await stage.advance(60_000);
  expect([await dueAfter(239_999), await dueAfter(240_000)]).toEqual([0, 1]);
  stage.standIn.misbehaviour.behave();
  await stage.advance(120_000);
  expect((await subscription())?.status.kind).toBe('cancelled');
});
