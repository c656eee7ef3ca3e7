import { type Organization, platformOrganizationId, thePlatform } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import type { Tenant } from './tenancy.ts';

/** By whose rules the bots of an owner trade: an organization's, or the platform's own. @throws {DomainError} `organizationNotFound` */
export const organizationOfOwner = async (
  organizationId: string,
  { organizations }: Pick<ServerContext, 'organizations'>,
): Promise<Organization> => (organizationId === platformOrganizationId ? thePlatform : organizations.require(organizationId));

/** The platform is shown in the usual brand. @throws {DomainError} `organizationNotFound` */
export async function tenantOfOwner(
  organizationId: string,
  { organizations, tenancy }: Pick<ServerContext, 'organizations' | 'tenancy'>,
): Promise<Tenant> {
  const organization = await organizationOfOwner(organizationId, { organizations });
  return { organization, brand: tenancy.brandOf(organization) };
}
