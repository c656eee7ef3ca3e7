import { type UserPlan, yen } from '@tenbin/billing';
import { type Fault, type StandInSubscription, webhookFaults } from '@tenbin/paypal/stand-in';
import { noMetrics, silentLog } from '@tenbin/telemetry';
import type { PaymentStage } from '../../apps/server/src/testing/payment-stage.ts';
import { stopUnentitled } from '../../apps/worker/src/jobs/stop-unentitled.ts';
import { Random } from '../attack/random.ts';
import { Buyer } from './buyer.ts';
import { checkBuyer } from './check-buyer.ts';
import { endDispute, openDispute } from './play-dispute.ts';

const dayMs = 86_400_000;
const steps = 10;
const buyersOfRound = 3;
const callFaults = ['staleRead', 'serverError', 'lostAnswer', 'tooManyRequests'] as const satisfies readonly Fault[];
/** Of a refund, a reversal and a dispute nothing tells but its event. */
const ofMoneyBack = webhookFaults.filter((fault) => fault !== 'unheard');

export interface Round {
  readonly seed: number;
  readonly wrong: readonly string[];
  /** How often each thing was done. */
  readonly happened: Readonly<Record<string, number>>;
}

/** Plans that every round sells. */
export async function makePlans(stage: PaymentStage): Promise<readonly UserPlan[]> {
  return Promise.all([
    stage.makePlan({ name: 'Small', monthlyPrice: yen(2000), initialInstallationCost: yen(0), tradingLimit: '1000' }),
    stage.makePlan({ name: 'Standard', monthlyPrice: yen(5000), initialInstallationCost: yen(10_000), tradingLimit: '10000' }),
    stage.makePlan({ name: 'Large', monthlyPrice: yen(8000), initialInstallationCost: yen(3000), tradingLimit: null }),
  ]);
}

/** Lives of a few buyers over months in which webhooks and calls go wrong; then nothing does any more, and both sides must agree. */
export async function playRound(stage: PaymentStage, plans: readonly UserPlan[], seed: number): Promise<Round> {
  const random = new Random(seed);
  const { standIn } = stage;
  const happened: Record<string, number> = {};
  const buyers = await Promise.all(Array.from({ length: buyersOfRound }, () => Buyer.appear(stage)));
  const stopBots = () =>
    stopUnentitled({ db: stage.server.database, clock: stage.server.clock, log: silentLog, metrics: noMetrics, mails: null });
  const wrong: string[] = [];
  let sinceReviewMs = 0;
  for (let step = 0; step < steps; step += 1) {
    standIn.misbehaviour.behave();
    if (random.next() < 0.5) standIn.misbehaviour.next(random.pick(callFaults), 1 + random.below(3));
    const buyer = random.pick(buyers);
    const what = await act(stage, { buyer, random, plan: random.pick(plans) });
    happened[what] = (happened[what] ?? 0) + 1;
    if (random.next() < 0.3) await standIn.releaseLate();
    const wentOn = random.pick([0, 60_000, 3_600_000, dayMs, 6 * dayMs, 16 * dayMs]);
    await stage.advance(wentOn);
    // The provider forgets its events after 30 days; an hourly job that rests for half of that is slow enough.
    sinceReviewMs += wentOn;
    if (random.next() < 0.3 || sinceReviewMs > 10 * dayMs) {
      await stage.review();
      sinceReviewMs = 0;
    }
    await stopBots();
    for (const one of buyers) if ((await one.runs()) && !(await one.mayRun())) wrong.push(`step ${step}: a bot runs without a plan`);
    await random.pick(buyers).startBot();
  }
  standIn.misbehaviour.behave();
  await standIn.releaseLate();
  await stage.review();
  await stage.work();
  // Daily looks at what is settled, and the hours in which a charge follows its day.
  for (let day = 0; day < 3; day += 1) await stage.advance(dayMs);
  await stopBots();
  for (const buyer of buyers) wrong.push(...(await checkBuyer(stage, buyer)));
  // What lives on would be charged in the rounds to come.
  for (const { living } of buyers) if (living) await standIn.act((books) => books.cancel(living));
  await stage.work();
  return { seed, wrong, happened };
}

interface Act {
  readonly buyer: Buyer;
  readonly random: Random;
  readonly plan: UserPlan;
}

async function act(stage: PaymentStage, { buyer, random, plan }: Act): Promise<string> {
  const { standIn } = stage;
  const { living } = buyer;
  const how = { agrees: random.next() < 0.85, comesBack: random.next() < 0.6 };
  const breaks = (faults: readonly Fault[]) => {
    for (let times = random.below(3); times > 0; times -= 1) standIn.misbehaviour.next(random.pick(faults));
  };
  const inBooks = (change: (held: StandInSubscription) => void) => standIn.act(() => living && change(living));
  const disputed = random.next() < 0.7 ? buyer.disputed : [];
  if (disputed.length > 0) {
    breaks(ofMoneyBack);
    const how = await endDispute(stage, { buyer, random, ...random.pick(disputed) });
    // What a bank takes from now on is of another dispute.
    await stage.advance(60_000);
    return how;
  }
  if (living === undefined) {
    breaks(webhookFaults);
    await buyer.buy(plan, 'new', how);
    return 'buys';
  }
  const paid = buyer.paidThrough(living);
  const sale = paid.transactions.findLast(({ amount, refunded, status }) => status !== 'REVERSED' && refunded < amount);
  switch (
    random.pick([
      'changes',
      'changes',
      'renews',
      'cancels',
      'cancelsThere',
      'runsDry',
      'isLiquid',
      'refunds',
      'reverses',
      'disputes',
      'suspends',
      'buysAgain',
    ] as const)
  ) {
    case 'changes':
      breaks(webhookFaults);
      await buyer.buy(plan, 'change', how);
      return 'changes';
    case 'renews': {
      breaks(webhookFaults);
      const ours = await stage.own.subscriptions.findByPaypal(living.id);
      if (ours) await buyer.buy(ours.plan, 'renew', how);
      return 'renews';
    }
    case 'buysAgain':
      breaks(webhookFaults);
      await buyer.buy(plan, 'new', how);
      return 'buysAgain';
    case 'cancels':
      breaks(webhookFaults);
      await buyer.cancel();
      return 'cancels';
    case 'cancelsThere':
      breaks(webhookFaults);
      await standIn.act((books) => books.cancel(living));
      return 'cancelsThere';
    case 'suspends':
      breaks(webhookFaults);
      if (living.status === 'ACTIVE') await standIn.act((books) => books.suspend(living));
      return 'suspends';
    case 'runsDry':
      await inBooks((held) => (held.pays = false));
      return 'runsDry';
    case 'isLiquid':
      await inBooks((held) => (held.pays = true));
      if (living.status === 'SUSPENDED' && living.outstanding > 0) await standIn.act((books) => books.capture(living, living.outstanding));
      return 'isLiquid';
    case 'refunds':
      breaks(ofMoneyBack);
      if (sale) await standIn.act((books) => books.refund(paid, sale.id, 1 + random.below(sale.amount - sale.refunded)));
      return 'refunds';
    case 'reverses':
      breaks(ofMoneyBack);
      if (sale) {
        await standIn.act((books) => books.reverse(paid, sale.id));
        buyer.reversals.set(sale.id, { subscriptionId: paid.id, at: stage.server.clock.now() });
      }
      return 'reverses';
    case 'disputes':
      breaks(ofMoneyBack);
      if (sale && sale.disputeId == null) await openDispute(stage, { buyer, random, held: paid, sale });
      return 'disputes';
  }
}
