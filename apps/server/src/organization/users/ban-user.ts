import { banUser, pardonUser } from '@tenbin/contract';
import { implementForAdministrator } from '../../route/implement.ts';

/**
 * Once it is written, no session of theirs is found any more, not even one that is being opened just now; those that are
 * remembered, and streams that are open, end on every server.
 */
export const handleBanUser = implementForAdministrator(banUser, async ({ params, actor, deps }) => {
  const at = deps.clock.now();
  const stopId = await actor.organization.transaction(async ({ users, stops }) => {
    const { id: userId } = await users.update(params.id, { bannedAt: at });
    return stops.ask({ scope: 'user', userId }, { by: actor.administratorId, at });
  });
  await deps.sessions.endAllOf({ surface: 'user', subjectId: params.id });
  return { success: true, stopId };
});

export const handlePardonUser = implementForAdministrator(pardonUser, async ({ params, actor }) => {
  await actor.organization.users.update(params.id, { bannedAt: null });
  return { success: true };
});
