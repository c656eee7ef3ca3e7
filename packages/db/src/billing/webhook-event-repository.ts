import { and, asc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { webhookEvents } from '../schema/billing.ts';
import type { WebhookEvents } from './webhook-events.ts';

const { id, type, paypalSubscriptionId, body, receivedAt } = webhookEvents;
const columns = { id, type, paypalSubscriptionId, body, receivedAt };

export function webhookEventRepository({ sql, organizationId }: TenantContext): WebhookEvents {
  const own = eq(webhookEvents.organizationId, organizationId);
  return {
    async put(event) {
      const put = await sql
        .insert(webhookEvents)
        .values({ organizationId, ...event })
        .onConflictDoNothing()
        .returning({ id });
      return put.length > 0;
    },
    listWaiting(limit) {
      const waiting = and(own, isNull(webhookEvents.appliedAt));
      return sql.select(columns).from(webhookEvents).where(waiting).orderBy(asc(receivedAt), asc(id)).limit(limit).execute();
    },
    async markApplied(event, at) {
      await sql
        .update(webhookEvents)
        .set({ appliedAt: at })
        .where(and(own, eq(id, event), isNull(webhookEvents.appliedAt)));
    },
    async removeApplied(before) {
      const old = and(own, isNotNull(webhookEvents.appliedAt), lt(receivedAt, before));
      return (await sql.delete(webhookEvents).where(old).returning({ id })).length;
    },
  };
}
