import type { Brand } from '@tenbin/brand';
import type { Database } from '@tenbin/db';

/**
 * Every brand belongs to an organization of its name; a new brand's is made at the first start that sees it. It is free, since
 * it has no plans yet; in a trial only where its brand sells none, since there the plans come with it. It may offer every
 * exchange that is there, but in a trial, which offers its own.
 */
export async function ensureOrganizations(
  database: Database,
  { brands, isTrial }: { readonly brands: ReadonlyMap<string, Brand>; readonly isTrial: boolean },
): Promise<void> {
  const { platform } = database;
  for (const { wlKey, name, features } of brands.values()) {
    if (await platform.organizations.findBySlug(wlKey)) continue;
    await platform.transaction(async ({ organizations, exchanges }) => {
      const { id } = await organizations.create({ slug: wlKey, name, isFree: !(isTrial && features.paypal) });
      if (!isTrial) for (const exchange of await exchanges.list()) await exchanges.offer(id, exchange.id);
    });
  }
}
