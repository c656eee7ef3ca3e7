import { platformOrganizationId } from '@tenbin/db';
import type { ServerContext } from '../../context.ts';
import type { Operator, Owner } from '../../route/caller.ts';
import { Refusal } from '../../route/refusal.ts';

/** The platform's bots are nobody's: whatever is read of a user's bot is read of them as if they were the operator's. */
export function operatorsOwn({ operatorId }: Operator, { database }: ServerContext): Owner {
  const organization = database.forOrganization(platformOrganizationId);
  const { bots } = organization;
  return {
    userId: operatorId,
    organizationId: platformOrganizationId,
    organization: {
      ...organization,
      bots: {
        ...bots,
        async require(_, id) {
          const bot = await bots.find(id);
          if (!bot) throw new Refusal('botNotFound');
          return { ...bot, userId: operatorId };
        },
        isOwner: async (_, id) => (await bots.find(id)) !== null,
      },
    },
  };
}
