import { and, desc, eq, sql as fragment, lt, ne } from 'drizzle-orm';
import type { Sql } from '../database/drizzle-database.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { newId } from '../ids.ts';
import { mails } from '../schema/platform.ts';
import type { Mail, MailQueue, Mails } from './mails.ts';

export function mailRepository({ organizationId, sql }: TenantContext): Mails {
  return {
    async put({ at, ...mail }) {
      const row = { organizationId, id: newId(), ...mail, status: 'waiting' as const, attempts: 0, createdAt: at, nextAttemptAt: at };
      const [put] = await sql.insert(mails).values(row).returning();
      if (!put) throw new Error('An insert returned no row');
      return put;
    },
  };
}

export function mailQueueRepository(sql: Sql): MailQueue {
  const one = ({ organizationId, id }: Pick<Mail, 'organizationId' | 'id'>) =>
    and(eq(mails.organizationId, organizationId), eq(mails.id, id));
  return {
    async take({ at, limit, holdMs }) {
      const due = fragment`(${mails.organizationId}, ${mails.id}) in (
        select organization_id, id from mails where status = 'waiting' and next_attempt_at <= ${at.toISOString()}::timestamptz
        order by next_attempt_at limit ${limit}::int for update skip locked)`;
      const taken = { attempts: fragment`${mails.attempts} + 1`, nextAttemptAt: new Date(at.getTime() + holdMs) };
      return sql.update(mails).set(taken).where(due).returning();
    },
    async markSent(mail, at) {
      await sql.update(mails).set({ status: 'sent', sentAt: at, nextAttemptAt: null, lastError: null }).where(one(mail));
    },
    async markFailed(mail, { error, retryAt }) {
      const status = retryAt ? ('waiting' as const) : ('failed' as const);
      await sql
        .update(mails)
        .set({ status, lastError: error.slice(0, 1000), nextAttemptAt: retryAt })
        .where(one(mail));
    },
    async removeDone(before) {
      await sql.delete(mails).where(and(ne(mails.status, 'waiting'), lt(mails.createdAt, before)));
    },
    listNewest(limit) {
      return sql.select().from(mails).orderBy(desc(mails.createdAt), desc(mails.id)).limit(limit).execute();
    },
  };
}
