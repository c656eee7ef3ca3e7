import { signOutOperator } from '@tenbin/contract';
import { implementForOperator } from '../../route/implement.ts';

export const handleSignOutOperator = implementForOperator(signOutOperator, async ({ actor, deps }) => {
  await deps.sessions.end(actor.session);
  return { success: true };
});
