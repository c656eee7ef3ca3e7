import { mailPauseMs, mailsForgottenAt, mailsThatCount } from '@tenbin/accounts';
import { eq, inArray, lte } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import { mailRecipients } from '../schema/platform.ts';
import type { MailRecipients } from './mail-recipients.ts';

export function mailRecipientRepository(sql: Sql, transact: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>): MailRecipients {
  return {
    take: (keyHash, at, { rule, turnId } = {}) =>
      transact(async (own) => {
        await own.insert(mailRecipients).values({ keyHash, sentAt: [], lastAt: at }).onConflictDoNothing();
        const isThis = eq(mailRecipients.keyHash, keyHash);
        const [row] = await own.select().from(mailRecipients).where(isThis).for('update');
        const now = at.getTime();
        if (turnId !== undefined && row?.lastTurn === turnId) return { isTaken: true, nextInMs: mailPauseMs(row.sentAt, now, rule) };
        const pause = mailPauseMs(row?.sentAt ?? [], now, rule);
        if (pause > 0) return { isTaken: false, nextInMs: pause };
        const sentAt = [...mailsThatCount(row?.sentAt ?? [], now, rule), now];
        await own
          .update(mailRecipients)
          .set({ sentAt, lastAt: at, lastTurn: turnId ?? null })
          .where(isThis);
        return { isTaken: true, nextInMs: mailPauseMs(sentAt, now, rule) };
      }),
    async forget(keyHashes) {
      await sql.delete(mailRecipients).where(inArray(mailRecipients.keyHash, [...keyHashes]));
    },
    async removeForgotten(at) {
      const before = lte(mailRecipients.lastAt, mailsForgottenAt(at));
      return (await sql.delete(mailRecipients).where(before).returning({ keyHash: mailRecipients.keyHash })).length;
    },
  };
}
