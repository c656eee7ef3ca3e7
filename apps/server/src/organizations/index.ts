import {
  type Exchange as ExchangeReply,
  getOrganization,
  getOwnOrganization,
  listOrganizationExchanges,
  listOrganizations,
  listOwnExchanges,
} from '@tenbin/contract';
import type { Exchange, Organization } from '@tenbin/db';
import { DomainError } from '@tenbin/market';
import type { ServerContext } from '../context.ts';
import type { Caller } from '../route/caller.ts';
import { type Implementation, implement, implementPublic } from '../route/implement.ts';
import { exchangeReply, organizationReply, repliesOfAll } from './reply.ts';

/** Outside of a trial an installation's other organizations are nobody's business. */
const handleListOrganizations = implementPublic(listOrganizations, async ({ deps, caller }) => {
  if (deps.trial) return repliesOfAll(await deps.organizations.list(), deps);
  const { organization } = await deps.tenancy.tenantOf(caller.visit);
  return [organizationReply(organization, await offeredBy(organization, deps))];
});

const handleGetOrganization = implementPublic(getOrganization, async ({ params, deps, caller }) => {
  const organization = await requireShown(params.id, { deps, caller });
  return organizationReply(organization, await offeredBy(organization, deps));
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

const handleGetOwnOrganization = implement(getOwnOrganization, async ({ actor, deps }) => {
  const organization = await deps.organizations.require(actor.organizationId);
  return organizationReply(organization, await offeredBy(organization, deps));
});

const handleListOwnExchanges = implement(listOwnExchanges, async ({ actor, deps }) =>
  exchangeReplies(await deps.organizations.require(actor.organizationId), deps),
);

const offeredBy = ({ id }: Organization, { database }: ServerContext): Promise<Exchange[]> => database.platform.exchanges.listOffered(id);

/** An exchange that cannot be reached just now is left out, and does not hide the others; when none can, that is the answer. */
async function exchangeReplies(organization: Organization, deps: ServerContext): Promise<ExchangeReply[]> {
  const { omitPairs } = organization.settings;
  const exchanges = await offeredBy(organization, deps);
  const replies = await Promise.allSettled(
    exchanges.map(async (exchange) => exchangeReply(exchange, { markets: await deps.exchanges.fetchMarkets(exchange), omitPairs })),
  );
  for (const [index, reply] of replies.entries())
    if (reply.status === 'rejected') deps.log.warn({ exchange: exchanges[index]?.name, error: String(reply.reason) }, 'exchange.failed');
  const failed = replies.find((reply) => reply.status === 'rejected');
  const reached = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []));
  if (failed && reached.length === 0) throw failed.reason;
  return reached;
}

export const organizationCalls: readonly Implementation[] = [
  handleListOrganizations,
  handleGetOrganization,
  handleListOrganizationExchanges,
  handleGetOwnOrganization,
  handleListOwnExchanges,
];
