import { type Brand, type BrandsShown, brandAsDelivered, brandAtHost, brandOfOrganization, withKit } from '@tenbin/brand';
import type { Organization } from '@tenbin/db';
import type { OrganizationDirectory } from './organization-directory.ts';

/** Where a request came to. */
export interface Visit {
  /** The host name that was asked for, without a port. */
  readonly host: string;
  /** `?brand=` or `?wl=`: counts in a trial only. */
  readonly requestedBrand?: string | undefined;
}

/** A brand and the organization that owns it. */
export interface Tenant {
  readonly brand: Brand;
  readonly organization: Organization;
}

/** Which brand a visitor sees, and so which organization they sign up with. */
export interface Tenancy {
  /** By `?brand=` or `?wl=` in a trial, by the host name, by the configured brand, else the usual one. */
  tenantOf(visit: Visit): Promise<Tenant>;
  /** The brand of an organization; the usual one where it has none of its own. */
  brandOf(organization: Organization): Brand;
  /** The same as its folder has it, whatever the organization has changed. */
  deliveredBrandOf(organization: Pick<Organization, 'slug'>): Brand;
}

interface Settings extends BrandsShown {
  readonly organizations: OrganizationDirectory;
  readonly isTrial: boolean;
}

export function createTenancy({ organizations, isTrial, ...shown }: Settings): Tenancy {
  const brandFor = ({ host, requestedBrand }: Visit): Brand =>
    (isTrial && requestedBrand !== undefined ? shown.brands.get(requestedBrand) : undefined) ?? brandAtHost(host, shown);

  return {
    async tenantOf(visit) {
      const brand = brandFor(visit);
      const organization = await organizations.findBySlug(brand.wlKey);
      if (!organization) throw new Error(`the brand ${brand.wlKey} has no organization`);
      const { brandKit, slug } = organization;
      return { brand: brandKit ? withKit(brand, brandKit, slug) : brand, organization };
    },
    brandOf: (organization) => brandOfOrganization(organization, shown),
    deliveredBrandOf: (organization) => brandAsDelivered(organization, shown),
  };
}
