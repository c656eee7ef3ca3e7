import { signOut } from '@tenbin/contract';
import { implement } from '../../route/implement.ts';

export const handleSignOut = implement(signOut, async ({ actor, deps, audit }) => {
  await actor.organization.transaction(async (within) => {
    await deps.sessions.endWithin(within, actor.session);
    await audit.storeIn(within);
  });
  return { success: true };
});
