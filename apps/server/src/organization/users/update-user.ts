import { updateUser } from '@tenbin/contract';
import { implementForAdministrator } from '../../route/implement.ts';
import { userReplyOf } from '../../users/user-reply-of.ts';

export const handleUpdateUser = implementForAdministrator(
  updateUser,
  async ({ params, body: { isAffiliate }, actor: { administratorId, organization }, deps }) => {
    const user = await organization.transaction(async ({ users, stops }) => {
      const before = await users.require(params.id);
      if (isAffiliate === undefined) return before;
      if (isAffiliate && !before.isAffiliate)
        await stops.ask({ scope: 'user', userId: params.id }, { by: administratorId, at: deps.clock.now() });
      return users.update(params.id, { isAffiliate });
    });
    return userReplyOf(user, { organization, deps });
  },
);
