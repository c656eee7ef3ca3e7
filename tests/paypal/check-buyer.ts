import { balanceOf, type SubscriptionState } from '@tenbin/billing';
import type { StandInSubscription } from '@tenbin/paypal/stand-in';
import type { PaymentStage } from '../../apps/server/src/testing/payment-stage.ts';
import type { Buyer } from './buyer.ts';

/** What differs between the product and the stand-in's books; nothing where all is well. */
export async function checkBuyer(stage: PaymentStage, buyer: Buyer): Promise<string[]> {
  return [...(await checkState(stage, buyer)), ...(await checkPayments(stage, buyer)), ...(await checkBot(stage, buyer))];
}

async function checkState(stage: PaymentStage, buyer: Buyer): Promise<string[]> {
  const wrong: string[] = [];
  const living = buyer.atProvider.filter(({ status }) => status === 'ACTIVE' || status === 'SUSPENDED');
  if (living.length > 1) wrong.push(`charged twice: ${living.map(({ id }) => id).join()}`);
  for (const held of buyer.atProvider) {
    const ours = await stage.own.subscriptions.findByPaypal(held.id);
    if (ours === null) {
      if (held.transactions.length > 0 && held.status !== 'CANCELLED') wrong.push(`${held.id} is charged and unknown`);
      continue;
    }
    const expected = stateOf(held, buyer);
    if (ours.status.kind !== expected) wrong.push(`${held.id} is ${ours.status.kind}, at the provider ${expected}`);
    const charged = (ours.nextPlan ?? ours.plan).paypalPlanId;
    if ((expected === 'active' || expected === 'paymentFailed') && charged !== held.planId)
      wrong.push(`${held.id} is on ${charged}, at the provider on ${held.planId}`);
    if (expected === 'active' && ours.period?.end.getTime() !== held.nextBillingAt?.getTime())
      wrong.push(`${held.id} ends ${ours.period?.end.toISOString()}, at the provider ${held.nextBillingAt?.toISOString()}`);
  }
  return wrong;
}

function stateOf(held: StandInSubscription, buyer: Buyer): SubscriptionState {
  if (held.status === 'CANCELLED') return 'cancelled';
  if (held.status === 'SUSPENDED') return 'suspended';
  if (held.status === 'APPROVAL_PENDING') return 'approvalPending';
  return held.owed > 0 || isTakenBack(held, buyer) ? 'paymentFailed' : 'active';
}

/** The last payment that it goes on by, by its payer's bank. */
function isTakenBack(held: StandInSubscription, buyer: Buyer): boolean {
  const { id, lastPayment } = buyer.paidThrough(held);
  const times = [...buyer.reversals.values()].filter(({ subscriptionId }) => subscriptionId === id);
  return times.some(({ at }) => lastPayment === null || lastPayment.at <= at);
}

/** Each payment once, and nothing else; what is left of them to the yen. */
async function checkPayments(stage: PaymentStage, buyer: Buyer): Promise<string[]> {
  const wrong: string[] = [];
  const sales = buyer.atProvider.flatMap(({ transactions }) => transactions);
  for (const sale of sales) {
    const facts = await stage.own.payments.listFacts(sale.id);
    const completed = facts.filter(({ result }) => result === 'COMPLETED');
    if (facts.length === 0 || completed.length > 1) wrong.push(`the payment ${sale.id} is recorded ${completed.length} times`);
    for (const { payment } of facts) if (payment !== sale.amount) wrong.push(`the payment ${sale.id} is ${payment}, not ${sale.amount}`);
  }
  const listed = await stage.own.payments.listOfUser(buyer.user.id, { offset: 0, limit: 1000 });
  const known = new Set(sales.map(({ id }) => id));
  const made = listed.filter(
    ({ type, result, key }) => type !== 'REFUND' && result !== 'FAILED' && result !== 'REINSTATED' && !known.has(key),
  );
  if (made.length > 0) wrong.push(`payments that nobody made: ${made.map(({ key }) => key).join()}`);
  const left = sales.reduce((sum, { amount, refunded, status }) => sum + (status === 'REVERSED' ? 0 : amount - refunded), 0);
  const facts = (await Promise.all(listed.map(({ key }) => stage.own.payments.listFacts(key)))).flat();
  if (balanceOf(facts) !== left) wrong.push(`${balanceOf(facts)} yen are left, at the provider ${left}`);
  return wrong;
}

/** By the stand-in's books alone: nothing of the product's own judgement is asked. */
async function checkBot(stage: PaymentStage, buyer: Buyer): Promise<string[]> {
  const [runs, isLetRun] = [await buyer.runs(), await buyer.mayRun()];
  const mayRun = mayRunByBooks(buyer, stage.server.clock.now());
  if (runs && !mayRun) return ['a bot runs, and by the provider’s books it may not'];
  if (isLetRun && !mayRun && !hasLaterGrace(buyer)) return ['a bot may be started, and by the provider’s books it may not run'];
  return mayRun && !isLetRun ? ['a bot is held, and by the provider’s books it may run'] : [];
}

/** Paid, or within the grace that the first failure gives. What a bank took back gives none. */
function mayRunByBooks(buyer: Buyer, now: Date): boolean {
  return buyer.atProvider.some((held) => {
    const state = stateOf(held, buyer);
    return state === 'active' || (state === 'paymentFailed' && !isTakenBack(held, buyer) && now < graceEnd(held));
  });
}

/** A failure that was hidden by a payment taken back, until that came back, has the grace of the try that was next then. */
const hasLaterGrace = (buyer: Buyer): boolean =>
  buyer.atProvider.some((held) => held.status === 'ACTIVE' && held.owed > 0 && buyer.reinstated.has(buyer.paidThrough(held).id));

/** The grace lasts until the first retry, which is due so long after the first failure, whatever came of it. */
const retryAfterMs = 5 * 86_400_000;
const retries = 2;

/** Of a debt that stands out. Each retry that failed was made at its moment, a fixed time after the try before it. */
function graceEnd({ lastFailure, triesLeft }: StandInSubscription): Date {
  if (lastFailure === null) return new Date(0);
  return new Date(lastFailure.at.getTime() + (1 - (retries - triesLeft)) * retryAfterMs);
}
