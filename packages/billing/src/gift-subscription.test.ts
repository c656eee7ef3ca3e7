import { expect, test } from 'vitest';
import { applyEvents } from './apply-event.ts';
import { entitlementOf } from './entitlement.ts';
import { eventsDue } from './events-due.ts';
import { giftSubscription } from './gift-subscription.ts';
import { day, userPlan } from './testing/samples.ts';

const given = (expiresAt: Date | null) =>
  giftSubscription(userPlan(), { id: 'gift', userId: 'user', now: day(10), timeZone: 'UTC', expiresAt });
const facts = { isFreeOrganization: false, timeZone: 'UTC', volume: '9999' };

test('a gift counts at once, is charged by nobody, and what was traded before it does not count', () => {
  const gift = given(null);
  expect(gift).toMatchObject({ source: 'gift', paypalSubscriptionId: null, paidAt: null, status: { kind: 'active' } });
  expect(entitlementOf(gift, { ...facts, now: day(10) })).toMatchObject({ stopReasons: [], tradingLimit: '10000', until: null });
  expect(gift.period?.start).toEqual(day(10));
});

test('a gift ends at the moment that was said, and its bots with it', () => {
  const gift = given(day(40));
  const look = (now: Date) => applyEvents(gift, eventsDue(gift, { now, timeZone: 'UTC' }));
  expect(look(new Date(day(40).getTime() - 1)).subscription.status.kind).toBe('active');
  expect(look(day(40))).toMatchObject({ subscription: { status: { kind: 'expired' } }, effects: expect.arrayContaining(['stopForEnd']) });
  expect(entitlementOf(gift, { ...facts, now: day(40) }).stopReasons).toEqual(['NO_SUBSCRIPTION']);
});

test.each([10, 9])('a gift whose end is not ahead is none: day %i of day 10', (days) => {
  expect(() => given(day(days))).toThrow('endNotAhead');
});
