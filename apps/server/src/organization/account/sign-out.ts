import { signOutAdministrator } from '@tenbin/contract';
import { implementForAdministrator } from '../../route/implement.ts';

export const handleSignOutAdministrator = implementForAdministrator(signOutAdministrator, async ({ actor, deps }) => {
  await deps.sessions.end(actor.session);
  return { success: true };
});
