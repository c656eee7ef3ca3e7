import type { ServerContext } from '../context.ts';
import type { Caller } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';
import type { Tenant } from './tenancy.ts';

/**
 * The organization that a call without a key means: the one it names, else the one of the brand that is shown.
 *
 * @throws {DomainError} `organizationNotFound`
 */
export async function organizationOfInput(
  named: string | undefined,
  { deps, caller }: { deps: ServerContext; caller: Caller },
): Promise<Tenant> {
  if (named === undefined) return deps.tenancy.tenantOf(caller.visit);
  const organization = await deps.organizations.require(named);
  return { organization, brand: deps.tenancy.brandOf(organization) };
}

/**
 * The same for a call by which one comes to an organization: outside of a trial that is the one at home at the address that
 * was visited, and no other.
 *
 * @throws {Refusal} `organizationElsewhere`; {DomainError} `organizationNotFound`
 */
export async function organizationVisited(
  named: string | undefined,
  { deps, caller }: { deps: ServerContext; caller: Caller },
): Promise<Tenant> {
  if (deps.trial) return organizationOfInput(named, { deps, caller });
  const visited = await deps.tenancy.tenantOf(caller.visit);
  if (named !== undefined && named !== visited.organization.id) throw new Refusal('organizationElsewhere');
  return visited;
}
