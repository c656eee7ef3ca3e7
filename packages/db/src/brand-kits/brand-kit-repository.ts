import { type BrandKit, picturesOf } from '@tenbin/brand';
import { and, desc, eq, sql as fragment, inArray, lte, max } from 'drizzle-orm';
import type { Sql } from '../database/drizzle-database.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { changeOrganization } from '../organizations/organization-repository.ts';
import { brandDrafts, brandPictures, brandVersions } from '../schema/brand-kits.ts';
import { type BrandDraft, type BrandKits, type BrandVersion, keptVersions } from './brand-kits.ts';

/** Somebody may still be about to use a picture that they have just given. */
const unusedMs = 3_600_000;

export function brandKitRepository(context: TenantContext): BrandKits {
  const { organizationId, sql } = context;
  const ofDraft = eq(brandDrafts.organizationId, organizationId);
  const ofVersions = eq(brandVersions.organizationId, organizationId);
  const draftAt = (revision: number) => and(ofDraft, eq(brandDrafts.revision, revision));

  function toDraft({ organizationId: _own, ...draft }: typeof brandDrafts.$inferSelect): BrandDraft {
    return draft;
  }
  const toVersion = ({ organizationId: _own, ...version }: typeof brandVersions.$inferSelect): BrandVersion => version;

  /** Locks them until the transaction ends. */
  async function requirePictures(within: Sql, kit: BrandKit): Promise<void> {
    const wanted = picturesOf(kit);
    if (wanted.length === 0) return;
    const own = and(eq(brandPictures.organizationId, organizationId), inArray(brandPictures.hash, wanted));
    const found = await within.select({ hash: brandPictures.hash }).from(brandPictures).where(own).for('share');
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
    saveDraft: ({ revision, ...draft }) =>
      context.transaction(async (tx) => {
        await requirePictures(tx.sql, draft.kit);
        const [saved] =
          revision === null
            ? await tx.sql
                .insert(brandDrafts)
                .values({ organizationId, revision: 1, ...draft })
                .onConflictDoNothing()
                .returning()
            : await tx.sql
                .update(brandDrafts)
                .set({ ...draft, revision: revision + 1 })
                .where(draftAt(revision))
                .returning();
        if (!saved) throw new DbError('brandDraftChanged', null);
        return toDraft(saved);
      }),
    async discardDraft(revision) {
      const removed = await sql.delete(brandDrafts).where(draftAt(revision)).returning({ revision: brandDrafts.revision });
      if (removed.length === 0) throw new DbError('brandDraftChanged', null);
    },
    publish: ({ revision }, how) =>
      context.transaction(async (tx) => {
        const [draft] = await tx.sql.delete(brandDrafts).where(draftAt(revision)).returning();
        if (!draft) throw new DbError('brandDraftChanged', null);
        const { kit } = draft;
        // Locks the organization: of two versions at once the second waits here.
        await changeOrganization(tx.sql, organizationId, { brandKit: kit });
        const [last] = await tx.sql
          .select({ number: max(brandVersions.number) })
          .from(brandVersions)
          .where(ofVersions);
        const number = (last?.number ?? 0) + 1;
        const [version] = await tx.sql
          .insert(brandVersions)
          .values({ organizationId, number, kit, ...how })
          .returning();
        if (!version) throw new Error('A version that was just written is not there');
        await tx.sql.delete(brandVersions).where(and(ofVersions, lte(brandVersions.number, number - keptVersions)));
        await clearPictures(tx.sql, new Date(how.publishedAt.getTime() - unusedMs));
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
      context.transaction(async (tx) => {
        await clearPictures(tx.sql, new Date(givenAt.getTime() - unusedMs));
        await tx.sql
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
