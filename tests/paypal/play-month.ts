import { balanceOf, type UserPlan } from '@tenbin/billing';
import { type Client, countPayments, listPayments, type Mapped, type RouteReply } from '@tenbin/contract';
import { hashToken, makeToken } from '../../apps/server/src/passwords/secret-token.ts';
import type { PaymentStage } from '../../apps/server/src/testing/payment-stage.ts';
import { Random } from '../attack/random.ts';
import { Buyer } from './buyer.ts';
import { endDispute, openDispute } from './play-dispute.ts';

const dayMs = 86_400_000;

/** Whole yen that are left of everything that was paid, as each has it. */
export interface Sums {
  readonly standIn: number;
  readonly records: number;
  /** What its users are told. */
  readonly api: number;
  /** What the organization's administrators are told of months and plans. */
  readonly revenue: number;
  /** The file of payments that they take out. */
  readonly file: number;
  readonly payments: number;
}

/** Whether all of them have the same. */
export const addsUp = ({ standIn, records, api, revenue, file }: Sums): boolean =>
  [records, api, revenue, file].every((sum) => sum === standIn);

/** So many users read their payments as the screen does, by its pages. */
const readersOfScreen = 25;
const pageOfScreen = 20;
const kept = { agrees: true, comesBack: true };

/** A month of so many buyers who buy, change, pay anew, run dry, cancel, are refunded, and dispute what they paid. */
export async function playMonth(
  stage: PaymentStage,
  plans: readonly UserPlan[],
  { buyers: count, seed }: { buyers: number; seed: number },
): Promise<Sums> {
  const random = new Random(seed);
  const { standIn } = stage;
  const buyers: Buyer[] = [];
  for (let made = 0; made < count; made += 1) {
    const buyer = await Buyer.appear(stage);
    await buyer.buy(random.pick(plans), 'new', kept);
    buyers.push(buyer);
  }
  await settleAll(stage);
  for (const buyer of buyers) await goOn(stage, { buyer, random, plans });
  await settleAll(stage);
  for (const buyer of buyers) for (const sold of buyer.disputed) await endDispute(stage, { buyer, random, ...sold });
  await stage.advance(33 * dayMs);
  await settleAll(stage);
  const keys = await Promise.all(buyers.map((buyer) => signIn(stage, buyer)));
  let api = 0;
  for (const [index, key] of keys.entries()) {
    const client = stage.server.clientOf(key);
    const told = await client.call(listPayments, { query: { limit: 100 } });
    if (index < readersOfScreen) await requireSameOnScreen(client, told);
    api += moneyOf(told);
  }
  const facts = await stage.own.payments.listFactsBetween({
    start: new Date(0),
    end: new Date(stage.server.clock.now().getTime() + dayMs),
  });
  const held = [...standIn.books.subscriptions.values()].flatMap(({ transactions }) => transactions);
  return {
    standIn: standIn.books.balanceOf(stage.accountId),
    records: balanceOf(facts),
    api,
    ...(await toldToAdministrators(stage)),
    payments: held.length,
  };
}

interface Going {
  readonly buyer: Buyer;
  readonly random: Random;
  readonly plans: readonly UserPlan[];
}

/** Many just go on. */
async function goOn(stage: PaymentStage, { buyer, random, plans }: Going): Promise<void> {
  const { standIn } = stage;
  const { living } = buyer;
  const sale = living?.transactions.at(-1);
  const what = random.below(10);
  if (what < 2) await buyer.buy(random.pick(plans), 'change', kept);
  if (what === 2) await buyer.cancel();
  if (living === undefined || sale === undefined) return;
  if (what === 3) living.pays = false;
  if (what === 4) await standIn.act((books) => books.refund(living, sale.id, 1 + random.below(sale.amount)));
  if (what === 5) await standIn.act((books) => books.refund(living, sale.id, sale.amount));
  if (what === 6 || what === 7) await openDispute(stage, { buyer, random, held: living, sale });
}

type Told = RouteReply<typeof listPayments>;

/** What failed brought nothing; what went back is a payment of its own. */
const moneyOf = (told: readonly Pick<Told[number], 'payment' | 'result'>[]): number =>
  told.reduce((sum, { payment, result }) => sum + (result === 'FAILED' ? 0 : payment), 0);

/** @throws {Error} where the pages of the screen are not what is told at once */
async function requireSameOnScreen(client: Client, told: Mapped<Told>): Promise<void> {
  const { count } = await client.call(countPayments, {});
  const pages: unknown[] = [];
  for (let offset = 0; offset < count; offset += pageOfScreen)
    pages.push(...(await client.call(listPayments, { query: { offset, limit: pageOfScreen } })));
  if (JSON.stringify(pages) !== JSON.stringify(told)) throw new Error('the payments on the screen are not those that are told');
}

async function toldToAdministrators({ server }: PaymentStage): Promise<Pick<Sums, 'revenue' | 'file'>> {
  const asked = { key: await server.makeAdministrator(), surface: 'organization' } as const;
  const { body: rows } = await server.call('GET', '/admin/revenue', asked);
  const { text } = await server.call('GET', '/admin/transaction-logs/download', asked);
  const [heads = [], ...lines] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const cell = (line: readonly string[], name: string): string => line[heads.indexOf(name)] ?? '';
  return {
    revenue: (rows as { total: number }[]).reduce((sum, { total }) => sum + total, 0),
    file: moneyOf(lines.map((line) => ({ payment: Number(cell(line, 'payment')), result: cell(line, 'result') }))),
  };
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
