import { countCodeTry, maxLiftedLocks } from '@tenbin/accounts';
import { and, eq, lte } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { codeTries } from '../schema/factors.ts';
import type { CodeTryLog, TriedCode } from './code-try-log.ts';

const { tries, since, locks, lockedUntil } = codeTries;

export function codeTryRepository(context: TenantContext): CodeTryLog {
  const { organizationId, sql } = context;
  const ofHolder = (holderId: string) => and(eq(codeTries.organizationId, organizationId), eq(codeTries.holderId, holderId));
  const of = (holderId: string, kind: TriedCode) => and(ofHolder(holderId), eq(codeTries.kind, kind));
  return {
    count: (holderId, kind, at) =>
      context.transaction(async (inside) => {
        // Two who begin to count at once wait for one another here.
        const first = { organizationId, holderId, kind, tries: 0, since: at, locks: 0, lockedUntil: null };
        await inside.sql.insert(codeTries).values(first).onConflictDoNothing();
        const found = inside.sql.select({ tries, since, locks, lockedUntil }).from(codeTries);
        const before = (await found.where(of(holderId, kind)).for('update'))[0] ?? first;
        const counted = countCodeTry(before, at);
        if (!counted) return { ...before, isAllowed: false };
        await inside.sql.update(codeTries).set(counted).where(of(holderId, kind));
        return { ...counted, isAllowed: true };
      }),
    async forget(holderId, kind) {
      await sql.delete(codeTries).where(of(holderId, kind));
    },
    async liftLocks(holderId) {
      await sql
        .update(codeTries)
        .set({ tries: 0, lockedUntil: null })
        .where(and(ofHolder(holderId), lte(locks, maxLiftedLocks)));
    },
    async forgetAll(holderId) {
      await sql.delete(codeTries).where(ofHolder(holderId));
    },
  };
}
