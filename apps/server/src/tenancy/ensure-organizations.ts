import type { Brand } from '@tenbin/brand';
import type { Database } from '@tenbin/db';

/**
 * Every brand belongs to an organization of its name; a new brand's is made at the first start that sees it. It is free, since
 * it has no plans yet; in a trial only where its brand sells none, since there the plans come with it.
 */
export async function ensureOrganizations(
  database: Database,
  { brands, isTrial }: { readonly brands: ReadonlyMap<string, Brand>; readonly isTrial: boolean },
): Promise<void> {
  const { organizations } = database.platform;
  for (const { wlKey, name, features } of brands.values()) {
    if (await organizations.findBySlug(wlKey)) continue;
    await organizations.create({ slug: wlKey, name, isFree: !(isTrial && features.paypal) });
  }
}
