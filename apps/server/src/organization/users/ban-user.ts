import { banUser, pardonUser } from '@tenbin/contract';
import { endCharging } from '../../payments/end-charging.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { requireListed } from '../../users/listed-user.ts';
import { suspendUser } from './suspend-user.ts';

/**
 * Suspended first, and then no longer charged: their bots do not trade on while the provider keeps us waiting, and nobody buys
 * anything in between. Once it is written, no session of theirs is found any more, not even one that is being opened just now; those that are
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
  return { success: true, stopId, charging: await endCharging(params.id, { organization: actor.organization, deps }) };
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

export const banUserCalls: readonly Implementation[] = [handleBanUser, handlePardonUser];
