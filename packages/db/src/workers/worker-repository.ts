import type { Runtime } from '@tenbin/runtime';
import { and, asc, count, eq, sql as fragment, isNull, lte, or } from 'drizzle-orm';
import { hasNext, isBusy } from '../bots/lifecycle-in-sql.ts';
import { presenceLock } from '../database/presence.ts';
import type { Sql } from '../database/sql.ts';
import { bots } from '../schema/bots.ts';
import { exchangeAccounts } from '../schema/exchange-accounts.ts';
import { workers } from '../schema/platform.ts';
import type { Claim, Lease, Workers } from './workers.ts';

const claimColumns = {
  organizationId: exchangeAccounts.organizationId,
  exchangeAccountId: exchangeAccounts.id,
  exchangeId: exchangeAccounts.exchangeId,
  epoch: exchangeAccounts.epoch,
};

const now = fragment`now()`;

/** Of a row that is being claimed, as it was when the statement began: whether somebody owned it. */
const isTakenOver = fragment<boolean>`(select a.owner_worker_id is not null from exchange_accounts a
  where a.organization_id = exchange_accounts.organization_id and a.id = exchange_accounts.id)`;

/** Empty where somebody asked for it, and of what does not stop. A bot that stopped without a receipt says why in its newest message. */
const causeOfStop = fragment<string>`coalesce(case ${bots.state} when 'stopping' then ${bots.phase} ->> 'reason' when 'stopped' then
  case jsonb_typeof(${bots.phase} -> 'receipt') when 'object' then ${bots.phase} -> 'receipt' ->> 'reason' else ${bots.messages} -> -1 ->> 'code' end end, '')`;

/** Any number of our own, the same for all: one worker claims at a time. */
const claimLock = 8_436_200_002;

const isAmong = (claims: readonly Claim[]) => {
  const ids = claims.map(({ exchangeAccountId }) => exchangeAccountId);
  return fragment`${exchangeAccounts.id} = any(${fragment.param(ids)}::uuid[])`;
};
const ago = (ms: number) => fragment`now() - ${ms}::float8 * interval '1 millisecond'`;

/** Of the worker `w`. After a restart of the server nobody's presence is there yet, which says nothing. */
const isAlive = ({ leaseMs, graceMs = leaseMs }: Lease) => fragment`(w.heartbeat_at > ${ago(leaseMs)} and (
  w.presence is null or w.heartbeat_at > ${ago(graceMs)} or w.heartbeat_at <= pg_postmaster_start_time()
  or exists (select from pg_locks l where l.locktype = 'advisory' and l.classid = ${presenceLock} and l.objid = w.presence and l.granted)))`;

/** The account `a` has something to run, or virtual accounts, whose wallet is watched also while nothing runs. */
const isNeeded = fragment`(exists (select from bots where bots.organization_id = a.organization_id and bots.exchange_account_id = a.id
    and bots.deleted_at is null and ${isBusy})
  or exists (select from virtual_accounts v where v.organization_id = a.organization_id and v.exchange_account_id = a.id
    and v.name is not null and v.closed_at is null))`;

/** As many accounts for each living worker, rounded up, so that nothing is left over; and what this one has of them. */
const shareOf = (workerId: string, lease: Lease) => fragment`(
  select ceil(needed.count / greatest(1, living.count)::numeric)::int as share, needed.mine
  from (select count(*), (count(*) filter (where a.owner_worker_id = ${workerId}::uuid))::int as mine from exchange_accounts a where ${isNeeded}) needed,
    (select count(*) from workers w where w.id = ${workerId}::uuid or ${isAlive(lease)}) living) fair`;

