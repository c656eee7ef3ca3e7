import { expect, test } from 'vitest';
import { applyEvents } from './apply-event.ts';
import { eventsDue } from './events-due.ts';
import { freeSubscription } from './free-subscription.ts';
import type { Subscription } from './subscription.ts';
import { day, subscription, userPlan } from './testing/samples.ts';
import { noYen } from './yen.ts';

const plan = userPlan({ id: 'free', monthlyPrice: noYen });
const taken = (days: number, latest: Subscription | null, id = 'first') =>
  freeSubscription(plan, latest, { id, userId: 'user', now: day(days), timeZone: 'UTC' });
const cancelled = (given: Subscription, days: number): Subscription => ({ ...given, status: { kind: 'cancelled', at: day(days) } });

test('a free plan’s first period begins when it is taken, and ends on that day of the next month', () => {
  expect(taken(10.5, null)).toMatchObject({ period: { start: day(10.5), end: day(41) }, anchorDay: 11, startedAt: day(10.5) });
});

test('a free plan that is given up and taken again, or changed for another free one, goes on in its period', () => {
  const first = taken(10.5, null);
  for (const latest of [first, cancelled(first, 20)])
    expect(taken(25, latest, 'second')).toMatchObject({ period: { start: day(10.5), end: day(41) }, anchorDay: 11, startedAt: day(25) });
  const second = taken(25, cancelled(first, 20), 'second');
  const { subscription: next } = applyEvents(second, eventsDue(second, { now: day(41), timeZone: 'UTC' }));
  expect(next.period).toEqual({ start: day(41), end: day(69) });
});

test('after that period, and after a plan that was paid for, another period begins', () => {
  expect(taken(41, cancelled(taken(10.5, null), 20))).toMatchObject({ period: { start: day(41) }, anchorDay: 11 });
  expect(taken(20, cancelled(subscription(), 19))).toMatchObject({ period: { start: day(20) }, anchorDay: 21 });
});
