import { and, asc, eq, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { webhookEvents } from '../schema/payments.ts';
import type { WebhookEvents } from './webhook-events.ts';

const { id, type, paypalSubscriptionId, body, receivedAt, dueAt } = webhookEvents;
const columns = { id, type, paypalSubscriptionId, body, receivedAt };

export function webhookEventRepository({ sql, organizationId }: TenantContext): WebhookEvents {
  const own = eq(webhookEvents.organizationId, organizationId);
  return {
    async put(event) {
      const put = await sql
        .insert(webhookEvents)
        .values({ organizationId, ...event, dueAt: event.receivedAt })
        .onConflictDoNothing()
        .returning({ id });
      return put.length > 0;
    },
    listDue(now, limit) {
      const due = and(own, isNull(webhookEvents.appliedAt), lte(dueAt, now));
      return sql.select(columns).from(webhookEvents).where(due).orderBy(asc(dueAt), asc(id)).limit(limit).execute();
    },
    listOfType(wanted) {
      return sql
        .select(columns)
        .from(webhookEvents)
        .where(and(own, eq(type, wanted)))
        .orderBy(asc(receivedAt), asc(id))
        .execute();
    },
    async markApplied(event, at) {
      await sql
        .update(webhookEvents)
        .set({ appliedAt: at })
        .where(and(own, eq(id, event), isNull(webhookEvents.appliedAt)));
    },
    async putOff(event, until) {
      await sql
        .update(webhookEvents)
        .set({ dueAt: until })
        .where(and(own, eq(id, event), isNull(webhookEvents.appliedAt)));
    },
    async removeApplied(before) {
      const old = and(own, isNotNull(webhookEvents.appliedAt), lt(receivedAt, before));
      return (await sql.delete(webhookEvents).where(old).returning({ id })).length;
    },
  };
}
