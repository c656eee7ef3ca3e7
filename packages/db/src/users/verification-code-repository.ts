import { and, eq, sql as fragment, getTableColumns, gt } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { verificationCodes } from '../schema/users.ts';
import type { CodePurpose, VerificationCodes } from './verification-codes.ts';

const { organizationId: _organization, ...columns } = getTableColumns(verificationCodes);

export function verificationCodeRepository({ organizationId, sql }: TenantContext): VerificationCodes {
  const own = eq(verificationCodes.organizationId, organizationId);
  const of = (userId: string, purpose: CodePurpose) =>
    and(own, eq(verificationCodes.userId, userId), eq(verificationCodes.purpose, purpose));
  return {
    async find(userId, purpose) {
      return (await sql.select(columns).from(verificationCodes).where(of(userId, purpose)))[0] ?? null;
    },
    async findByHash(purpose, codeHash) {
      const same = and(own, eq(verificationCodes.purpose, purpose), eq(verificationCodes.codeHash, codeHash));
      return (await sql.select(columns).from(verificationCodes).where(same))[0] ?? null;
    },
    async replace({ userId, purpose, ...code }) {
      const fresh = { ...code, tries: 0 };
      await sql
        .insert(verificationCodes)
        .values({ organizationId, userId, purpose, ...fresh })
        .onConflictDoUpdate({
          target: [verificationCodes.organizationId, verificationCodes.userId, verificationCodes.purpose],
          set: fresh,
        });
    },
    async countTry(userId, purpose) {
      const tries = fragment`${verificationCodes.tries} + 1`;
      return (await sql.update(verificationCodes).set({ tries }).where(of(userId, purpose)).returning(columns))[0] ?? null;
    },
    async take({ userId, purpose, codeHash }, at) {
      const good = and(of(userId, purpose), eq(verificationCodes.codeHash, codeHash), gt(verificationCodes.expiresAt, at));
      return (await sql.delete(verificationCodes).where(good).returning({ userId: verificationCodes.userId })).length > 0;
    },
    async remove(userId, purpose) {
      const removed = await sql.delete(verificationCodes).where(of(userId, purpose)).returning({ userId: verificationCodes.userId });
      return removed.length > 0;
    },
    async removeAll(userId) {
      await sql.delete(verificationCodes).where(and(own, eq(verificationCodes.userId, userId)));
    },
  };
}
