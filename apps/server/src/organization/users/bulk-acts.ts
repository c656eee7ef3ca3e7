import { mayDo } from '@tenbin/accounts';
import { actOnUsers, type BulkAct as BulkActReply, type BulkActSummary, getBulkAct, listBulkActs } from '@tenbin/contract';
import { type BulkActTarget, neverSucceeds, type OrganizationDatabase, passedOver, type StoredBulkAct } from '@tenbin/db';
import { DomainError } from '@tenbin/market';
import { type Action, namedFacts } from '@tenbin/messages';
import type { ServerContext } from '../../context.ts';
import { endCharging } from '../../payments/end-charging.ts';
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
  if (ids && filter)
    throw new InputError([{ code: 'custom', path: ['filter'], message: 'Either these or all whom it finds', input: filter }]);
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
  const emails = await actor.organization.administrators.emailsOf([made.by]);
  return { ...summaryOf(made, emails), targets: [] };
});

const handleGetBulkAct = implementForAdministrator(getBulkAct, async ({ params, query, actor }) => {
  const { bulkActs, administrators } = actor.organization;
  const [act, targets] = await Promise.all([
    bulkActs.find(params.id),
    bulkActs.listTargets(params.id, { offset: query.skip, limit: query.limit }),
  ]);
  if (!act) throw new Refusal('bulkActNotFound');
  return { ...summaryOf(act, await administrators.emailsOf([act.by])), targets: targets.map((target) => targetReply(target, act)) };
});

const handleListBulkActs = implementForAdministrator(listBulkActs, async ({ query, actor }) => {
  const { bulkActs, administrators } = actor.organization;
  const acts = await bulkActs.list({ offset: query.skip, limit: query.limit });
  const emails = await administrators.emailsOf([...new Set(acts.map(({ by }) => by))]);
  return acts.map((act) => summaryOf(act, emails));
});

export const bulkActCalls: readonly Implementation[] = [handleActOnUsers, handleListBulkActs, handleGetBulkAct];

function requireCount(count: number | undefined): number {
  if (count === undefined)
    throw new InputError([{ code: 'custom', path: ['expectedCount'], message: 'How many the filter finds', input: count }]);
  return count;
}

/**
 * Goes on with what was asked for: each user in a transaction with its result, so that nobody has two turns or none. What goes
 * wrong with one of them, or with one act, holds up none of the others.
 */
export async function workOnBulkActs(deps: ServerContext, signal?: AbortSignal): Promise<void> {
  for (const { id: organizationId } of await deps.database.platform.organizations.list()) {
    const organization = deps.database.forOrganization(organizationId);
    for (const act of await organization.bulkActs.listOpen()) {
      try {
        await workOn(act, { organization, deps }, signal);
      } catch (error) {
        passedOver('bulkActs', deps).error({ organizationId, actId: act.id, err: error }, 'bulk_act.failed');
      }
    }
  }
}

/** For one user. */
const maxTries = 3;

interface Place {
  readonly organization: OrganizationDatabase;
  readonly deps: ServerContext;
}

async function workOn(act: StoredBulkAct, place: Place, signal?: AbortSignal): Promise<void> {
  const { organization } = place;
  // One that cannot be reached is not waited for once a user: the job `payments` ends what is left.
  let isProviderAway = false;
  for (;;) {
    if (signal?.aborted) return;
    const userId = await takeTurn(act, place);
    if (userId === null) return;
    if (act.act === 'ban' && !isProviderAway)
      isProviderAway = (await endCharging(userId, { organization, deps: place.deps })) === 'pending';
  }
}

/**
 * What passes, such as waiting for one another in a circle, is tried again at once.
 *
 * @returns whose turn it was; null: nobody was left
 */
async function takeTurn(act: StoredBulkAct, place: Place, tried = { userId: '', times: 0 }): Promise<string | null> {
  const { organization, deps } = place;
  const at = deps.clock.now();
  let turn: string | null = null;
  try {
    await organization.transaction(async (within) => {
      turn = await within.bulkActs.takeNext(act.id);
      if (turn !== null) await doTo(turn, { act, at, within, deps });
    });
  } catch (error) {
    if (turn === null) throw error;
    const times = turn === tried.userId ? tried.times + 1 : 1;
    if (times < maxTries && !(error instanceof DomainError) && !neverSucceeds(error)) return takeTurn(act, place, { userId: turn, times });
    // What a rule refuses is an answer, and is shown with the act.
    const log = error instanceof DomainError ? deps.log : passedOver('bulkActs', deps);
    log.error({ organizationId: organization.organizationId, actId: act.id, userId: turn, err: error }, 'bulk_act.target_failed');
    const code = error instanceof DomainError ? error.code : 'internal';
    await organization.bulkActs.end(act.id, turn, { outcome: 'refused', code, at });
  }
  return turn;
}

interface Turn {
  readonly act: StoredBulkAct;
  readonly at: Date;
  readonly within: OrganizationDatabase;
  readonly deps: ServerContext;
}

async function doTo(userId: string, { act: { id, act, reason, by, role, sessionId }, at, within, deps }: Turn): Promise<void> {
  // Whoever was deleted meanwhile is in no list any more.
  const isThere = (await within.userDirectory.find(userId, { now: at, isFree: true })) !== null;
  if (!isThere) return within.bulkActs.end(id, userId, { outcome: 'refused', code: 'userNotFound', at });
  const stopId =
    act === 'ban' ? await suspendUser(within, userId, { by, at }) : await within.stops.ask({ scope: 'user', userId }, { by, at });
  if (act === 'ban') await deps.sessions.endAllWithin(within, { surface: 'user', subjectId: userId });
  await within.bulkActs.end(id, userId, { outcome: 'done', stopId, at });
  const who = { actor: 'administrator', actorId: by, role, sessionId, network: null, agent: null } as const;
  await within.audit.append({ ...who, at, reason, action: actions[act], refusal: null, facts: namedFacts({ userId, actId: id, stopId }) });
}

/** As what is done to one user is called. */
const actions = { ban: 'banUser', stop: 'stopBotsOfUser' } as const satisfies Readonly<Record<BulkActReply['act'], Action>>;

const summaryOf = (
  { id, act, reason, by, askedAt, count, doneCount, refusedCount, endedAt }: StoredBulkAct,
  emails: ReadonlyMap<string, string>,
): BulkActSummary => ({
  _id: id,
  act,
  reason,
  by: emails.get(by) ?? null,
  askedAt: askedAt.toISOString(),
  count,
  doneCount,
  refusedCount,
  endedAt: endedAt?.toISOString() ?? null,
});

const targetReply = ({ userId, isCharged, ...target }: BulkActTarget, { act }: StoredBulkAct): BulkActReply['targets'][number] => ({
  user: userId,
  ...target,
  isCharged: isCharged && act === 'ban' && target.outcome === 'done',
});
