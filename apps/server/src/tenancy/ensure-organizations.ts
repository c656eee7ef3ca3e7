import type { Brand } from '@tenbin/brand';
import type { Database } from '@tenbin/db';

/**
 * Every brand belongs to an organization of its name; a new brand's is made at the first start that sees it.
 * Without plans to choose from its users count as paid.
 */
export async function ensureOrganizations(database: Database, brands: ReadonlyMap<string, Brand>): Promise<void> {
  const { organizations } = database.platform;
  for (const { wlKey, name } of brands.values()) {
    if (await organizations.findBySlug(wlKey)) continue;
    await organizations.create({ slug: wlKey, name, isFree: true });
  }
}
