import { banUser, pardonUser } from '@tenbin/contract';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { requireListed } from '../../users/listed-user.ts';
import { suspendUser } from './suspend-user.ts';

/**
 * Once it is written, no session of theirs is found any more, not even one that is being opened just now; those that are
 * remembered, and streams that are open, end on every server.
 */
const handleBanUser = implementForAdministrator(banUser, async ({ params, body, actor, deps, audit }) => {
  await requireListed(params.id, actor, deps);
  if (body.reason) audit.because(body.reason);
  const at = deps.clock.now();
  const stopId = await actor.organization.transaction(async (within) => {
    const asked = await suspendUser(within, params.id, { by: actor.administratorId, at });
    await deps.sessions.endAllWithin(within, { surface: 'user', subjectId: params.id });
    audit.add({ stopId: asked });
    await audit.storeIn(within);
    return asked;
  });
  return { success: true, stopId };
});

const handlePardonUser = implementForAdministrator(pardonUser, async ({ params, body, actor, deps, audit }) => {
  await requireListed(params.id, actor, deps);
  if (body.reason) audit.because(body.reason);
  await actor.organization.transaction(async (within) => {
    await within.users.update(params.id, { bannedAt: null });
    await audit.storeIn(within);
  });
  return { success: true };
});

export const banCalls: readonly Implementation[] = [handleBanUser, handlePardonUser];
