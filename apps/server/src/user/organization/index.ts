import { getOwnOrganization, listOwnExchanges } from '@tenbin/contract';
import { exchangeReplies } from '../../organizations/exchange-replies.ts';
import { organizationReplyOf } from '../../organizations/reply.ts';
import { type Implementation, implement } from '../../route/implement.ts';

const handleGetOwnOrganization = implement(getOwnOrganization, async ({ actor, deps, caller }) =>
  organizationReplyOf(await deps.organizations.require(actor.organizationId), { deps, caller }),
);

const handleListOwnExchanges = implement(listOwnExchanges, async ({ actor, deps }) =>
  exchangeReplies(await deps.organizations.require(actor.organizationId), deps),
);

export const ownOrganizationCalls: readonly Implementation[] = [handleGetOwnOrganization, handleListOwnExchanges];