export function workerRepository(
  sql: Sql,
  transact: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>,
  clock: Pick<Runtime, 'newId'>,
): Workers {
  return {
    async register(name, presence = null) {
      const id = clock.newId();
      await sql.insert(workers).values({ id, name, presence, startedAt: now, heartbeatAt: now });
      return id;
    },
    async beat(workerId) {
      const beaten = await sql.update(workers).set({ heartbeatAt: now }).where(eq(workers.id, workerId)).returning({ id: workers.id });
      return beaten.length > 0;
    },
    claim(workerId, { limit, ...lease }) {
      // A row that somebody changed since this statement began is checked again, but only itself, not the join with its
      // owner's heartbeat: two at once would both take it. Behind the lock the statement begins after the other's commit.
      // What is its own it keeps, however late it is: nobody has taken it, and its bots run.
      const free = fragment`(${exchangeAccounts.organizationId}, ${exchangeAccounts.id}) in (
        select a.organization_id, a.id from exchange_accounts a
        where a.owner_worker_id is distinct from ${workerId}::uuid
          and not exists (select from workers w where w.id = a.owner_worker_id and ${isAlive(lease)}) and ${isNeeded}
        order by a.id limit (select least(${limit}::int, greatest(0, share - mine)) from ${shareOf(workerId, lease)}) for update of a skip locked)`;
      const claimed = { ownerWorkerId: workerId, epoch: fragment`${exchangeAccounts.epoch} + 1` };
      return transact(async (own) => {
        await own.execute(fragment`select pg_advisory_xact_lock(${claimLock})`);
        return own
          .update(exchangeAccounts)
          .set(claimed)
          .where(free)
          .returning({ ...claimColumns, isTakenOver });
      });
    },
    listExcess(workerId, lease) {
      const beyond = fragment`(${exchangeAccounts.organizationId}, ${exchangeAccounts.id}) in (
        (select a.organization_id, a.id from exchange_accounts a where a.owner_worker_id = ${workerId}::uuid and not ${isNeeded})
        union all (select a.organization_id, a.id from exchange_accounts a where a.owner_worker_id = ${workerId}::uuid and ${isNeeded}
        order by a.id offset (select share from ${shareOf(workerId, lease)})))`;
      return sql.select(claimColumns).from(exchangeAccounts).where(beyond).execute();
    },
    listClaims(workerId) {
      return sql.select(claimColumns).from(exchangeAccounts).where(eq(exchangeAccounts.ownerWorkerId, workerId)).execute();
    },
    countBots() {
      return sql
        .select({ state: bots.state, cause: causeOfStop, count: count() })
        .from(bots)
        .where(isNull(bots.deletedAt))
        .groupBy(bots.state, causeOfStop)
        .execute();
    },
    async countOwned() {
      const rows = await sql
        .select({ name: workers.name, owned: count() })
        .from(workers)
        .innerJoin(exchangeAccounts, eq(exchangeAccounts.ownerWorkerId, workers.id))
        .groupBy(workers.name)
        .orderBy(asc(workers.name));
      return Object.fromEntries(rows.map(({ name, owned }) => [name, owned]));
    },
    async listRightsDue(among, { at, limit }) {
      const runs = fragment`exists (select from bots b where b.organization_id = ${exchangeAccounts.organizationId}
        and b.exchange_account_id = ${exchangeAccounts.id} and b.deleted_at is null and b.state = 'running')`;
      const isDue = or(isNull(exchangeAccounts.rightsDueAt), lte(exchangeAccounts.rightsDueAt, at));
      return sql
        .select(claimColumns)
        .from(exchangeAccounts)
        .where(and(isAmong(among), isDue, runs))
        .limit(limit)
        .execute();
    },
    async listUnmet(among) {
      const isUnmet = fragment`exists (select from bots where bots.organization_id = ${exchangeAccounts.organizationId}
        and bots.exchange_account_id = ${exchangeAccounts.id} and bots.deleted_at is null
        and (${hasNext} or bots.user_id is null and exists (select from virtual_accounts v cross join jsonb_object_keys(v.holds) held(id)
            join hand_orders h on h.organization_id = v.organization_id and h.client_order_id = held.id
            left join order_intents o on o.organization_id = h.organization_id and o.client_order_id = h.client_order_id
            where v.organization_id = bots.organization_id and v.id = bots.sub_account_id and h.bot_id = bots.id
              and (o.state is null or (o.rank < 3 and (h.cancel_asked_at is not null or h.is_market))))))`;
      return sql
        .select(claimColumns)
        .from(exchangeAccounts)
        .where(and(isAmong(among), isUnmet))
        .execute();
    },
    async takeAway({ organizationId, exchangeAccountId }, lease) {
      const owner = fragment`exists (select from workers w where w.id = ${exchangeAccounts.ownerWorkerId} and ${lease ? isAlive(lease) : fragment`false`})`;
      const [taken] = await sql
        .update(exchangeAccounts)
        .set({ ownerWorkerId: null, epoch: fragment`${exchangeAccounts.epoch} + 1` })
        .where(and(eq(exchangeAccounts.organizationId, organizationId), eq(exchangeAccounts.id, exchangeAccountId), fragment`not ${owner}`))
        .returning({ epoch: exchangeAccounts.epoch });
      return taken?.epoch ?? null;
    },
    async release(workerId, { organizationId, exchangeAccountId }: Pick<Claim, 'organizationId' | 'exchangeAccountId'>) {
      const own = and(eq(exchangeAccounts.id, exchangeAccountId), eq(exchangeAccounts.ownerWorkerId, workerId));
      await sql
        .update(exchangeAccounts)
        .set({ ownerWorkerId: null })
        .where(and(eq(exchangeAccounts.organizationId, organizationId), own));
    },
    async leave(workerId) {
      await sql.update(exchangeAccounts).set({ ownerWorkerId: null }).where(eq(exchangeAccounts.ownerWorkerId, workerId));
      await sql.delete(workers).where(eq(workers.id, workerId));
    },
    async removeDead(olderThanMs) {
      const isDead = fragment`${workers.heartbeatAt} < now() - ${olderThanMs}::float8 * interval '1 millisecond'`;
      return (await sql.delete(workers).where(isDead).returning({ id: workers.id })).length;
    },
  };
}
