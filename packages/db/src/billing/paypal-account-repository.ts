import { and, asc, eq, sql as fragment, getTableColumns, isNotNull, isNull } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { checkouts, paypalAccounts, subscriptions, userPlans } from '../schema/subscriptions.ts';
import type { PaypalAccounts } from './paypal-accounts.ts';

const { organizationId: _organization, ...columns } = getTableColumns(paypalAccounts);

export function paypalAccountRepository(context: TenantContext): PaypalAccounts {
  const { organizationId, sql } = context;
  const own = eq(paypalAccounts.organizationId, organizationId);
  const inUse = and(own, isNull(paypalAccounts.replacedAt));
  return {
    async findCurrent() {
      return (await sql.select(columns).from(paypalAccounts).where(inUse))[0] ?? null;
    },
    async find(id) {
      return (
        (
          await sql
            .select(columns)
            .from(paypalAccounts)
            .where(and(own, eq(paypalAccounts.id, id)))
        )[0] ?? null
      );
    },
    replace(account, at) {
      return context.transaction(async (inside) => {
        const replaced = await inside.sql.update(paypalAccounts).set({ replacedAt: at }).where(inUse).returning({ id: paypalAccounts.id });
        // What they charge for is looked at at once.
        for (const { id } of replaced)
          await inside.sql
            .update(subscriptions)
            .set({ reconcileAt: at })
            .where(and(eq(subscriptions.organizationId, organizationId), eq(subscriptions.paypalAccountId, id)));
        await inside.sql
          .update(checkouts)
          .set({ endedAt: at, outcome: 'abandoned' })
          .where(and(eq(checkouts.organizationId, organizationId), isNull(checkouts.endedAt)));
        await inside.sql
          .update(userPlans)
          .set({ paypalPlanId: null })
          .where(and(eq(userPlans.organizationId, organizationId), isNotNull(userPlans.paypalPlanId)));
        const [put] = await inside.sql
          .insert(paypalAccounts)
          .values({ organizationId, ...account, createdAt: at })
          .returning(columns);
        if (!put) throw new Error('An insert returned no row');
        return put;
      });
    },
    async reseal(id, sealed) {
      const its = and(own, eq(paypalAccounts.id, id));
      const [account] = await sql.update(paypalAccounts).set({ sealed }).where(its).returning(columns);
      if (!account) throw new DbError('paypalAccountNotFound', { id });
      return account;
    },
    async setProduct(id, productId) {
      const set = { productId: fragment`coalesce(${paypalAccounts.productId}, ${productId})` };
      const its = and(own, eq(paypalAccounts.id, id));
      const [account] = await sql.update(paypalAccounts).set(set).where(its).returning({ productId: paypalAccounts.productId });
      if (account?.productId == null) throw new DbError('paypalAccountNotFound', { id });
      return account.productId;
    },
    async setWebhook(id, webhookId) {
      await sql
        .update(paypalAccounts)
        .set({ webhookId })
        .where(and(own, eq(paypalAccounts.id, id)));
    },
    async setEventsUntil(id, eventsUntil) {
      await sql
        .update(paypalAccounts)
        .set({ eventsUntil })
        .where(and(own, eq(paypalAccounts.id, id)));
    },
    list: () => sql.select(columns).from(paypalAccounts).where(own).orderBy(asc(paypalAccounts.createdAt)).execute(),
  };
}
