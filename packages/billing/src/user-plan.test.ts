import { expect, test } from 'vitest';
import { day, userPlan } from './testing/samples.ts';
import { firstVersion, isOnOffer, isShownTo, nextVersion, planFaults } from './user-plan.ts';
import { yen } from './yen.ts';

const nobody = { redeemedSeries: [], planId: null };
const campaign = { code: 'ABCDEFGH', expiresAt: null, affiliateOnly: false };

test.each([
  ['name', { name: ' ' }],
  ['name', { name: 'n'.repeat(128) }],
  ['tradingLimit', { tradingLimit: '-1' }],
  ['tradingLimit', { tradingLimit: '0.00001' }],
  ['monthlyPrice', { monthlyPrice: yen(-1) }],
  ['monthlyPrice', { monthlyPrice: yen(10_000_001) }],
  ['initialInstallationCost', { monthlyPrice: yen(0), initialInstallationCost: yen(1) }],
] as const)('a plan with a wrong %s is refused: %o', (field, wrong) => {
  expect(planFaults(userPlan(wrong))).toEqual([field]);
  expect(() => firstVersion(userPlan(wrong), { id: 'new', at: day(0) })).toThrow('invalidUserPlan');
});

test('a plan may have no limit, a limit of 0, and no price', () => {
  expect(planFaults(userPlan({ tradingLimit: null }))).toEqual([]);
  expect(planFaults(userPlan({ tradingLimit: '0' }))).toEqual([]);
  expect(planFaults(userPlan({ monthlyPrice: yen(0), initialInstallationCost: yen(0) }))).toEqual([]);
});

test('an edit leaves the version that people are subscribed to as it is', () => {
  const before = userPlan();
  const copy = structuredClone(before);
  const after = nextVersion(before, { ...before, monthlyPrice: yen(6000) }, { id: 'second', at: day(3) });
  expect(before).toEqual(copy);
  expect(after).toMatchObject({
    id: 'second',
    seriesId: before.seriesId,
    version: 2,
    monthlyPrice: 6000,
    paypalPlanId: null,
    createdAt: day(3),
  });
});

test('a plan is on offer until it is archived, replaced or over', () => {
  expect(isOnOffer(userPlan(), day(1))).toBe(true);
  expect(isOnOffer(userPlan({ archivedAt: day(0) }), day(1))).toBe(false);
  expect(isOnOffer(userPlan({ replacedAt: day(0) }), day(1))).toBe(false);
  const ending = userPlan({ expirationDate: day(2) });
  expect([day(1), day(2)].map((now) => isOnOffer(ending, now))).toEqual([true, false]);
});

test('a plan with a campaign code is shown to those who entered it, whichever version they saw', () => {
  const plan = userPlan({ id: 'third', seriesId: 'first', campaign });
  expect(isShownTo(plan, nobody, day(1))).toBe(false);
  expect(isShownTo(plan, { ...nobody, redeemedSeries: ['first'] }, day(1))).toBe(true);
});

test('one’s own plan is always shown', () => {
  const old = userPlan({ archivedAt: day(0), replacedAt: day(0), campaign });
  expect(isShownTo(old, { ...nobody, planId: old.id }, day(1))).toBe(true);
});
