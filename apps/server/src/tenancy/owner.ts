import { platformOrganizationId, thePlatform } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import type { Tenant } from './tenancy.ts';

/** The platform is shown in the usual brand. @throws {DomainError} `organizationNotFound` */
export async function tenantOfOwner(
  organizationId: string,
  { organizations, tenancy }: Pick<ServerContext, 'organizations' | 'tenancy'>,
): Promise<Tenant> {
  const organization = organizationId === platformOrganizationId ? thePlatform : await organizations.require(organizationId);
  return { organization, brand: tenancy.brandOf(organization) };
}
