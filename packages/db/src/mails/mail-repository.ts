import { and, desc, eq, lt, ne } from 'drizzle-orm';
import { liftBounce, noteBounce } from '../broadcasts/note-bounce.ts';
import type { Sql } from '../database/drizzle-database.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { newId } from '../ids.ts';
import { mails } from '../schema/platform.ts';
import type { MailKey, MailQueue, Mails } from './mails.ts';

export function mailRepository({ organizationId, transaction }: TenantContext): Mails {
  return {
    put({ at, ...mail }) {
      return transaction(async ({ sql, run, putMailJob }) => {
        const row = { organizationId, id: newId(), ...mail, status: 'waiting' as const, attempts: 0, createdAt: at };
        const [put] = await sql.insert(mails).values(row).returning();
        if (!put) throw new Error('An insert returned no row');
        await putMailJob(run, { organizationId, mailId: put.id });
        return put;
      });
    },
  };
}

export function mailQueueRepository(sql: Sql): MailQueue {
  const one = ({ organizationId, id }: MailKey) => and(eq(mails.organizationId, organizationId), eq(mails.id, id));
  return {
    async begin(mail, attempt) {
      const isNext = and(one(mail), eq(mails.status, 'waiting'), lt(mails.attempts, attempt));
      return (await sql.update(mails).set({ attempts: attempt }).where(isNext).returning())[0] ?? null;
    },
    async markSent(mail, at) {
      const sent = { status: 'sent', sentAt: at, lastError: null } as const;
      for (const { to } of await sql.update(mails).set(sent).where(one(mail)).returning({ to: mails.to }))
        await liftBounce(sql, { ...mail, to });
    },
    async markFailed(mail, { error, status, bounce }) {
      const failed = await sql
        .update(mails)
        .set({ status, lastError: error.slice(0, 1000) })
        .where(and(one(mail), eq(mails.status, 'waiting')))
        .returning({ to: mails.to });
      if (bounce) for (const { to } of failed) await noteBounce(sql, { ...mail, to }, bounce);
    },
    async removeDone(before) {
      const done = and(ne(mails.status, 'waiting'), lt(mails.createdAt, before));
      return (await sql.delete(mails).where(done).returning({ id: mails.id })).length;
    },
    listNewest(limit) {
      return sql.select().from(mails).orderBy(desc(mails.createdAt), desc(mails.id)).limit(limit).execute();
    },
  };
}
