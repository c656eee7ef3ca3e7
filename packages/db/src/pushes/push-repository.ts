import { and, asc, eq } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { pushKeys, pushSubscriptions } from '../schema/pushes.ts';
import type { Pushes } from './pushes.ts';

const { id, userId, sessionId, sealed, agent, createdAt } = pushSubscriptions;
const columns = { id, userId, sessionId, sealed, agent, createdAt };

export function pushRepository({ organizationId, sql, transaction }: TenantContext): Pushes {
  const isOwn = eq(pushSubscriptions.organizationId, organizationId);
  const findKey: Pushes['findKey'] = async () => {
    const found = sql.select({ id: pushKeys.id, sealed: pushKeys.sealed }).from(pushKeys);
    return (await found.where(eq(pushKeys.organizationId, organizationId)))[0] ?? null;
  };
  const listOfUser: Pushes['listOfUser'] = (ofUser) =>
    sql
      .select(columns)
      .from(pushSubscriptions)
      .where(and(isOwn, eq(userId, ofUser)))
      .orderBy(asc(createdAt), asc(id))
      .execute();
  return {
    findKey,
    async addKey(key) {
      await sql
        .insert(pushKeys)
        .values({ organizationId, ...key })
        .onConflictDoNothing();
      return (await findKey()) ?? key;
    },
    subscribe: (subscription) =>
      transaction(async (inside) => {
        await inside.sql.delete(pushSubscriptions).where(and(isOwn, eq(sessionId, subscription.sessionId)));
        const target = [pushSubscriptions.organizationId, pushSubscriptions.endpointHash];
        const row = { organizationId, ...subscription };
        await inside.sql.insert(pushSubscriptions).values(row).onConflictDoUpdate({ target, set: subscription });
      }),
    listOfUser,
    async find(one) {
      const found = sql.select(columns).from(pushSubscriptions);
      return (await found.where(and(isOwn, eq(id, one))))[0] ?? null;
    },
    async remove(ofUser, one) {
      const its = and(isOwn, eq(userId, ofUser), eq(id, one));
      return (await sql.delete(pushSubscriptions).where(its).returning({ id })).length > 0;
    },
    put: (ofUser, message) =>
      transaction(async (inside) => {
        const to = await inside.sql
          .select({ id })
          .from(pushSubscriptions)
          .where(and(isOwn, eq(userId, ofUser)));
        if (to.length === 0) return;
        await inside.putPushJobs(
          inside,
          to.map((one) => ({ organizationId, subscriptionId: one.id, message })),
        );
      }),
  };
}
