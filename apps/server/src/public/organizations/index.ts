import { getOrganization, listOrganizationExchanges, listOrganizations } from '@tenbin/contract';
import type { Organization } from '@tenbin/db';
import { DomainError } from '@tenbin/market';
import type { ServerContext } from '../../context.ts';
import { exchangeReplies } from '../../organizations/exchange-replies.ts';
import { organizationReplyOf, repliesOfAll } from '../../organizations/reply.ts';
import type { Caller } from '../../route/caller.ts';
import { type Implementation, implementPublic } from '../../route/implement.ts';

/** Outside of a trial an installation's other organizations are nobody's business. */
const handleListOrganizations = implementPublic(listOrganizations, async ({ deps, caller }) => {
  if (deps.trial) return repliesOfAll(await deps.organizations.list(), { deps, caller });
  const { organization } = await deps.tenancy.tenantOf(caller.visit);
  return [await organizationReplyOf(organization, { deps, caller })];
});

const handleGetOrganization = implementPublic(getOrganization, async ({ params, deps, caller }) => {
  return organizationReplyOf(await requireShown(params.id, { deps, caller }), { deps, caller });
});

const handleListOrganizationExchanges = implementPublic(listOrganizationExchanges, async ({ params, deps, caller }) =>
  exchangeReplies(await requireShown(params.id, { deps, caller }), deps),
);

/** @throws {DomainError} `organizationNotFound` */
async function requireShown(id: string, { deps, caller }: { deps: ServerContext; caller: Caller }): Promise<Organization> {
  if (deps.trial) return deps.organizations.require(id);
  const { organization } = await deps.tenancy.tenantOf(caller.visit);
  if (organization.id !== id) throw new DomainError('organizationNotFound', { id });
  return organization;
}

export const organizationCalls: readonly Implementation[] = [
  handleListOrganizations,
  handleGetOrganization,
  handleListOrganizationExchanges,
];
