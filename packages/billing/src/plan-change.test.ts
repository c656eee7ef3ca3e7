import { expect, test } from 'vitest';
import { planChange, requireDearerPaid } from './plan-change.ts';
import { day, subscription, userPlan } from './testing/samples.ts';
import type { UserPlan } from './user-plan.ts';
import { noYen, yen } from './yen.ts';

const now = day(5);
const other = (given: Partial<UserPlan>) => userPlan({ id: 'other', ...given });

test.each([
  ['dearer and larger', { monthlyPrice: yen(8000), tradingLimit: '50000' }, 'upgrade'],
  ['dearer, whatever its limit', { monthlyPrice: yen(8000), tradingLimit: '1' }, 'upgrade'],
  ['cheaper and smaller', { monthlyPrice: yen(2000), tradingLimit: '1000' }, 'downgrade'],
  ['cheaper, whatever its limit', { monthlyPrice: yen(2000), tradingLimit: null }, 'downgrade'],
  ['of one price and larger', { tradingLimit: '10000.0001' }, 'upgrade'],
  ['of one price without a limit', { tradingLimit: null }, 'upgrade'],
  ['of one price and smaller', { tradingLimit: '9999' }, 'downgrade'],
  ['the same but for its exchanges', { selectableExchanges: ['a'] }, 'upgrade'],
] as const)('a plan that is %s', (_, given, kind) => {
  expect(planChange(subscription(), other(given), now).kind).toBe(kind);
});

test('from a plan without a limit, one of the same price with a limit is a downgrade', () => {
  const unlimited = subscription({ plan: userPlan({ tradingLimit: null }) });
  expect(planChange(unlimited, other({ tradingLimit: '1' }), now).kind).toBe('downgrade');
});

test('choosing the present plan withdraws what was to follow it', () => {
  const smaller = other({ monthlyPrice: yen(2000) });
  const waiting = subscription({ nextPlan: smaller });
  expect(() => planChange(waiting, smaller, now)).toThrow('alreadyOnPlan');
  expect(planChange(waiting, waiting.plan, now).kind).toBe('withdraw');
  expect(() => planChange(subscription(), userPlan(), now)).toThrow('alreadyOnPlan');
});

test('a gift is not changed into a plan that is paid, nor a paid plan into one that costs nothing', () => {
  const free = userPlan({ id: 'free', monthlyPrice: noYen, initialInstallationCost: noYen, tradingLimit: null });
  for (const source of ['gift', 'free'] as const)
    expect(() => planChange(subscription({ source }), other({ monthlyPrice: yen(8000) }), now)).toThrow('planNotCharged');
  expect(() => planChange(subscription(), free, now)).toThrow('planToCancel');
});

test('after an upgrade a downgrade waits for one payment at the dearer price; an upgrade does not', () => {
  const upgraded = subscription({ owedUpgradePrice: yen(5000) });
  expect(() => planChange(upgraded, other({ monthlyPrice: yen(1000) }), now)).toThrow('dearerPriceUnpaid');
  expect(planChange(upgraded, other({ monthlyPrice: yen(9000) }), now).kind).toBe('upgrade');
});

test('an upgrade that was given up unpaid leads to no cheaper plan before its period is over', () => {
  const given = subscription({ owedUpgradePrice: yen(8000), status: { kind: 'cancelled', at: day(4) } });
  const cheaper = other({ monthlyPrice: yen(5000) });
  expect(() => requireDearerPaid(given, cheaper, now)).toThrow('dearerPriceUnpaid');
  expect(() => requireDearerPaid(given, other({ monthlyPrice: yen(8000) }), now)).not.toThrow();
  expect(() => requireDearerPaid(given, cheaper, day(31))).not.toThrow();
  expect(() => requireDearerPaid({ ...given, owedUpgradePrice: null }, cheaper, now)).not.toThrow();
});

test('what is not on offer, or not one’s to change, is refused', () => {
  const larger = other({ monthlyPrice: yen(8000) });
  expect(() => planChange(subscription(), { ...larger, archivedAt: day(1) }, now)).toThrow('userPlanNotOffered');
  expect(() => planChange(null, larger, now)).toThrow('noSubscription');
  expect(() => planChange(subscription({ status: { kind: 'cancelled', at: day(1) } }), larger, now)).toThrow('noSubscription');
  expect(() => planChange(subscription({ status: { kind: 'approvalPending' } }), larger, now)).toThrow('noSubscription');
  expect(() => planChange(subscription({ status: { kind: 'suspended', since: day(1) } }), larger, now)).toThrow('paymentOutstanding');
});

test('no plan is changed to that is over when it is first charged, or with that', () => {
  for (const price of [2000, 8000]) {
    const ending = (days: number) => planChange(subscription(), other({ monthlyPrice: yen(price), expirationDate: day(days) }), now);
    expect(() => ending(10)).toThrow('planEndsTooSoon');
    expect(() => ending(33)).toThrow('planEndsTooSoon');
    expect(() => ending(34)).not.toThrow();
  }
});
