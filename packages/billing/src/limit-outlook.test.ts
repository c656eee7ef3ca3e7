import { expect, test } from 'vitest';
import { freeSubscription } from './free-subscription.ts';
import { limitOutlook, periodOnceAgreed } from './limit-outlook.ts';
import { userPlan } from './testing/samples.ts';
import { noYen } from './yen.ts';

const now = new Date('2026-03-10T00:00:00Z');
const period = { start: new Date('2026-03-01T00:00:00Z'), end: new Date('2026-04-01T00:00:00Z') };
const paid = userPlan();
const free = userPlan({ monthlyPrice: noYen, initialInstallationCost: noYen });
const taken = freeSubscription(free, null, { id: 's', userId: 'u', now: period.start, timeZone: 'UTC' });
const charged = { firstChargedAt: null };

test('with a plan that is bought a period begins, in which nothing was traded yet', () => {
  expect(periodOnceAgreed({ purpose: 'new', ...charged }, { plan: paid, latest: taken, period, now })).toBeNull();
});

test('a free plan taken anew goes on with the period that it had, and a first one begins with its own', () => {
  expect(periodOnceAgreed({ purpose: 'new', ...charged }, { plan: free, latest: taken, period, now })).toEqual(taken.period);
  expect(periodOnceAgreed({ purpose: 'new', ...charged }, { plan: free, latest: null, period, now })).toBeNull();
});

test('what is paid anew goes on with its period where that is paid, and begins another one where it is not', () => {
  const given = { plan: paid, latest: null, period, now };
  expect(periodOnceAgreed({ purpose: 'renew', firstChargedAt: period.end }, given)).toEqual(period);
  expect(periodOnceAgreed({ purpose: 'renew', firstChargedAt: null }, given)).toBeNull();
});

test.each(['upgrade', 'downgrade', 'withdraw'] as const)('with %s the present period goes on', (purpose) => {
  expect(periodOnceAgreed({ purpose, ...charged }, { plan: paid, latest: null, period, now })).toEqual(period);
});

test.each([
  ['upgrade', '1000', '999', [false, false]],
  ['upgrade', '1000', '1000', [true, false]],
  ['upgrade', null, '1000000', [false, false]],
  ['withdraw', '1000', '1000', [true, false]],
  ['renew', '1000', '2000', [true, false]],
  ['downgrade', '1000', '999', [false, false]],
  ['downgrade', '1000', '1000', [false, true]],
] as const)('%s to a limit of %s with %s traded', (purpose, tradingLimit, volume, [isLimitUsedUp, isAboveNextLimit]) => {
  expect(limitOutlook({ purpose, tradingLimit }, volume)).toEqual({ isLimitUsedUp, isAboveNextLimit });
});
