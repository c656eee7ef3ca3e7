import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EntitlementFacts, entitlementOf } from './entitlement.ts';
import type { SubscriptionStatus } from './subscription.ts';
import { day, subscription, userPlan } from './testing/samples.ts';

const facts: EntitlementFacts = { isFreeOrganization: false, timeZone: 'Asia/Tokyo', volume: '0', now: day(5) };
const failed: SubscriptionStatus = { kind: 'paymentFailed', cause: 'declined', failedAt: day(31), graceUntil: day(36), isGraceOver: false };

describe('whoever has', () => {
  test.each([
    ['no plan', null, day(5), ['NO_SUBSCRIPTION'], false],
    ['a plan that is paid', { kind: 'active' }, day(5), [], true],
    ['a plan whose period is over, the charge still to come', { kind: 'active' }, day(31.5), [], true],
    ['a plan that waits for approval', { kind: 'approvalPending' }, day(5), ['NO_SUBSCRIPTION'], false],
    ['a payment that failed, within the grace', failed, day(35.9), [], true],
    ['a payment that failed, after the grace', failed, day(36), ['BY_PAYMENT_FAILED'], false],
    ['a suspended plan', { kind: 'suspended', since: day(41) }, day(42), ['BY_PAYMENT_FAILED'], false],
    ['a cancelled plan', { kind: 'cancelled', at: day(4) }, day(5), ['NO_SUBSCRIPTION'], false],
    ['an expired plan', { kind: 'expired', at: day(4) }, day(5), ['NO_SUBSCRIPTION'], false],
  ] as const)('%s', (_, status, now, stopReasons, isPaid) => {
    const given = status && subscription({ status });
    expect(entitlementOf(given, { ...facts, now })).toMatchObject({ stopReasons, isPaid });
  });
});

test('a gift holds until its end, and not a moment longer', () => {
  const gift = subscription({ source: 'gift', expiresAt: day(20), anchorDay: 1, paidAt: null });
  expect(entitlementOf(gift, { ...facts, now: day(19.9) })).toMatchObject({ stopReasons: [], until: day(20) });
  expect(entitlementOf(gift, { ...facts, now: day(20) })).toMatchObject({ stopReasons: ['NO_SUBSCRIPTION'], until: null });
});

test('the limit is the plan’s: reached is over, and none is none', () => {
  const reasons = (tradingLimit: string | null, volume: string) =>
    entitlementOf(subscription({ plan: userPlan({ tradingLimit }) }), { ...facts, volume }).stopReasons;
  expect(reasons('1000', '999.9999')).toEqual([]);
  expect(reasons('1000', '1000.0000')).toEqual(['BY_TRADING_VOLUME_LIMIT']);
  expect(reasons('0', '0')).toEqual(['BY_TRADING_VOLUME_LIMIT']);
  expect(reasons(null, '1e12'.replace('e12', '0'.repeat(12)))).toEqual([]);
});

test('a used-up limit is no missing payment', () => {
  expect(entitlementOf(subscription(), { ...facts, volume: '10000' })).toMatchObject({ isPaid: true });
});

test('exchanges are the plan’s; a plan without a choice has all, and no plan has none', () => {
  const of = (selectableExchanges: readonly string[]) => entitlementOf(subscription({ plan: userPlan({ selectableExchanges }) }), facts);
  expect(of(['a', 'b']).selectableExchanges).toEqual(['a', 'b']);
  expect(of([]).selectableExchanges).toBeNull();
  expect(entitlementOf(null, facts).selectableExchanges).toEqual([]);
});

test('volume counts in the plan’s period, and without a plan in the organization’s month', () => {
  expect(entitlementOf(subscription(), facts).period).toEqual({ start: day(0), end: day(31) });
  expect(entitlementOf(null, facts).period.start.toISOString()).toBe('2025-12-31T15:00:00.000Z');
});

test('volume after the end of a period counts from there on, before anybody knows of the next one', () => {
  expect(entitlementOf(subscription(), { ...facts, now: day(30.9) }).period).toEqual({ start: day(0), end: day(31) });
  expect(entitlementOf(subscription(), { ...facts, now: day(31) }).period).toEqual({ start: day(31), end: day(59) });
});

test('in a free organization nothing is to be paid, whatever somebody has', () => {
  const statuses: fc.Arbitrary<SubscriptionStatus> = fc.constantFrom<SubscriptionStatus>(
    { kind: 'active' },
    failed,
    { kind: 'suspended', since: day(1) },
    { kind: 'cancelled', at: day(1) },
  );
  fc.assert(
    fc.property(fc.option(statuses), fc.nat(), (status, volume) => {
      const given = status && subscription({ status });
      expect(entitlementOf(given, { ...facts, isFreeOrganization: true, volume: String(volume), now: day(60) })).toMatchObject({
        stopReasons: [],
        isPaid: true,
        tradingLimit: null,
        selectableExchanges: null,
        until: null,
      });
    }),
  );
});
