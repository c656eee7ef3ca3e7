import { expect, test } from 'vitest';
import { applyEvent, applyEvents } from './apply-event.ts';
import { eventsDue } from './events-due.ts';
import { eventsSeen, type ProviderView } from './provider-view.ts';
import { paidPeriod, renewed } from './renewal.ts';
import type { Subscription } from './subscription.ts';
import { day, subscription, userPlan } from './testing/samples.ts';
import { noYen, yen } from './yen.ts';

const anew = (given: Subscription, now = day(10)) =>
  renewed(given, { id: 'second', paypalSubscriptionId: 'I-2', period: paidPeriod(given, now) });
const active: ProviderView = {
  id: 'I-2',
  status: 'active',
  statusAt: day(10),
  planId: 'P-standard',
  nextBillingAt: day(31),
  outstanding: noYen,
  lastPayment: null,
  lastFailure: null,
};
const dueAt = (days: number, given = anew(subscription()), view = active) => {
  const { subscription: begun } = applyEvents(given, eventsSeen(given, view, userPlan()));
  return eventsDue(begun, { now: day(days), timeZone: 'UTC' }).map(({ type }) => type);
};

test('what is paid stays paid: nothing is missed before the new one’s first charge, and then it is', () => {
  const given = anew(subscription());
  expect(applyEvents(given, eventsSeen(given, active, userPlan())).subscription).toMatchObject({
    status: { kind: 'active' },
    period: { start: day(0), end: day(31) },
  });
  expect([dueAt(12.5), dueAt(30), dueAt(32.9), dueAt(33)]).toEqual([[], [], [], ['OVERDUE']]);
});

test('a period that was not paid is not taken over: the new one is charged at once', () => {
  const unpaid = subscription({ period: { start: day(31), end: day(59) }, status: { kind: 'suspended', since: day(41) } });
  const given = anew(unpaid, day(45));
  expect(given).toMatchObject({ period: null, paidAt: null });
  const charged = { ...active, statusAt: day(45), nextBillingAt: day(76), lastPayment: { amount: yen(5000), at: day(45) } };
  expect(applyEvents(given, eventsSeen(given, charged, userPlan())).subscription).toMatchObject({
    period: { start: day(45), end: day(76) },
    paidAt: day(45),
  });
  expect(dueAt(50, given, charged)).toEqual([]);
});

test('a period that is over is not paid any more, nor is one whose payment was taken back', () => {
  expect(paidPeriod(subscription(), day(30))).toEqual({ start: day(0), end: day(31) });
  expect(paidPeriod(subscription(), day(31))).toBeNull();
  const reversed = applyEvent(subscription(), { type: 'REVERSED', at: day(3) }).subscription;
  expect(paidPeriod(reversed, day(5))).toBeNull();
  const suspended = applyEvent(reversed, { type: 'SUSPENDED', at: day(4) }).subscription;
  expect(paidPeriod(suspended, day(5))).toBeNull();
  const paid = applyEvent(reversed, { type: 'COMPLETED', at: day(6), payment: yen(5000) }).subscription;
  expect(paidPeriod(paid, day(7))).toEqual({ start: day(0), end: day(31) });
});

test('a period whose payment was taken back is missed, also where the provider calls it active', () => {
  const due = (given: Partial<Subscription>) => eventsDue(subscription(given), { now: day(20), timeZone: 'UTC' }).map(({ type }) => type);
  expect(due({})).toEqual([]);
  expect(due({ reversedAt: day(1) })).toEqual(['OVERDUE']);
  expect(due({ reversedAt: day(1), paidAt: day(1.5) })).toEqual([]);
});

test('what was taken back of the old one’s payments says nothing of the new one’s', () => {
  const reversed = applyEvent(subscription(), { type: 'REVERSED', at: day(3) }).subscription;
  const paid = applyEvent(anew(reversed, day(3)), { type: 'COMPLETED', at: day(2.9), payment: yen(5000) }).subscription;
  expect(paid).toMatchObject({ status: { kind: 'active' }, paidAt: day(2.9) });
});

test('a gift that is paid for from now on does not end with the gift', () => {
  expect(anew(subscription({ source: 'gift', expiresAt: day(20) }))).toMatchObject({ source: 'paypal', expiresAt: null });
});
