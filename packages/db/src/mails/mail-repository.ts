import type { MailRecordStatus } from '@tenbin/accounts';
import { and, desc, eq, exists, lt, ne, type SQL } from 'drizzle-orm';
import { liftBounce, noteBounce } from '../broadcasts/note-bounce.ts';
import type { Sql } from '../database/sql.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { mailRecords, mails } from '../schema/platform.ts';
import type { MailKey, MailQueue, Mails } from './mails.ts';

export function mailRepository({ organizationId, clock, sql, transaction }: TenantContext): Mails {
  return {
    put({ at, about, id = clock.newId(), ...mail }) {
      return transaction(async (inside) => {
        const { sql } = inside;
        const row = { organizationId, id, ...mail, status: 'waiting' as const, attempts: 0, createdAt: at };
        const [put] = await sql.insert(mails).values(row).returning();
        if (!put) throw new Error('An insert returned no row');
        if (about) await sql.insert(mailRecords).values({ organizationId, id: put.id, ...about, status: 'waiting', at });
        await inside.putMailJob(inside, { organizationId, mailId: put.id });
        return put;
      });
    },
    async has(id) {
      const isThis = and(eq(mails.organizationId, organizationId), eq(mails.id, id));
      return (await sql.select({ id: mails.id }).from(mails).where(isThis)).length > 0;
    },
  };
}

export function mailQueueRepository(sql: Sql): MailQueue {
  const one = ({ organizationId, id }: MailKey) => and(eq(mails.organizationId, organizationId), eq(mails.id, id));
  /** Before the mail itself: whoever ends in between leaves one that is sent, or given up, once more. */
  const record = ({ organizationId, id }: MailKey, status: MailRecordStatus, condition?: SQL) =>
    sql
      .update(mailRecords)
      .set({ status })
      .where(and(eq(mailRecords.organizationId, organizationId), eq(mailRecords.id, id), condition));
  return {
    async begin(mail, attempt) {
      const isNext = and(one(mail), eq(mails.status, 'waiting'), lt(mails.attempts, attempt));
      return (await sql.update(mails).set({ attempts: attempt }).where(isNext).returning())[0] ?? null;
    },
    async markSent(mail, at) {
      const sent = { status: 'sent', sentAt: at, lastError: null } as const;
      await record(mail, 'sent');
      for (const { to } of await sql.update(mails).set(sent).where(one(mail)).returning({ to: mails.to }))
        await liftBounce(sql, { ...mail, to });
    },
    async markFailed(mail, { error, status, bounce }) {
      const isWaiting = and(one(mail), eq(mails.status, 'waiting'));
      if (status !== 'waiting')
        await record(mail, bounce ? 'bounced' : status, exists(sql.select({ id: mails.id }).from(mails).where(isWaiting)));
      const failed = await sql
        .update(mails)
        .set({ status, lastError: error.slice(0, 1000) })
        .where(isWaiting)
        .returning({ to: mails.to });
      if (bounce) for (const { to } of failed) await noteBounce(sql, { ...mail, to }, bounce);
    },
    async removeDone(before) {
      const done = and(ne(mails.status, 'waiting'), lt(mails.createdAt, before));
      return (await sql.delete(mails).where(done).returning({ id: mails.id })).length;
    },
    async removeRecords(before) {
      return (await sql.delete(mailRecords).where(lt(mailRecords.at, before)).returning({ id: mailRecords.id })).length;
    },
    listNewest(limit) {
      return sql.select().from(mails).orderBy(desc(mails.createdAt), desc(mails.id)).limit(limit).execute();
    },
  };
}
