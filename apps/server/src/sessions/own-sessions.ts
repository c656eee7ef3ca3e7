import { sessionStatus } from '@tenbin/accounts';
import type { listSessions, RouteReply } from '@tenbin/contract';
import type { Session } from '@tenbin/db';
import type { AccountHolder } from '../accounts/account-holder.ts';
import type { AuditNote } from '../audit/auditor.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../route/refusal.ts';

type Holder = Pick<AccountHolder, 'surface' | 'holderId' | 'session'>;

/** Those that are still good. */
async function liveSessions({ surface, holderId, session: own }: Holder, deps: ServerContext): Promise<Session[]> {
  const rules = await deps.sessions.rulesOf(own.organizationId);
  const all = await deps.database.platform.sessions.listOf({ surface, subjectId: holderId });
  return all.filter((session) => sessionStatus(session, deps.clock.now(), rules) === 'live');
}

/** Where somebody is signed in, as they are told. */
export const sessionsReply = async (holder: Holder, deps: ServerContext): Promise<RouteReply<typeof listSessions>> =>
  (await liveSessions(holder, deps)).map(({ id, agent, address, createdAt, lastUsedAt }) => ({
    _id: id,
    agent,
    address,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isCurrent: id === holder.session.id,
  }));

interface Ending {
  readonly holder: Holder & Pick<AccountHolder, 'organization'>;
  readonly deps: ServerContext;
  readonly audit: AuditNote;
}

/** @throws {Refusal} `sessionNotFound` */
export async function endOwnSession(id: string, { holder, deps, audit }: Ending) {
  const session = (await liveSessions(holder, deps)).find((one) => one.id === id);
  if (!session) throw new Refusal('sessionNotFound');
  await holder.organization.transaction(async (within) => {
    await deps.sessions.endWithin(within, session);
    await audit.storeIn(within);
  });
  return { success: true };
}

export async function endOwnOtherSessions({ holder: { surface, holderId, session, organization }, deps, audit }: Ending) {
  await organization.transaction(async (within) => {
    await deps.sessions.endAllWithin(within, { surface, subjectId: holderId }, { exceptId: session.id });
    await audit.storeIn(within);
  });
  return { success: true };
}
