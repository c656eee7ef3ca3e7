import { mayDo } from '@tenbin/accounts';
import { actOnUsers, type BulkAct, getBulkAct } from '@tenbin/contract';
import type { BulkActTarget, OrganizationDatabase, StoredBulkAct } from '@tenbin/db';
import type { Action } from '@tenbin/messages';
import type { ServerContext } from '../../context.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { InputError } from '../../route/input-error.ts';
import { Refusal } from '../../route/refusal.ts';
import { queryMoment } from '../../users/listed-user.ts';
import { suspendUser } from './suspend-user.ts';

/** Every minute, and whenever an act is asked for: one that a server left undone is gone on with. */
export const bulkActTimes = '* * * * *';

const handleActOnUsers = implementForAdministrator(actOnUsers, async ({ body, actor, deps, audit }) => {
  const { act, reason, ids, filter, expectedCount } = body;
  const { role, id: sessionId } = actor.session;
  if (act === 'ban' && (role === null || !mayDo(role, 'users'))) throw new Refusal('permissionMissing', { facts: { permission: 'users' } });
  audit.because(reason);
  const asked = { act, reason, by: actor.administratorId, role, sessionId, at: deps.clock.now() };
  const moment = await queryMoment(actor.organizationId, deps);
  const whom = ids === undefined ? { query: filter ?? {}, moment, expectedCount: requireCount(expectedCount) } : { ids };
  const made = await actor.organization.transaction(async (within) => {
    const stored = await within.bulkActs.ask(asked, whom);
    audit.add({ act, actId: stored.id, count: stored.count });
    await audit.storeIn(within);
    return stored;
  });
  await deps.database.jobs.wake('bulkActs');
  return actReply(made, []);
});

const handleGetBulkAct = implementForAdministrator(getBulkAct, async ({ params, query, actor }) => {
  const { bulkActs } = actor.organization;
  const [act, targets] = await Promise.all([
    bulkActs.find(params.id),
    bulkActs.listTargets(params.id, { offset: query.skip, limit: query.limit }),
  ]);
  if (!act) throw new Refusal('bulkActNotFound');
  return actReply(act, targets);
});

export const bulkActCalls: readonly Implementation[] = [handleActOnUsers, handleGetBulkAct];

function requireCount(count: number | undefined): number {
  if (count === undefined)
    throw new InputError([{ code: 'custom', path: ['expectedCount'], message: 'How many the filter finds', input: count }]);
  return count;
}

/** Goes on with what was asked for: each user in a transaction with its result, so that nobody has two turns or none. */
export async function workOnBulkActs(deps: ServerContext, signal?: AbortSignal): Promise<void> {
  for (const { id: organizationId } of await deps.database.platform.organizations.list()) {
    const organization = deps.database.forOrganization(organizationId);
    for (const act of await organization.bulkActs.listOpen()) while (!signal?.aborted && (await doNext(act, { organization, deps })));
  }
}

/** @returns whether anybody was left */
async function doNext(
  { id, act, reason, by, role, sessionId }: StoredBulkAct,
  { organization, deps }: { readonly organization: OrganizationDatabase; readonly deps: ServerContext },
): Promise<boolean> {
  const at = deps.clock.now();
  const common = { at, actor: 'administrator', actorId: by, role, sessionId, network: null, agent: null, reason } as const;
  return organization.transaction(async (within) => {
    const next = await within.bulkActs.takeNext(id);
    if (next === null) return false;
    const facts = { userId: next, actId: id };
    // Whoever was deleted meanwhile is in no list any more.
    const isThere = (await within.userDirectory.find(next, { now: at, isFree: true })) !== null;
    if (isThere) {
      const stopId =
        act === 'ban' ? await suspendUser(within, next, { by, at }) : await within.stops.ask({ scope: 'user', userId: next }, { by, at });
      if (act === 'ban') await deps.sessions.endAllWithin(within, { surface: 'user', subjectId: next });
      await within.bulkActs.end(id, next, { outcome: 'done', stopId, at });
      await within.audit.append({ ...common, action: actions[act], refusal: null, facts: { ...facts, stopId } });
    } else await within.bulkActs.end(id, next, { outcome: 'refused', code: 'userNotFound', at });
    return true;
  });
}

/** As what is done to one user is called. */
const actions = { ban: 'banUser', stop: 'stopBotsOfUser' } as const satisfies Readonly<Record<BulkAct['act'], Action>>;

const actReply = (
  { id, act, reason, askedAt, count, doneCount, refusedCount, endedAt }: StoredBulkAct,
  targets: readonly BulkActTarget[],
): BulkAct => ({
  _id: id,
  act,
  reason,
  askedAt: askedAt.toISOString(),
  count,
  doneCount,
  refusedCount,
  endedAt: endedAt?.toISOString() ?? null,
  targets: targets.map(({ userId, ...target }) => ({ user: userId, ...target })),
});
