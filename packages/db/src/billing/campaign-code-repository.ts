import { randomInt } from 'node:crypto';
import { campaignCodeFrom } from '@tenbin/billing';
import { and, count, desc, eq, sql as fragment, inArray, isNull } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { campaignCodes, campaignRedemptions, userPlans } from '../schema/subscriptions.ts';
import type { CampaignCodes } from './campaign-codes.ts';

export function campaignCodeRepository({ sql, organizationId }: TenantContext): CampaignCodes {
  const own = eq(campaignCodes.organizationId, organizationId);
  const ownRedemptions = eq(campaignRedemptions.organizationId, organizationId);
  const isThere = async (code: string): Promise<boolean> =>
    (
      await sql
        .select({ code: campaignCodes.code })
        .from(campaignCodes)
        .where(and(own, eq(campaignCodes.code, code)))
    ).length > 0;
  return {
    async makeFresh() {
      const make = () => campaignCodeFrom((most) => randomInt(most));
      let code = make();
      while (await isThere(code)) code = make();
      return code;
    },
    async look(userId, code) {
      const inForce = and(own, eq(campaignCodes.code, code), isNull(campaignCodes.retiredAt));
      const [[found], [redeemed]] = await Promise.all([
        sql.select().from(campaignCodes).where(inForce),
        sql
          .select()
          .from(campaignRedemptions)
          .where(and(ownRedemptions, eq(campaignRedemptions.userId, userId), eq(campaignRedemptions.code, code))),
      ]);
      return {
        found: found
          ? { seriesId: found.seriesId, campaign: { code, expiresAt: found.expiresAt, affiliateOnly: found.affiliateOnly } }
          : null,
        isRedeemed: redeemed !== undefined,
      };
    },
    async redeem(userId, code, at) {
      const row = { organizationId, userId, code, redeemedAt: at };
      const added = await sql.insert(campaignRedemptions).values(row).onConflictDoNothing().returning({ code: campaignRedemptions.code });
      return added.length > 0;
    },
    async listRedeemed(userId) {
      const rows = await sql
        .selectDistinct({ seriesId: campaignCodes.seriesId })
        .from(campaignRedemptions)
        .innerJoin(campaignCodes, and(own, eq(campaignCodes.code, campaignRedemptions.code), isNull(campaignCodes.retiredAt)))
        .where(and(ownRedemptions, eq(campaignRedemptions.userId, userId)));
      return rows.map(({ seriesId }) => seriesId);
    },
    list({ offset, limit }) {
      const ofSeries = and(eq(userPlans.organizationId, organizationId), eq(userPlans.seriesId, campaignCodes.seriesId));
      const name = sql.select({ name: userPlans.name }).from(userPlans).where(ofSeries).orderBy(desc(userPlans.version)).limit(1);
      const ofCode = and(ownRedemptions, eq(campaignRedemptions.code, campaignCodes.code));
      const uses = sql.select({ uses: count() }).from(campaignRedemptions).where(ofCode);
      const { code, seriesId, expiresAt, affiliateOnly, createdAt, retiredAt } = campaignCodes;
      const columns = { code, seriesId, expiresAt, affiliateOnly, createdAt, retiredAt };
      return sql
        .select({ ...columns, planName: fragment<string>`(${name})`, uses: fragment<number>`(${uses})::int` })
        .from(campaignCodes)
        .where(own)
        .orderBy(desc(createdAt), desc(code))
        .offset(offset)
        .limit(limit)
        .execute();
    },
    async countUses(codes) {
      const rows = await sql
        .select({ code: campaignRedemptions.code, uses: count() })
        .from(campaignRedemptions)
        .where(and(ownRedemptions, inArray(campaignRedemptions.code, [...codes])))
        .groupBy(campaignRedemptions.code);
      return new Map(rows.map(({ code, uses }) => [code, uses]));
    },
  };
}
