import { resolve } from 'node:path';
import { loadBrands } from '@tenbin/brand/load';
import type { OrganizationDatabase } from '@tenbin/db';
import type { UserMailSettings } from '../mails/user-mails.ts';

/** With the product's first brand for the organization. */
export async function mailSettingsFor(organization: OrganizationDatabase): Promise<UserMailSettings> {
  const brand = (await loadBrands(resolve(import.meta.dirname, '../../../../brands'))).get('tenbin');
  if (!brand) throw new Error('no brand');
  const { slug } = await organization.organization();
  return {
    brands: new Map([[slug, brand]]),
    defaultBrand: null,
    publicUrl: 'https://tenbin.example',
    isTrial: false,
    seal: (text) => text,
  };
}
