import {
  applyEvents,
  eventsDue,
  eventsSeen,
  hasEnded,
  nextReconcile,
  type Subscription,
  type SubscriptionEvent,
  takesUpgradeBack,
  type UserPlan,
} from '@tenbin/billing';
import type { NewPayment, OrganizationDatabase, StoredSubscription } from '@tenbin/db';
import { DomainError } from '@tenbin/market';
import type { PaypalClient, PaypalSubscription } from '@tenbin/paypal';
import { type CarryOut, type Change, carryingOut } from './carry-out.ts';
import { paymentFacts } from './payment-facts.ts';
import { clientFor, type PaymentScope } from './seller.ts';

/** What is known besides what the provider answers. */
export interface Incoming {
  readonly events?: readonly SubscriptionEvent[];
  readonly facts?: readonly NewPayment[];
  /** The facts are of money that was given back, of which its payer is told; what their bank took back they know. */
  readonly isRefund?: boolean;
  /** It may be stale: the provider is asked again a minute later. */
  readonly isFresh?: boolean;
  /** Is done in the transaction that stores what follows, with the subscription as it was. */
  readonly along?: (within: OrganizationDatabase, before: StoredSubscription) => Promise<void>;
}

const dayMs = 86_400_000;
/** Older payments change by events alone. */
const paymentHistoryMs = 200 * dayMs;
const againMs = 60_000;
const maxTries = 5;

/**
 * Asks the provider what became of a subscription, and stores what follows from it and from our own clock: at once, and once.
 *
 * @throws {PaypalError} where the provider cannot be asked: then nothing follows, since nobody knows
 */
export async function reconcileSubscription(id: string, scope: PaymentScope, incoming: Incoming = {}): Promise<StoredSubscription> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await reconcileOnce(id, scope, incoming);
    } catch (error) {
      const isChanged = error instanceof DomainError && error.code === 'subscriptionChanged';
      if (!isChanged || tries === maxTries) throw error;
    }
  }
}

async function reconcileOnce(id: string, scope: PaymentScope, incoming: Incoming): Promise<StoredSubscription> {
  const { organization, deps } = scope;
  // Before anything else: whoever hurries it from now on is not put off by what is found here.
  const dueAt = await organization.subscriptions.dueAt(id);
  const before = await organization.subscriptions.find(id);
  if (before === null) throw new Error(`no subscription ${id}`);
  const { timeZone } = (await deps.organizations.require(organization.organizationId)).settings;
  const seen = await askProvider(before, scope);
  const now = deps.clock.now();
  if (seen.view?.status === 'cancelled' && incoming.events === undefined && (await isBeingRenewed(before, scope))) {
    await organization.payments.record([...seen.facts, ...(incoming.facts ?? [])]);
    await organization.subscriptions.scheduleReconcile(id, new Date(now.getTime() + againMs), dueAt);
    return before;
  }
  // What may be stale takes no upgrade back: its bots would stop for nothing.
  const charged = incoming.isFresh && seen.charged && takesUpgradeBack(before, seen.charged) ? before.plan : seen.charged;
  const told = incoming.events ?? [];
  const isPaidAgain = ({ type }: SubscriptionEvent): boolean => type === 'REINSTATED';
  const applied = applyEvents(before, [
    // First: a payment taken back hides what failed since.
    ...told.filter(isPaidAgain),
    ...(seen.view ? eventsSeen(before, seen.view, charged) : []),
    ...told.filter((event) => !isPaidAgain(event)),
  ]);
  const due = applyEvents(applied.subscription, eventsDue(applied.subscription, { now, timeZone }));
  const change = { before, after: due.subscription, effects: [...applied.effects, ...due.effects] };
  if (change.effects.includes('cancelAtProvider')) await cancelAt(seen.client, before, 'expired');
  const next = incoming.isFresh ? new Date(now.getTime() + againMs) : nextReconcile(change.after, now);
  const carryOut = await carryingOut(scope);
  return organization.transaction(async (within) => {
    await incoming.along?.(within, before);
    return store(within, { change, seen, incoming, dueAt, next, carryOut });
  });
}

