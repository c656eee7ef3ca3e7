import { and, eq, sql as fragment } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import { mailBounces } from '../schema/broadcasts.ts';
import { users } from '../schema/users.ts';
import { emailKeyOf } from '../users/email-key.ts';

interface Mailed {
  readonly organizationId: string;
  readonly to: string;
}

/** Notes that the mail server refuses an address for good, where a user has it: others are nobody's business. */
export async function noteBounce(sql: Sql, { organizationId, to }: Mailed, { reason, at }: { readonly reason: string; readonly at: Date }) {
  const emailKey = emailKeyOf(to);
  const said = { reason: reason.slice(0, 100), at };
  const known = sql
    .select({
      organizationId: users.organizationId,
      emailKey: users.emailKey,
      reason: fragment<string>`${said.reason}::text`.as('reason'),
      at: fragment<Date>`${at.toISOString()}::timestamptz`.as('at'),
    })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), eq(users.emailKey, emailKey)));
  await sql
    .insert(mailBounces)
    .select(known)
    .onConflictDoUpdate({ target: [mailBounces.organizationId, mailBounces.emailKey], set: said });
}

/** The address takes mails again. */
export async function liftBounce(sql: Sql, { organizationId, to }: Mailed): Promise<void> {
  await sql.delete(mailBounces).where(and(eq(mailBounces.organizationId, organizationId), eq(mailBounces.emailKey, emailKeyOf(to))));
}
