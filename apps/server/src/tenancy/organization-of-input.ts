import type { Brand } from '@tenbin/brand';
import type { Organization } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import type { Caller } from '../route/caller.ts';

/**
 * The organization that a call without a key means: the one it names, else the one of the brand that is shown.
 *
 * @throws {DomainError} `organizationNotFound`
 */
export async function organizationOfInput(
  named: string | undefined,
  { deps, caller }: { deps: ServerContext; caller: Caller },
): Promise<{ readonly organization: Organization; readonly brand: Brand }> {
  if (named === undefined) return deps.tenancy.tenantOf(caller.visit);
  const organization = await deps.organizations.require(named);
  return { organization, brand: deps.tenancy.brandOf(organization) };
}
