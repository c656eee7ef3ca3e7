import type { RebalanceProgress } from '@tenbin/bots';
import { and, eq, sql as fragment, inArray } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { rebalances } from '../schema/rebalances.ts';

/**
 * Brings a rebalance that has not ended forward. One that has ended stays as it is: it is never carried out again.
 *
 * @throws {DomainError} `rebalanceNotFound`
 */
export async function writeRebalance({ organizationId, sql }: TenantContext, botId: string, progress: RebalanceProgress): Promise<void> {
  const { id, status, orders = [], balancesBefore, balancesAfter, reason, facts, at } = progress;
  const written = await sql
    .update(rebalances)
    .set({
      status,
      ...(orders.length > 0 && { orders: fragment`${rebalances.orders} || ${JSON.stringify(orders)}::jsonb` }),
      ...(balancesBefore && { balancesBefore: fragment`coalesce(${rebalances.balancesBefore}, ${JSON.stringify(balancesBefore)}::jsonb)` }),
      ...(balancesAfter && { balancesAfter }),
      ...(reason !== undefined && { reason }),
      ...(facts && { facts: JSON.parse(JSON.stringify(facts)) }),
      ...(status !== 'running' && { endedAt: at }),
    })
    .where(
      and(
        eq(rebalances.organizationId, organizationId),
        eq(rebalances.id, id),
        eq(rebalances.botId, botId),
        inArray(rebalances.status, ['requested', 'running']),
      ),
    )
    .returning({ id: rebalances.id });
  if (written.length === 0) throw new DbError('rebalanceNotFound', { id });
}

/** One that no worker has begun is cancelled; one under way is ended by its worker. */
export async function takeBackRebalance(
  { organizationId, sql }: TenantContext,
  { userId, botId, at }: { userId: string; botId: string; at: Date },
): Promise<void> {
  const requested = and(eq(rebalances.botId, botId), eq(rebalances.userId, userId), eq(rebalances.status, 'requested'));
  await sql
    .update(rebalances)
    .set({ status: 'cancelled', endedAt: at })
    .where(and(eq(rebalances.organizationId, organizationId), requested));
}
