import { endOtherSessions, endSession, listSessions, signOut } from '@tenbin/contract';
import { userHolder } from '../../accounts/account-holder.ts';
import { type Implementation, implement } from '../../route/implement.ts';
import { endOwnOtherSessions, endOwnSession, sessionsReply } from '../../sessions/own-sessions.ts';

const handleSignOut = implement(signOut, async ({ actor, deps, audit }) => {
  await actor.organization.transaction(async (within) => {
    await deps.sessions.endWithin(within, actor.session);
    await audit.storeIn(within);
  });
  return { success: true };
});

export const sessionCalls: readonly Implementation[] = [
  handleSignOut,
  implement(listSessions, ({ actor, deps }) => sessionsReply(userHolder(actor), deps)),
  implement(endSession, ({ params, actor, deps, audit }) => endOwnSession(params.id, { holder: userHolder(actor), deps, audit })),
  implement(endOtherSessions, ({ actor, deps, audit }) => endOwnOtherSessions({ holder: userHolder(actor), deps, audit })),
];
