import { type LeftOutReason, leftOutReasons } from '@tenbin/accounts';
import { and, asc, count, desc, eq, exists, sql as fragment, getTableColumns, inArray, lt, lte, min, type SQL } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { broadcastRecipients, broadcasts } from '../schema/broadcasts.ts';
import { mailRecords } from '../schema/platform.ts';
import { users } from '../schema/users.ts';
import { audiencePredicate, leftOutReason } from './audience.ts';
import type { BroadcastQueue, BroadcastResults, Broadcasts } from './broadcasts.ts';
import { noteBounce } from './note-bounce.ts';

const { organizationId: _organization, ...columns } = getTableColumns(broadcasts);
const recipients = broadcastRecipients;

/** In one statement: it is done for each mail of a broadcast. The kind is as the catalogue of mails calls it. */
const markingSent = `
  with marked as (
    update broadcast_recipients set status = 'sent', sent_at = $4, reason = null
    where organization_id = $1 and broadcast_id = $2 and user_id = $3 and status = 'waiting' returning mail_id
  ), noted as (
    insert into mail_records (organization_id, id, recipient_id, kind, status, at)
    select b.organization_id, m.mail_id, $3, b.kind || 'Broadcast', 'sent', $4
    from marked m join broadcasts b on b.organization_id = $1 and b.id = $2
    on conflict do nothing
  )
  select state = 'sending' from broadcasts where organization_id = $1 and id = $2`;

