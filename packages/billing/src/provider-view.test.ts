import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEvents } from './apply-event.ts';
import { eventsSeen, type ProviderView } from './provider-view.ts';
import type { Subscription, SubscriptionState } from './subscription.ts';
import { day, subscription, userPlan } from './testing/samples.ts';
import { noYen, yen } from './yen.ts';

const active: ProviderView = {
  id: 'I-1',
  status: 'active',
  statusAt: day(0),
  planId: 'P-standard',
  nextBillingAt: day(31),
  outstanding: noYen,
  lastPayment: { amount: yen(15_000), at: day(0) },
  lastFailure: null,
};
const pending = subscription({ status: { kind: 'approvalPending' }, period: null, paidAt: null, startedAt: null });

type Happening = 'pays' | 'fails' | 'failsForGood' | 'suspends' | 'repairs' | 'cancels' | 'isLetGo';

/** A provider, told what happens on each following day; written apart from the rules. */
function historyOf(happenings: readonly Happening[]): ProviderView[] {
  const views = [active];
  happenings.forEach((happening, index) => {
    const at = day(index + 1);
    const before = views.at(-1) ?? active;
    if (before.status === 'cancelled') return;
    const isOpen = isOwed(before);
    const failure = (retryAt: Date | null) => ({ amount: yen(5000), at, retryAt, reason: 'PAYER_CANNOT_PAY' });
    const after: Partial<ProviderView> | null = {
      pays: before.status === 'active' || isOpen ? { outstanding: noYen, lastPayment: { amount: yen(5000), at } } : null,
      fails: { outstanding: index % 2 === 0 ? yen(5000) : noYen, lastFailure: failure(day(index + 6)) },
      failsForGood: { outstanding: yen(5000), lastFailure: failure(null) },
      suspends: isOpen && before.status === 'active' ? ({ status: 'suspended', statusAt: at } as const) : null,
      repairs: before.status === 'suspended' && !isOpen ? ({ status: 'active', statusAt: at } as const) : null,
      cancels: { status: 'cancelled', statusAt: at } as const,
      isLetGo: isOpen && before.lastFailure ? { outstanding: noYen, lastFailure: { ...before.lastFailure, retryAt: null } } : null,
    }[happening];
    if (after) views.push({ ...before, ...after });
  });
  return views;
}

/** The last charge failed and is tried again, or was tried for the last time and is owed. */
const isOwed = ({ lastFailure, lastPayment, outstanding }: ProviderView): boolean =>
  lastFailure !== null && (outstanding > 0 || lastFailure.retryAt !== null) && (lastPayment?.at.getTime() ?? 0) < lastFailure.at.getTime();

function expectedState(view: ProviderView): SubscriptionState {
  if (view.status === 'cancelled' || view.status === 'suspended') return view.status;
  return isOwed(view) ? 'paymentFailed' : 'active';
}

const look = (known: Subscription, view: ProviderView, charged = known.plan) => applyEvents(known, eventsSeen(known, view, charged));
const happenings = fc.array(
  fc.constantFrom<Happening>('pays', 'fails', 'failsForGood', 'suspends', 'repairs', 'isLetGo', 'pays', 'fails', 'cancels'),
  {
    maxLength: 12,
  },
);

test('whatever was seen before, late, twice or never, the next look knows the provider’s state', () => {
  const looks = fc.array(fc.nat(), { maxLength: 15 });
  fc.assert(
    fc.property(happenings, looks, (happened, seen) => {
      const history = historyOf(happened);
      const now = history.at(-1) ?? active;
      let known: Subscription = pending;
      for (const at of seen) {
        const old = history[at % history.length] ?? active;
        known = look(known, old).subscription;
      }
      known = look(known, now).subscription;
      expect(known.status.kind).toBe(expectedState(now));
      expect(known.paidAt).toEqual(now.lastPayment?.at);
    }),
    { numRuns: 2000 },
  );
});

test('seeing the same once more changes and does nothing', () => {
  fc.assert(
    fc.property(happenings, (happened) => {
      const now = historyOf(happened).at(-1) ?? active;
      const once = look(pending, now).subscription;
      const again = look(once, now);
      expect(again.subscription).toEqual(once);
      expect(again.effects).toEqual([]);
    }),
  );
});

test('a payment is for the plan that begins with its period', () => {
  const smaller = userPlan({ id: 'smaller', monthlyPrice: yen(2000) });
  const begun = { ...active, planId: 'P-smaller', nextBillingAt: day(59), lastPayment: { amount: yen(2000), at: day(31.4) } };
  const { subscription: after } = look(subscription({ nextPlan: smaller }), begun, smaller);
  expect(after).toMatchObject({ plan: smaller, nextPlan: null, period: { start: day(31), end: day(59) }, paidAt: day(31.4) });
});

test('an upgrade counts as soon as the provider has the plan', () => {
  const larger = userPlan({ id: 'larger', monthlyPrice: yen(9000), tradingLimit: null });
  const known = subscription();
  const { subscription: after, effects } = look(known, { ...active, planId: 'P-larger' }, larger);
  expect(after).toMatchObject({ plan: larger, owedUpgradePrice: 9000 });
  expect(effects).toEqual(['notifyPlanChanged']);
});

test('a downgrade to which its payer did not agree never comes: the provider goes on with the old plan', () => {
  const smaller = userPlan({ id: 'smaller', monthlyPrice: yen(2000) });
  const begun = { ...active, nextBillingAt: day(59), lastPayment: { amount: yen(5000), at: day(31.4) } };
  const { subscription: after } = look(subscription({ nextPlan: smaller }), begun);
  expect(after).toMatchObject({ plan: { id: 'standard' }, nextPlan: null, period: { start: day(31), end: day(59) } });
});

test('of a plan that we do not know nothing follows: the present one goes on', () => {
  const smaller = userPlan({ id: 'smaller', monthlyPrice: yen(2000) });
  const known = subscription({ nextPlan: smaller });
  const events = eventsSeen(known, { ...active, planId: 'P-elsewhere', nextBillingAt: day(59) }, null);
  expect(applyEvents(known, events).subscription).toMatchObject({ plan: { id: 'standard' }, nextPlan: null });
});

test('a charge that failed is known at once, also while the provider tries again and owes nothing yet', () => {
  const failure = { amount: yen(5000), at: day(31.4), retryAt: day(36.4), reason: 'PAYER_CANNOT_PAY' };
  const { subscription: after } = look(subscription(), { ...active, lastFailure: failure });
  expect(after.status).toMatchObject({ kind: 'paymentFailed', graceUntil: day(36.4) });
  expect(look(after, { ...active, lastFailure: failure }).effects).toEqual([]);
});
