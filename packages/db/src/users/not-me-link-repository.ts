import { and, eq, getTableColumns, gt, gte, lte, or } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { notMeLinks } from '../schema/users.ts';
import type { NotMeLinks } from './not-me-links.ts';

const { organizationId: _organization, ...columns } = getTableColumns(notMeLinks);
const { email, expiresAt } = notMeLinks;

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
      const [taken] = await sql.delete(notMeLinks).where(good(tokenHash, at)).returning({ email, expiresAt });
      if (!taken) return false;
      const goesToo = or(eq(email, taken.email), gte(expiresAt, taken.expiresAt));
      await sql.delete(notMeLinks).where(and(ofUser(userId), goesToo));
      return true;
    },
    async removeAll(userId) {
      await sql.delete(notMeLinks).where(ofUser(userId));
    },
  };
}