export function broadcastRepository(context: TenantContext): Broadcasts {
  const { organizationId, sql, run, clock, transaction } = context;
  const isThis = (id: string, condition?: SQL) => and(eq(broadcasts.organizationId, organizationId), eq(broadcasts.id, id), condition);
  const ofThis = (id: string, condition?: SQL) =>
    and(eq(recipients.organizationId, organizationId), eq(recipients.broadcastId, id), condition);
  const isWaiting = (id: string, userId: string) => ofThis(id, and(eq(recipients.userId, userId), eq(recipients.status, 'waiting')));

  async function counted(within: Sql, id: string): Promise<BroadcastResults> {
    const rows = await within
      .select({ status: recipients.status, reason: recipients.reason, count: count() })
      .from(recipients)
      .where(ofThis(id))
      .groupBy(recipients.status, recipients.reason)
      .orderBy(desc(count()), asc(recipients.reason));
    const sum = (status: string) => rows.filter((row) => row.status === status).reduce((all, row) => all + row.count, 0);
    return {
      sent: sum('sent'),
      waiting: sum('waiting'),
      failed: rows.flatMap((row) => (row.status === 'failed' ? [{ reason: row.reason ?? '', count: row.count }] : [])),
      leftOut: byReason(rows.filter(({ status }) => status === 'leftOut')),
    };
  }

  return {
    async create({ at, sendAt, ...given }) {
      const row = { organizationId, id: clock.newId(), ...given, state: 'scheduled' as const, createdAt: at, sendAt, nextAt: sendAt };
      const [made] = await sql.insert(broadcasts).values(row).returning(columns);
      if (!made) throw new Error('An insert returned no row');
      return made;
    },
    async find(id) {
      return (await sql.select(columns).from(broadcasts).where(isThis(id)))[0] ?? null;
    },
    list({ offset, limit }) {
      return sql
        .select(columns)
        .from(broadcasts)
        .where(eq(broadcasts.organizationId, organizationId))
        .orderBy(desc(broadcasts.id))
        .offset(offset)
        .limit(limit)
        .execute();
    },
    async countAudience(audience, kind, now) {
      const reason = leftOutReason(sql, kind);
      const rows = await sql
        .select({ reason, count: count() })
        .from(users)
        .where(await audiencePredicate(sql, organizationId, audience, now))
        .groupBy(fragment`1`);
      return { mailed: rows.find((row) => row.reason === null)?.count ?? 0, leftOut: byReason(rows) };
    },
    async results({ id, results }) {
      return results ?? counted(sql, id);
    },
    cancel(id, at) {
      return transaction(async ({ sql: own }) => {
        const ends = inArray(broadcasts.state, ['scheduled', 'sending', 'paused']);
        const [cancelled] = await own
          .update(broadcasts)
          .set({ state: 'cancelled', endedAt: at, results: await counted(own, id) })
          .where(isThis(id, ends))
          .returning(columns);
        return cancelled ?? null;
      });
    },
    async resume(id, at) {
      const state = fragment<'sending'>`case when ${broadcasts.startedAt} is null then 'scheduled' else 'sending' end`;
      const anew = { state, nextAt: at, tried: 0, refused: 0, failures: 0, lastError: null };
      const [resumed] = await sql
        .update(broadcasts)
        .set(anew)
        .where(isThis(id, eq(broadcasts.state, 'paused')))
        .returning(columns);
      return resumed ?? null;
    },
    start(id, at) {
      return transaction(async ({ sql: own }) => {
        const [begun] = await own
          .update(broadcasts)
          .set({ state: 'sending', startedAt: at, nextAt: at })
          .where(isThis(id, and(eq(broadcasts.state, 'scheduled'), lte(broadcasts.nextAt, at))))
          .returning(columns);
        if (!begun) return null;
        const reason = leftOutReason(own, begun.kind);
        const frozen = own
          .select({
            organizationId: users.organizationId,
            broadcastId: fragment<string>`${id}::uuid`.as('broadcast_id'),
            userId: users.id,
            mailId: fragment<string>`gen_random_uuid()`.as('mail_id'),
            status: fragment<'waiting'>`case when ${reason} is null then 'waiting' else 'leftOut' end`.as('status'),
            reason: fragment<string | null>`${reason}`.as('reason'),
            attempts: fragment<number>`0`.as('attempts'),
            putOffSince: fragment<Date | null>`null::timestamptz`.as('put_off_since'),
            nextAt: fragment<Date>`${at.toISOString()}::timestamptz`.as('next_at'),
            sentAt: fragment<Date | null>`null::timestamptz`.as('sent_at'),
          })
          .from(users)
          .where(await audiencePredicate(own, organizationId, begun.audience, at));
        await own.insert(recipients).select(frozen);
        const { waiting } = await counted(own, id);
        const [started] = await own.update(broadcasts).set({ recipients: waiting }).where(isThis(id)).returning(columns);
        return started ?? null;
      });
    },
    async take(id, { at, leaseMs, limit }) {
      const isSent = sql
        .select({ one: fragment`1` })
        .from(broadcasts)
        .where(isThis(id, eq(broadcasts.state, 'sending')));
      // By a name of its own it is looked up once; within the condition it might be for each row, and take too many.
      const due = sql.$with('due').as(
        sql
          .select({ userId: recipients.userId })
          .from(recipients)
          .where(ofThis(id, and(eq(recipients.status, 'waiting'), lte(recipients.nextAt, at), exists(isSent))))
          .orderBy(recipients.nextAt, recipients.userId)
          .limit(limit)
          .for('update', { skipLocked: true }),
      );
      const leaseEnd = new Date(at.getTime() + leaseMs);
      const taken = await sql
        .with(due)
        .update(recipients)
        .set({ attempts: fragment`${recipients.attempts} + 1`, nextAt: leaseEnd })
        .where(ofThis(id, inArray(recipients.userId, sql.select({ userId: due.userId }).from(due))))
        .returning({
          userId: recipients.userId,
          mailId: recipients.mailId,
          attempts: recipients.attempts,
          putOffSince: recipients.putOffSince,
        });
      if (taken.length === 0) return [];
      const [broadcast] = await sql.select({ kind: broadcasts.kind }).from(broadcasts).where(isThis(id));
      const ids = taken.map(({ userId }) => userId);
      const readers = await sql
        .select({ userId: users.id, email: users.email, language: users.language, leftOut: leftOutReason(sql, broadcast?.kind ?? 'news') })
        .from(users)
        .where(and(eq(users.organizationId, organizationId), inArray(users.id, ids)));
      const byId = new Map(taken.map((one) => [one.userId, one]));
      return readers.flatMap((reader) => {
        const one = byId.get(reader.userId);
        return one ? [{ ...one, ...reader, leaseEnd }] : [];
      });
    },
    async markSent(id, userId, at) {
      const [[goesOn] = [false]] = (await run(markingSent, [organizationId, id, userId, at.toISOString()], 'array')) as [boolean][];
      return goesOn;
    },
    markFailed(id, { userId, leaseEnd, email: to }, { reason, at, nextAt, putOffSince, bounced }) {
      return transaction(async ({ sql: own }) => {
        const said = reason.slice(0, 100);
        const set = nextAt === null ? { status: 'failed' as const, reason: said } : { nextAt, putOffSince, reason: said };
        const [given] = await own
          .update(recipients)
          .set(set)
          .where(and(isWaiting(id, userId), eq(recipients.nextAt, leaseEnd)))
          .returning({ mailId: recipients.mailId });
        const [broadcast] = nextAt === null && given ? await own.select({ kind: broadcasts.kind }).from(broadcasts).where(isThis(id)) : [];
        if (given && broadcast) {
          const record = { id: given.mailId, recipientId: userId, kind: `${broadcast.kind}Broadcast`, at };
          await own
            .insert(mailRecords)
            .values({ organizationId, ...record, status: bounced ? 'bounced' : 'failed' })
            .onConflictDoNothing();
        }
        if (bounced) await noteBounce(own, { organizationId, to }, { reason: said, at });
      });
    },
    async leaveOut(id, userId, reason) {
      await sql.update(recipients).set({ status: 'leftOut', reason }).where(isWaiting(id, userId));
    },
    async giveBack(id, untried, at) {
      const [first] = untried;
      if (!first) return;
      const ids = untried.map(({ userId }) => userId);
      const isTheirs = and(inArray(recipients.userId, ids), eq(recipients.status, 'waiting'), eq(recipients.nextAt, first.leaseEnd));
      await sql
        .update(recipients)
        .set({ attempts: fragment`${recipients.attempts} - 1`, nextAt: at })
        .where(ofThis(id, isTheirs));
    },
    async postpone(id, until) {
      await sql
        .update(broadcasts)
        .set({ nextAt: until })
        .where(isThis(id, inArray(broadcasts.state, ['scheduled', 'sending'])));
    },
    keep(id, { restUntil, ...progress }, at) {
      return transaction(async ({ sql: own }) => {
        const [next] = await own
          .select({ at: min(recipients.nextAt) })
          .from(recipients)
          .where(ofThis(id, eq(recipients.status, 'waiting')));
        const isOver = !next?.at;
        const nextAt = restUntil !== null && next?.at && restUntil > next.at ? restUntil : (next?.at ?? at);
        const set = isOver ? { state: 'sent' as const, endedAt: at, results: await counted(own, id) } : { nextAt };
        const [kept] = await own
          .update(broadcasts)
          .set({ ...progress, ...set })
          .where(isThis(id, eq(broadcasts.state, 'sending')))
          .returning(columns);
        if (kept) return kept;
        // Some were in hand as it was cancelled.
        const late = { results: await counted(own, id) };
        await own
          .update(broadcasts)
          .set(late)
          .where(isThis(id, eq(broadcasts.state, 'cancelled')));
        return null;
      });
    },
  };
}

