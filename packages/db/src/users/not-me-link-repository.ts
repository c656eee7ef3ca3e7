import { and, eq, getTableColumns, gt, lte } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { notMeLinks } from '../schema/users.ts';
import type { NotMeLinks } from './not-me-links.ts';

const { organizationId: _organization, ...columns } = getTableColumns(notMeLinks);

export function notMeLinkRepository({ organizationId, sql }: TenantContext): NotMeLinks {
  const own = eq(notMeLinks.organizationId, organizationId);
  const ofUser = (userId: string) => and(own, eq(notMeLinks.userId, userId));
  const good = (tokenHash: string, at: Date) => and(own, eq(notMeLinks.tokenHash, tokenHash), gt(notMeLinks.expiresAt, at));
  return {
    async add(link, at) {
      await sql.delete(notMeLinks).where(and(ofUser(link.userId), lte(notMeLinks.expiresAt, at)));
      await sql.insert(notMeLinks).values({ organizationId, ...link });
    },
    async find(tokenHash, at) {
      return (await sql.select(columns).from(notMeLinks).where(good(tokenHash, at)))[0] ?? null;
    },
    async take({ tokenHash, userId }, at) {
      const taken = await sql.delete(notMeLinks).where(good(tokenHash, at)).returning({ userId: notMeLinks.userId });
      if (taken.length === 0) return false;
      await sql.delete(notMeLinks).where(ofUser(userId));
      return true;
    },
    async removeAll(userId) {
      await sql.delete(notMeLinks).where(ofUser(userId));
    },
  };
}
