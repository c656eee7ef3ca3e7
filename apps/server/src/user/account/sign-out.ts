import { signOut } from '@tenbin/contract';
import { implement } from '../../route/implement.ts';

export const handleSignOut = implement(signOut, async ({ actor, deps }) => {
  await deps.sessions.end(actor.session);
  return { success: true };
});
