import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEvent, applyEvents, type SubscriptionEvent } from './apply-event.ts';
import { eventsDue } from './events-due.ts';
import { type Subscription, type SubscriptionStatus, subscriptionStates } from './subscription.ts';
import { ownEvents, providerEvents, transitions } from './subscription-table.ts';
import { day, subscription, userPlan } from './testing/samples.ts';
import type { UserPlan } from './user-plan.ts';
import { yen } from './yen.ts';

const failed: SubscriptionStatus = { kind: 'paymentFailed', cause: 'declined', failedAt: day(31), graceUntil: day(36), isGraceOver: false };
const statuses: readonly SubscriptionStatus[] = [
  { kind: 'approvalPending' },
  { kind: 'active' },
  failed,
  { kind: 'suspended', since: day(41) },
  { kind: 'cancelled', at: day(41) },
  { kind: 'expired', at: day(41) },
];
const larger = userPlan({ id: 'larger', monthlyPrice: yen(8000), tradingLimit: '50000' });
const smaller = userPlan({ id: 'smaller', monthlyPrice: yen(2000), tradingLimit: '1000' });
const smallest = userPlan({ id: 'smallest', monthlyPrice: yen(1000), tradingLimit: '100' });
const standard = userPlan();

const eventsAt = (at: Date): SubscriptionEvent[] => [
  { type: 'ACTIVATED', at, nextBillingAt: day(62) },
  { type: 'COMPLETED', at, payment: yen(5000) },
  { type: 'FAILED', at, retryAt: new Date(at.getTime() + 5 * 86_400_000) },
  { type: 'SUSPENDED', at },
  { type: 'UPDATED', at, plan: larger },
  { type: 'CANCELLED', at },
  { type: 'REVERSED', at },
  { type: 'REINSTATED', at, reversedAt: null },
  { type: 'OVERDUE', at },
  { type: 'GRACE_ENDED', at },
  { type: 'PERIOD_BEGAN', at, period: { start: day(31), end: day(62) } },
  { type: 'EXPIRED', at },
];
const anyEvent = fc.integer({ min: 1, max: 90 }).chain((days) => fc.constantFrom(...eventsAt(day(days))));

test('the table has every state and every event', () => {
  expect(statuses.map(({ kind }) => kind)).toEqual(subscriptionStates);
  expect(eventsAt(day(1)).map(({ type }) => type)).toEqual([...providerEvents, ...ownEvents]);
});

describe.each(statuses)('from $kind', (status) => {
  test.each(eventsAt(day(42)))('$type leads where the table says', (event) => {
    const { to } = transitions[status.kind][event.type];
    const reversedAt = event.type === 'REINSTATED' ? day(40) : null;
    expect(applyEvent(subscription({ status, reversedAt }), event).subscription.status.kind).toBe(to);
  });
});

test('what has ended never lives again, and keeps the moment of its end', () => {
  fc.assert(
    fc.property(fc.constantFrom(...statuses.slice(4)), fc.array(anyEvent), (status, events) => {
      const { subscription: after } = applyEvents(subscription({ status }), events);
      expect(after.status).toEqual(status);
    }),
  );
});

test('a charge after the end is flagged once', () => {
  const charge: SubscriptionEvent = { type: 'COMPLETED', at: day(45), payment: yen(5000) };
  const ended = applyEvent(subscription({ status: { kind: 'cancelled', at: day(41) } }), charge);
  expect(ended.effects).toEqual(['flag']);
  expect(applyEvent(ended.subscription, charge).effects).toEqual([]);
});

test('an event that is told twice does nothing the second time', () => {
  fc.assert(
    fc.property(fc.constantFrom(...statuses.slice(0, 4)), anyEvent, (status, event) => {
      const once = applyEvent(subscription({ status, nextPlan: smaller }), event);
      const twice = applyEvent(once.subscription, event);
      expect(twice.subscription).toEqual(once.subscription);
      expect(twice.effects.filter((effect) => effect !== 'flag')).toEqual([]);
    }),
  );
});

test('a failure from before the last payment changes nothing', () => {
  const paid = subscription({ paidAt: day(33) });
  expect(applyEvent(paid, { type: 'FAILED', at: day(31), retryAt: day(36) })).toEqual({ subscription: paid, effects: [] });
});

test('failing again does not lengthen the grace', () => {
  const first = applyEvent(subscription(), { type: 'FAILED', at: day(31), retryAt: day(36) });
  expect(first.subscription.status).toEqual(failed);
  expect(first.effects).toEqual(['notifyPaymentFailed']);
  const again = applyEvent(first.subscription, { type: 'FAILED', at: day(36), retryAt: day(41) });
  expect(again).toEqual({ subscription: first.subscription, effects: [] });
});

