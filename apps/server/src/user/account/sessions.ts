import { sessionStatus } from '@tenbin/accounts';
import { endOtherSessions, endSession, listSessions } from '@tenbin/contract';
import type { Session } from '@tenbin/db';
import type { ServerContext } from '../../context.ts';
import type { Actor } from '../../route/caller.ts';
import { implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

/** Those that are still good. */
async function liveSessions({ userId, organizationId }: Actor, deps: ServerContext): Promise<Session[]> {
  const { settings } = await deps.organizations.require(organizationId);
  const all = await deps.database.platform.sessions.listOf({ surface: 'user', subjectId: userId });
  return all.filter((session) => sessionStatus(session, deps.clock.now(), settings) === 'live');
}

export const handleListSessions = implement(listSessions, async ({ actor, deps }) =>
  (await liveSessions(actor, deps)).map(({ id, agent, address, createdAt, lastUsedAt }) => ({
    _id: id,
    agent,
    address,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isCurrent: id === actor.session.id,
  })),
);

export const handleEndSession = implement(endSession, async ({ params, actor, deps }) => {
  const session = (await liveSessions(actor, deps)).find(({ id }) => id === params.id);
  if (!session) throw new Refusal('sessionNotFound');
  await deps.sessions.end(session);
  return { success: true };
});

export const handleEndOtherSessions = implement(endOtherSessions, async ({ actor: { userId, session }, deps }) => {
  await deps.sessions.endAllOf({ surface: 'user', subjectId: userId }, { exceptId: session.id });
  return { success: true };
});