const byReason = (rows: readonly { readonly reason: string | null; readonly count: number }[]): Record<LeftOutReason, number> =>
  Object.fromEntries(leftOutReasons.map((reason) => [reason, rows.find((row) => row.reason === reason)?.count ?? 0])) as Record<
    LeftOutReason,
    number
  >;

export function broadcastQueueRepository(sql: Sql): BroadcastQueue {
  return {
    listDue(now) {
      return sql
        .selectDistinctOn([broadcasts.organizationId], { organizationId: broadcasts.organizationId, id: broadcasts.id })
        .from(broadcasts)
        .where(and(inArray(broadcasts.state, ['scheduled', 'sending']), lte(broadcasts.nextAt, now)))
        .orderBy(broadcasts.organizationId, broadcasts.nextAt, broadcasts.id)
        .execute();
    },
    async removeRecipients(endedBefore) {
      const ended = sql
        .select({ one: fragment`1` })
        .from(broadcasts)
        .where(
          and(
            eq(broadcasts.organizationId, recipients.organizationId),
            eq(broadcasts.id, recipients.broadcastId),
            lt(broadcasts.endedAt, endedBefore),
          ),
        );
      return (await sql.delete(recipients).where(exists(ended)).returning({ id: recipients.userId })).length;
    },
  };
}
