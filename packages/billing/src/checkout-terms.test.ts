import { expect, test } from 'vitest';
import { checkoutTerms } from './checkout-terms.ts';
import { day, userPlan } from './testing/samples.ts';
import { yen } from './yen.ts';

const now = day(0);
const present = { start: day(0), end: day(31) };
const plan = userPlan({ campaign: { code: 'ABCDEFGH', expiresAt: day(9), affiliateOnly: false } });

test('a new plan costs installation and first month today', () => {
  expect(checkoutTerms(plan, 'new', { now, present: null })).toEqual({
    termsVersion: 3,
    purpose: 'new',
    planName: 'standard',
    tradingLimit: '10000',
    renews: 'monthly',
    endsAt: null,
    installation: 10_000,
    firstPayment: 15_000,
    laterPayments: 5000,
    totalToday: 15_000,
    firstYear: 70_000,
    chargedBy: 'PAYPAL',
    firstChargedAt: null,
    beginsAt: null,
    campaignEndsAt: day(9),
    dropsChangeTo: null,
    cancelling: 'atOnceWithoutRefund',
  });
});

test('the same plan, paid anew, costs nothing before what is paid is over, and no second installation', () => {
  expect(checkoutTerms(plan, 'renew', { now, present, dropsChangeTo: 'small' })).toMatchObject({
    installation: 0,
    firstPayment: 5000,
    totalToday: 0,
    firstYear: 60_000,
    dropsChangeTo: 'small',
    firstChargedAt: day(31),
    beginsAt: null,
  });
});

test('an upgrade begins at once and a downgrade with the next period; both are charged then', () => {
  expect(checkoutTerms(plan, 'upgrade', { now, present })).toMatchObject({ totalToday: 0, firstChargedAt: day(31), beginsAt: null });
  expect(checkoutTerms(plan, 'downgrade', { now, present })).toMatchObject({ totalToday: 0, firstChargedAt: day(31), beginsAt: day(31) });
});

test('a plan that costs nothing is charged by nobody', () => {
  const free = userPlan({ monthlyPrice: yen(0), initialInstallationCost: yen(0), expirationDate: day(90) });
  expect(checkoutTerms(free, 'new', { now, present: null })).toMatchObject({
    chargedBy: null,
    renews: 'never',
    totalToday: 0,
    firstYear: 0,
    endsAt: day(90),
  });
});

test('a year, as a guide, has as many payments as there are until the plan ends', () => {
  const ending = (at: Date) => checkoutTerms(userPlan({ expirationDate: at }), 'new', { now, present: null }).firstYear;
  expect([ending(day(2)), ending(day(31)), ending(day(32)), ending(day(1000))]).toEqual([15_000, 15_000, 20_000, 70_000]);
});
