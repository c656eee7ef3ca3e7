import { balanceOf, type UserPlan } from '@tenbin/billing';
import { hashToken, makeToken } from '../../apps/server/src/passwords/secret-token.ts';
import type { PaymentStage } from '../../apps/server/src/testing/payment-stage.ts';
import { Random } from '../attack/random.ts';
import { Buyer } from './buyer.ts';

const dayMs = 86_400_000;

/** Whole yen that are left of everything that was paid, as three parties have it. */
export interface Sums {
  readonly standIn: number;
  readonly records: number;
  readonly api: number;
  readonly payments: number;
}

/** A month of so many buyers who buy, change, pay anew, run dry, cancel and are refunded. */
export async function playMonth(
  stage: PaymentStage,
  plans: readonly UserPlan[],
  { buyers: count, seed }: { buyers: number; seed: number },
): Promise<Sums> {
  const random = new Random(seed);
  const { standIn } = stage;
  const kept = { agrees: true, comesBack: true };
  const buyers: Buyer[] = [];
  for (let made = 0; made < count; made += 1) {
    const buyer = await Buyer.appear(stage);
    await buyer.buy(random.pick(plans), 'new', kept);
    buyers.push(buyer);
  }
  await settleAll(stage);
  for (const buyer of buyers) {
    const { living } = buyer;
    const sale = living?.transactions.at(-1);
    const what = random.below(10);
    if (what < 2) await buyer.buy(random.pick(plans), 'change', kept);
    if (what === 2) await buyer.cancel();
    if (what === 3 && living) living.pays = false;
    if (what === 4 && living && sale) await standIn.act((books) => books.refund(living, sale.id, 1 + random.below(sale.amount)));
    if (what === 5 && living && sale) await standIn.act((books) => books.refund(living, sale.id, sale.amount));
  }
  await stage.advance(33 * dayMs);
  await settleAll(stage);
  const keys = await Promise.all(buyers.map((buyer) => signIn(stage, buyer)));
  let api = 0;
  for (const key of keys) {
    const { body } = await stage.server.call('GET', '/api/user-plans/payments?limit=100', { key });
    api += (body as { payment: number; result: string }[]).reduce(
      (sum, { payment, result }) => sum + (result === 'FAILED' ? 0 : payment),
      0,
    );
  }
  const facts = await stage.own.payments.listFactsBetween({
    start: new Date(0),
    end: new Date(stage.server.clock.now().getTime() + dayMs),
  });
  const held = [...standIn.books.subscriptions.values()].flatMap(({ transactions }) => transactions);
  return { standIn: standIn.books.balanceOf(stage.accountId), records: balanceOf(facts), api, payments: held.length };
}

/** Until nothing waits: a run takes so many at once. */
async function settleAll(stage: PaymentStage): Promise<void> {
  do await stage.work();
  while ((await stage.own.webhookEvents.listDue(stage.server.clock.now(), 1)).length > 0);
}

async function signIn({ server }: PaymentStage, { user }: Buyer): Promise<string> {
  const key = makeToken();
  const now = server.clock.now();
  const times = { at: now, expiresAt: new Date(now.getTime() + dayMs) };
  await server.database.platform.sessions.create({
    surface: 'user',
    organizationId: server.tenbin.id,
    subjectId: user.id,
    keyHash: hashToken(key),
    ...times,
  });
  return key;
}