test('a failure that is not tried again stops bots at once', () => {
  const { subscription: after } = applyEvent(subscription(), { type: 'FAILED', at: day(31), retryAt: null });
  expect(eventsDue(after, { now: day(31), timeZone: 'UTC' })).toEqual([{ type: 'GRACE_ENDED', at: day(31) }]);
});

test('an upgrade owes one payment at the dearer price, and nothing less settles it', () => {
  const { subscription: upgraded } = applyEvent(subscription({ nextPlan: smaller }), { type: 'UPDATED', at: day(5), plan: larger });
  expect(upgraded).toMatchObject({ plan: larger, nextPlan: null, owedUpgradePrice: 8000 });
  const paid = (payment: number) => applyEvent(upgraded, { type: 'COMPLETED', at: day(31), payment: yen(payment) }).subscription;
  expect(paid(5000).owedUpgradePrice).toBe(8000);
  expect(paid(8000).owedUpgradePrice).toBeNull();
});

test('an upgrade that is taken back before it was paid leaves what was paid for, and the smaller plan for the next period', () => {
  const upgraded = applyEvents(subscription({ plan: smaller }), [
    { type: 'UPDATED', at: day(4), plan: standard },
    { type: 'UPDATED', at: day(5), plan: larger },
  ]).subscription;
  expect(upgraded).toMatchObject({ plan: larger, paidPlan: smaller, owedUpgradePrice: 8000 });
  const agreedTo = (plan: UserPlan) => applyEvent(upgraded, { type: 'UPDATED', at: day(6), plan }).subscription;
  expect(agreedTo(smaller)).toEqual(subscription({ plan: smaller }));
  expect(agreedTo(smallest)).toEqual(subscription({ plan: smaller, nextPlan: smallest }));
  expect(agreedTo(standard)).toEqual(subscription({ plan: standard, paidPlan: smaller, owedUpgradePrice: yen(5000) }));
  const { subscription: paid } = applyEvent(upgraded, { type: 'COMPLETED', at: day(31), payment: yen(8000) });
  expect(applyEvent(paid, { type: 'UPDATED', at: day(32), plan: smallest }).subscription).toMatchObject({
    plan: larger,
    nextPlan: smallest,
  });
});

test('a downgrade is agreed to, and waits; agreeing to the present plan again withdraws it', () => {
  const agreed = applyEvent(subscription(), { type: 'UPDATED', at: day(5), plan: smaller });
  expect(agreed.subscription).toMatchObject({ plan: subscription().plan, nextPlan: smaller, owedUpgradePrice: null });
  expect(agreed.effects).toEqual(['notifyPlanChanged']);
  const withdrawn = applyEvent(agreed.subscription, { type: 'UPDATED', at: day(6), plan: subscription().plan });
  expect(withdrawn.subscription).toEqual(subscription());
});

test('a payment that was taken back is not paid, whenever it becomes known', () => {
  const paid: SubscriptionEvent = { type: 'COMPLETED', at: day(31), payment: yen(5000) };
  const reversed: SubscriptionEvent = { type: 'REVERSED', at: day(33) };
  for (const order of [
    [paid, reversed],
    [reversed, paid],
    [paid, reversed, paid, reversed],
  ])
    expect(applyEvents(subscription(), order).subscription.status).toMatchObject({ kind: 'paymentFailed', cause: 'reversed' });
  const later: SubscriptionEvent = { type: 'COMPLETED', at: day(34), payment: yen(5000) };
  expect(applyEvents(subscription(), [reversed, later, paid, reversed]).subscription.status.kind).toBe('active');
});

test('a payment that is reinstated is paid as before, and bots may start again', () => {
  const before = subscription();
  const reversed = applyEvent(before, { type: 'REVERSED', at: day(3) }).subscription;
  const back = applyEvent(reversed, { type: 'REINSTATED', at: day(60), reversedAt: null });
  expect(back).toEqual({ subscription: before, effects: ['notifyMayStart'] });
  expect(applyEvent(back.subscription, { type: 'REINSTATED', at: day(60), reversedAt: null })).toEqual({
    subscription: before,
    effects: [],
  });
});

test('it is not paid while another payment stays taken back, unless something was paid since', () => {
  const both = applyEvents(subscription(), [
    { type: 'REVERSED', at: day(3) },
    { type: 'REVERSED', at: day(5) },
  ]).subscription;
  const reinstated = (stays: Date) => applyEvent(both, { type: 'REINSTATED', at: day(9), reversedAt: stays });
  expect(reinstated(day(3))).toEqual({ subscription: both, effects: [] });
  expect(reinstated(day(-1)).subscription).toMatchObject({ status: { kind: 'active' }, reversedAt: day(-1) });
});

