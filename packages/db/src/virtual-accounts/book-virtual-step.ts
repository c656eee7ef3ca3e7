import { bookStep } from '@tenbin/bots';
import { isByHand } from '@tenbin/strategy';
import type { Progress } from '../bots/bot-journal.ts';
import type { LockedBot } from '../bots/write-bot.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { listCrossing } from './list-crossing.ts';
import { type RefusedBecause, StepRefused } from './step-refused.ts';
import { lockBooks, writeBooks } from './write-books.ts';

/**
 * What a step does to the virtual account on which its bot trades; the bot must be locked.
 *
 * @throws {StepRefused} it wants to send what may not be sent
 */
export async function bookVirtualStep(tx: TenantContext, bot: LockedBot, progress: Progress): Promise<void> {
  const { orders = [], fills = [] } = progress;
  const { exchangeAccountId, strategy, subAccount } = bot;
  const begun = orders.filter(({ state }) => state === 'pending');
  // Sent together: the second runs when the first has its lock.
  const [before, crossing] = await Promise.all([
    lockBooks(tx, exchangeAccountId, [subAccount.id]),
    listCrossing(tx, exchangeAccountId, begun),
  ]);
  const { refused, ...booked } = bookStep(before.books, subAccount.id, { orders, fills }, { isByHand: isByHand(strategy) });
  const all = new Map<string, RefusedBecause>([
    ...crossing.map((clientOrderId) => [clientOrderId, 'ordersWouldCross'] as const),
    ...refused.map(({ clientOrderId, because }) => [clientOrderId, because] as const),
  ]);
  if (all.size > 0) throw new StepRefused(all);
  await writeBooks(tx, before, booked, { by: null });
}
