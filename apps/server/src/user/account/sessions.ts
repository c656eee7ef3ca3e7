import { endOtherSessions, endSession, listSessions } from '@tenbin/contract';
import { userHolder } from '../../accounts/account-holder.ts';
import { type Implementation, implement } from '../../route/implement.ts';
import { endOwnOtherSessions, endOwnSession, sessionsReply } from '../../sessions/own-sessions.ts';

export const sessionCalls: readonly Implementation[] = [
  implement(listSessions, ({ actor, deps }) => sessionsReply(userHolder(actor), deps)),
  implement(endSession, ({ params, actor, deps, audit }) => endOwnSession(params.id, { holder: userHolder(actor), deps, audit })),
  implement(endOtherSessions, ({ actor, deps, audit }) => endOwnOtherSessions({ holder: userHolder(actor), deps, audit })),
];
