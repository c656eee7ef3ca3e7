import { resolve } from 'node:path';
import { loadBrands } from '@tenbin/brand/load';
import type { OrganizationDatabase } from '@tenbin/db';
import type { UserMailSettings } from '../mails/user-mails.ts';

/** With one of the product's brands for the organization. */
export async function mailSettingsFor(organization: OrganizationDatabase): Promise<UserMailSettings> {
  const [brand] = (await loadBrands(resolve(import.meta.dirname, '../../../../brands'))).values();
  if (!brand) throw new Error('no brand');
  const { slug } = await organization.organization();
  return { brands: new Map([[slug, brand]]), publicUrl: 'https://tenbin.example' };
}
