import type { CheckoutTerms } from '@tenbin/billing';
import { and, asc, desc, eq, getTableColumns, isNull, lte, or, type SQL } from 'drizzle-orm';
import { publishAccounts, type TenantContext } from '../database/tenant-context.ts';
import { checkouts } from '../schema/subscriptions.ts';
import { users } from '../schema/users.ts';
import type { Checkout, Checkouts } from './checkouts.ts';
import { isHeldBack } from './held-back.ts';

const { organizationId: _organization, retryAt: _retryAt, ...columns } = getTableColumns(checkouts);

export function checkoutRepository(context: TenantContext): Checkouts {
  const { organizationId, sql, clock } = context;
  /** Those of whom it is true are over; their users hear of it. */
  async function close(isMeant: SQL | undefined, set: Partial<typeof checkouts.$inferInsert>): Promise<boolean> {
    const closed = await sql.update(checkouts).set(set).where(isMeant).returning({ userId: checkouts.userId });
    await publishAccounts(
      context,
      closed.map(({ userId }) => userId),
    );
    return closed.length > 0;
  }
  const isOpen = and(eq(checkouts.organizationId, organizationId), isNull(checkouts.endedAt));
  return {
    async findOpen(userId) {
      const [found] = await sql
        .select(columns)
        .from(checkouts)
        .where(and(isOpen, eq(checkouts.userId, userId)));
      return found ? withDates(found) : null;
    },
    async findByPaypal(paypalSubscriptionId) {
      const [found] = await sql
        .select(columns)
        .from(checkouts)
        .where(and(eq(checkouts.organizationId, organizationId), eq(checkouts.paypalSubscriptionId, paypalSubscriptionId)))
        .orderBy(desc(checkouts.createdAt), desc(checkouts.id))
        .limit(1);
      return found ? withDates(found) : null;
    },
    async listOpen() {
      return (await sql.select(columns).from(checkouts).where(isOpen).orderBy(asc(checkouts.createdAt))).map(withDates);
    },
    async listOpenInVain(now) {
      const isTried = or(isNull(checkouts.retryAt), lte(checkouts.retryAt, now));
      const held = and(isOpen, isHeldBack(checkouts), isTried);
      return (await sql.select(columns).from(checkouts).where(held).orderBy(asc(checkouts.createdAt))).map(withDates);
    },
    async putOff(id, until) {
      await sql
        .update(checkouts)
        .set({ retryAt: until })
        .where(and(isOpen, eq(checkouts.id, id)));
    },
    open(checkout, at) {
      return context.transaction(async (inside) => {
        // Of two at once the second finds the first one's, and abandons it.
        await inside.sql
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.organizationId, organizationId), eq(users.id, checkout.userId)))
          .for('no key update');
        await inside.sql
          .update(checkouts)
          .set({ endedAt: at, outcome: 'abandoned' })
          .where(and(isOpen, eq(checkouts.userId, checkout.userId)));
        const row = { organizationId, id: clock.newId(), ...checkout, createdAt: at };
        const [opened] = await inside.sql.insert(checkouts).values(row).returning(columns);
        if (!opened) throw new Error('An insert returned no row');
        return withDates(opened);
      });
    },
    async setApproval(id, approval) {
      const set = await sql
        .update(checkouts)
        .set(approval)
        .where(and(isOpen, eq(checkouts.id, id)))
        .returning({ id: checkouts.id });
      return set.length > 0;
    },
    end: (id, outcome, at) => close(and(isOpen, eq(checkouts.id, id)), { endedAt: at, outcome }),
    giveUp(id, at) {
      const isLeft = or(isNull(checkouts.endedAt), eq(checkouts.outcome, 'abandoned'));
      return close(and(eq(checkouts.organizationId, organizationId), eq(checkouts.id, id), isLeft), { endedAt: at, outcome: 'givenUp' });
    },
  };
}

/** JSON has no dates, and terms from before it was said have no dropped change. */
function withDates(checkout: Checkout): Checkout {
  const { terms } = checkout;
  const dates = ['endsAt', 'firstChargedAt', 'beginsAt', 'campaignEndsAt'] as const satisfies readonly (keyof CheckoutTerms)[];
  const read = dates.map((name) => [name, terms[name] === null ? null : new Date(terms[name])]);
  return { ...checkout, terms: { ...terms, ...Object.fromEntries(read), dropsChangeTo: terms.dropsChangeTo ?? null } };
}
