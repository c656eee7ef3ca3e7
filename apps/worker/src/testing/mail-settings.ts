import { resolve } from 'node:path';
import type { Reached } from '@tenbin/brand';
import { loadBrands } from '@tenbin/brand/load';
import type { OrganizationDatabase } from '@tenbin/db';

/** With one of the product's brands for the organization. */
export async function mailSettingsFor(organization: OrganizationDatabase): Promise<Reached> {
  const [brand] = (await loadBrands(resolve(import.meta.dirname, '../../../../brands'))).values();
  if (!brand) throw new Error('no brand');
  const { slug } = await organization.organization();
  return { brands: new Map([[slug, brand]]), usualBrand: null, publicUrl: 'https://tenbin.example', isTrial: false };
}
