import { type BrandKit, picturesOf } from '@tenbin/brand';
import { and, desc, eq, sql as fragment, inArray, lte, max } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { changeOrganization, lockOrganization } from '../organizations/organization-repository.ts';
import { brandDrafts, brandPictures, brandVersions } from '../schema/brand-kits.ts';
import { type BrandDraft, type BrandKits, type BrandVersion, keptVersions, type SeenDraft } from './brand-kits.ts';

/** Somebody may still be about to use a picture that they have just given. */
const unusedMs = 3_600_000;

export function brandKitRepository(context: TenantContext): BrandKits {
  const { organizationId, sql } = context;
  const ofDraft = eq(brandDrafts.organizationId, organizationId);
  const ofVersions = eq(brandVersions.organizationId, organizationId);
  const draftAt = ({ revision, token }: SeenDraft) => and(ofDraft, eq(brandDrafts.revision, revision), eq(brandDrafts.token, token));

  function toDraft({ organizationId: _own, ...draft }: typeof brandDrafts.$inferSelect): BrandDraft {
    return draft;
  }
  const toVersion = ({ organizationId: _own, ...version }: typeof brandVersions.$inferSelect): BrandVersion => version;

  /** What is used and what is cleared away is settled by one transaction of the organization after the other. */
  const transaction = <T>(work: (within: Sql) => Promise<T>): Promise<T> =>
    context.transaction(async (tx) => {
      await lockOrganization(tx.sql, organizationId);
      return work(tx.sql);
    });

  async function requirePictures(within: Sql, kit: BrandKit): Promise<void> {
    const wanted = picturesOf(kit);
    if (wanted.length === 0) return;
    const own = and(eq(brandPictures.organizationId, organizationId), inArray(brandPictures.hash, wanted));
    const found = await within.select({ hash: brandPictures.hash }).from(brandPictures).where(own);
    if (found.length < new Set(wanted).size) throw new DbError('brandPictureNotFound', null);
  }

  /** Those that neither the draft nor a version shows. */
  const clearPictures = (within: Sql, before: Date) =>
    within.execute(fragment`
      delete from brand_pictures where organization_id = ${organizationId}::uuid and given_at < ${before.toISOString()}::timestamptz
        and hash not in (
          select value from (
            select kit from brand_drafts where organization_id = ${organizationId}::uuid
            union all select kit from brand_versions where organization_id = ${organizationId}::uuid
          ) kits, jsonb_each_text(kit -> 'logo') where value is not null)`);

  return {
    async findDraft() {
      const [row] = await sql.select().from(brandDrafts).where(ofDraft);
      return row ? toDraft(row) : null;
    },
    saveDraft: (draft, seen) =>
      transaction(async (within) => {
        await requirePictures(within, draft.kit);
        const [saved] =
          seen === null
            ? await within
                .insert(brandDrafts)
                .values({ organizationId, revision: 1, ...draft })
                .onConflictDoNothing()
                .returning()
            : await within
                .update(brandDrafts)
                .set({ ...draft, revision: seen.revision + 1 })
                .where(draftAt(seen))
                .returning();
        if (!saved) throw new DbError('brandDraftChanged', null);
        return toDraft(saved);
      }),
    async discardDraft(seen) {
      const removed = await sql.delete(brandDrafts).where(draftAt(seen)).returning({ revision: brandDrafts.revision });
      if (removed.length === 0) throw new DbError('brandDraftChanged', null);
    },
    publish: (seen, how) =>
      transaction(async (within) => {
        const [draft] = await within.delete(brandDrafts).where(draftAt(seen)).returning();
        if (!draft) throw new DbError('brandDraftChanged', null);
        const { kit } = draft;
        await requirePictures(within, kit);
        await changeOrganization(within, organizationId, { brandKit: kit });
        const [last] = await within
          .select({ number: max(brandVersions.number) })
          .from(brandVersions)
          .where(ofVersions);
        const number = (last?.number ?? 0) + 1;
        const [version] = await within
          .insert(brandVersions)
          .values({ organizationId, number, kit, ...how })
          .returning();
        if (!version) throw new Error('A version that was just written is not there');
        await within.delete(brandVersions).where(and(ofVersions, lte(brandVersions.number, number - keptVersions)));
        await clearPictures(within, new Date(how.publishedAt.getTime() - unusedMs));
        return toVersion(version);
      }),
    async listVersions({ offset, limit }) {
      const rows = await sql.select().from(brandVersions).where(ofVersions).orderBy(desc(brandVersions.number)).offset(offset).limit(limit);
      return rows.map(toVersion);
    },
    async findVersion(number) {
      const [row] = await sql
        .select()
        .from(brandVersions)
        .where(and(ofVersions, eq(brandVersions.number, number)));
      return row ? toVersion(row) : null;
    },
    addPicture: ({ givenAt, ...picture }) =>
      transaction(async (within) => {
        await clearPictures(within, new Date(givenAt.getTime() - unusedMs));
        await within
          .insert(brandPictures)
          .values({ organizationId, givenAt, ...picture })
          .onConflictDoUpdate({ target: [brandPictures.organizationId, brandPictures.hash], set: { givenAt } });
      }),
    async findPicture(hash) {
      const own = and(eq(brandPictures.organizationId, organizationId), eq(brandPictures.hash, hash));
      return (await sql.select({ bytes: brandPictures.bytes }).from(brandPictures).where(own))[0]?.bytes ?? null;
    },
  };
}