interface Step {
  readonly change: Change & { readonly before: StoredSubscription };
  readonly seen: Pick<Seen, 'facts'>;
  readonly incoming: Incoming;
  readonly dueAt: Date | null;
  readonly next: Date;
  readonly carryOut: CarryOut;
}

async function store(within: OrganizationDatabase, { change, seen, incoming, dueAt, next, carryOut }: Step): Promise<StoredSubscription> {
  const { before, after } = change;
  const saved = after === before ? before : await within.subscriptions.save(before, after);
  await within.payments.record(seen.facts);
  const added = await within.payments.record(incoming.facts ?? []);
  await carryOut(within, { ...change, refunds: incoming.isRefund ? added : [] });
  await within.subscriptions.scheduleReconcile(after.id, next, dueAt);
  return saved;
}

interface Seen {
  readonly client: PaypalClient | null;
  readonly view: PaypalSubscription | null;
  /** Ours with the plan of the view. */
  readonly charged: UserPlan | null;
  readonly facts: readonly NewPayment[];
}

async function askProvider(subscription: StoredSubscription, scope: PaymentScope): Promise<Seen> {
  const { paypalAccountId, paypalSubscriptionId, plan } = subscription;
  if (paypalAccountId === null || paypalSubscriptionId === null) return { client: null, view: null, charged: null, facts: [] };
  const client = await clientFor(paypalAccountId, scope);
  const view = await client.findSubscription(paypalSubscriptionId);
  if (view === null) return { client, view, charged: null, facts: [] };
  const transactions = await client.fetchTransactions(paypalSubscriptionId, spanAround(scope.deps.clock.now()));
  const charged = view.planId === plan.paypalPlanId ? plan : await scope.organization.userPlans.findByPaypal(view.planId);
  return { client, view, charged, facts: paymentFacts(subscription, { view, transactions }) };
}

/** Whether its end is but a step of another one's beginning: the one that takes its place is active, and not stored yet. */
async function isBeingRenewed(subscription: StoredSubscription, scope: PaymentScope): Promise<boolean> {
  if (hasEnded(subscription)) return false;
  const open = await scope.organization.checkouts.findOpen(subscription.userId);
  if (open?.purpose !== 'renew' || open.paypalSubscriptionId === null) return false;
  const client = await clientFor(open.paypalAccountId, scope);
  return (await client.findSubscription(open.paypalSubscriptionId))?.status === 'active';
}

/** Of payments that are asked for. */
export const spanAround = (now: Date) => ({ from: new Date(now.getTime() - paymentHistoryMs), to: new Date(now.getTime() + dayMs) });

async function cancelAt(client: PaypalClient | null, { paypalSubscriptionId }: Subscription, reason: string): Promise<void> {
  if (client === null || paypalSubscriptionId === null) return;
  if ((await client.findSubscription(paypalSubscriptionId)) !== null) await client.cancel(paypalSubscriptionId, { reason });
}

/** Who ends it: said to the provider in few words. */
export interface Ending {
  readonly reason: string;
  readonly along?: Incoming['along'];
}

/**
 * Ends a subscription at the provider first, and then here.
 *
 * @throws {PaypalError} where it goes on there
 */
export async function cancelSubscription(
  subscription: StoredSubscription,
  scope: PaymentScope,
  { reason, along }: Ending = { reason: 'ended by its user' },
): Promise<StoredSubscription> {
  await endAtProvider(subscription, scope, reason);
  const events = [{ type: 'CANCELLED', at: scope.deps.clock.now() } as const];
  return reconcileSubscription(subscription.id, scope, { events, ...(along && { along }) });
}

/** Where it still lives there. */
export async function endAtProvider(subscription: StoredSubscription, scope: PaymentScope, reason = 'ended by its user'): Promise<void> {
  const { paypalAccountId } = subscription;
  if (paypalAccountId === null) return;
  await cancelAt(await clientFor(paypalAccountId, scope), subscription, hasEnded(subscription) ? 'ended' : reason);
}