test('it changes nothing where a later payment has settled what was taken back, whatever failed since', () => {
  const later = applyEvents(subscription(), [
    { type: 'REVERSED', at: day(3) },
    { type: 'COMPLETED', at: day(31), payment: yen(5000) },
    { type: 'FAILED', at: day(62), retryAt: day(67) },
  ]).subscription;
  expect(applyEvent(later, { type: 'REINSTATED', at: day(63), reversedAt: null })).toEqual({ subscription: later, effects: [] });
});

test('what becomes active again keeps its period until the next one begins', () => {
  const waiting = subscription({ status: failed, nextPlan: smaller });
  const { subscription: active } = applyEvent(waiting, { type: 'ACTIVATED', at: day(33), nextBillingAt: day(62) });
  expect(active.period).toEqual({ start: day(0), end: day(31) });
  const begun = applyEvent(active, { type: 'PERIOD_BEGAN', at: day(31), period: { start: day(31), end: day(62) } });
  expect(begun.subscription).toMatchObject({ plan: smaller, period: { start: day(31), end: day(62) } });
});

test('what expires is cancelled at the provider', () => {
  expect(applyEvent(subscription(), { type: 'EXPIRED', at: day(9) }).effects).toContain('cancelAtProvider');
});

test('a downgrade takes the plan’s place with the next period', () => {
  const waiting = subscription({ nextPlan: smaller });
  const next = applyEvent(waiting, { type: 'PERIOD_BEGAN', at: day(31), period: { start: day(31), end: day(59) } });
  expect(next.subscription).toMatchObject({ plan: smaller, nextPlan: null, period: { end: day(59) } });
  expect(next.effects).toEqual(['notifyPlanChanged']);
});

describe('the clock', () => {
  const due = (given: Partial<Subscription>, now: Date) => eventsDue(subscription(given), { now, timeZone: 'UTC' }).map(({ type }) => type);

  test('finds a payment that never came 48 hours after its day, not earlier', () => {
    const noPayment = { period: { start: day(31), end: day(59) }, paidAt: day(0) };
    expect(due(noPayment, day(32.9))).toEqual([]);
    expect(due(noPayment, day(33))).toEqual(['OVERDUE']);
    expect(due({ ...noPayment, paidAt: day(31.4) }, day(33))).toEqual([]);
    expect(due({}, day(33)), 'the provider says nothing of a next charge').toEqual(['OVERDUE']);
  });

  test('ends a gift, and a plan that was to end', () => {
    const gift = { source: 'gift', anchorDay: 1, paidAt: null } as const;
    expect(due({ ...gift, expiresAt: day(20) }, day(19.9))).toEqual([]);
    expect(due({ ...gift, expiresAt: day(20) }, day(20))).toEqual(['EXPIRED']);
    expect(due({ ...gift, expiresAt: day(20), plan: userPlan({ expirationDate: day(10) }) }, day(11))).toEqual(['EXPIRED']);
  });

  test('begins a gift’s periods by the calendar, and misses none that it slept through', () => {
    const gift = subscription({ source: 'gift', anchorDay: 10, paidAt: null, startedAt: day(9.5), period: null });
    const { subscription: first } = applyEvents(gift, eventsDue(gift, { now: day(9.6), timeZone: 'UTC' }));
    expect(first.period).toEqual({ start: day(9.5), end: day(40) });
    const { subscription: later } = applyEvents(first, eventsDue(first, { now: day(100), timeZone: 'UTC' }));
    expect(later.period).toEqual({ start: day(99), end: day(129) });
  });

  test('charges nobody for a gift', () => {
    expect(due({ source: 'gift', anchorDay: 1, paidAt: null, period: { start: day(0), end: day(31) } }, day(30))).toEqual([]);
  });

  test('has nothing left to do once it was done', () => {
    const states = fc.constantFrom(...statuses);
    fc.assert(
      fc.property(states, fc.integer({ min: 0, max: 120 }), fc.boolean(), (status, now, isGift) => {
        const given = subscription(isGift ? { status, source: 'gift', anchorDay: 5, paidAt: null } : { status });
        const clock = { now: day(now), timeZone: 'Asia/Tokyo' };
        const { subscription: after } = applyEvents(given, eventsDue(given, clock));
        const settled = applyEvents(after, eventsDue(after, clock)).subscription;
        expect(eventsDue(settled, clock)).toEqual([]);
      }),
    );
  });
});
