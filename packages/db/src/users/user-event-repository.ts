import { and, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { StoredAuditEntry } from '../audit/audit.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { auditEntries } from '../schema/audit.ts';
import { paymentRecords } from '../schema/payments.ts';
import { mailRecords } from '../schema/platform.ts';
import type { UserEvent, UserEvents } from './user-events.ts';

const { organizationId: _ofPayment, ...paymentColumns } = getTableColumns(paymentRecords);
const { organizationId: _ofMail, ...mailColumns } = getTableColumns(mailRecords);

/**
 * Of each kind no more is read than a page may need: its newest, in the order of an index. Acts as `entriesAbout` has them:
 * what somebody did by the index of actors, and what else names them by that of what is named.
 */
const newest = `
  select kind, id from (
    (select 'act' as kind, 1 as place, id::text, at, null::bigint as number from (
        select id, at, organization_id from audit_entries where actor_id = $2::uuid
        union all
        select id, at, organization_id from audit_about($2::uuid) as naming where actor_id is distinct from $2::uuid
      ) as acts where organization_id = $1::uuid order by acts.id desc limit $3::int + $4::int)
    union all
    (select 'payment', 2, fact_key, at, number from payment_records
      where organization_id = $1::uuid and user_id = $2::uuid order by at desc, number desc limit $3::int + $4::int)
    union all
    (select 'mail', 3, id::text, at, null from mail_records
      where organization_id = $1::uuid and recipient_id = $2::uuid order by at desc, id desc limit $3::int + $4::int)
  ) as events order by at desc, place desc, number desc, id desc offset $3::int limit $4::int`;

export function userEventRepository({ run, sql, organizationId }: TenantContext): UserEvents {
  const actsOf = (ids: readonly string[]) =>
    sql
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.organizationId, organizationId), inArray(auditEntries.id, [...ids])));
  const paymentsOf = (keys: readonly string[]) =>
    sql
      .select(paymentColumns)
      .from(paymentRecords)
      .where(and(eq(paymentRecords.organizationId, organizationId), inArray(paymentRecords.factKey, [...keys])));
  const mailsOf = (ids: readonly string[]) =>
    sql
      .select(mailColumns)
      .from(mailRecords)
      .where(and(eq(mailRecords.organizationId, organizationId), inArray(mailRecords.id, [...ids])));

  return {
    async listOf(userId, { offset, limit }) {
      const places = (await run(newest, [organizationId, userId, offset, limit], 'array')) as [UserEvent['kind'], string][];
      const idsOf = (kind: UserEvent['kind']) => places.flatMap(([one, id]) => (one === kind ? [id] : []));
      const [acts, payments, mails] = [idsOf('act'), idsOf('payment'), idsOf('mail')];
      const found = new Map<string, UserEvent>();
      if (acts.length > 0)
        for (const act of (await actsOf(acts)) as StoredAuditEntry[])
          found.set(`act ${act.id}`, { kind: 'act', id: act.id, at: act.at, act });
      if (payments.length > 0)
        for (const { factKey: id, ...payment } of await paymentsOf(payments))
          found.set(`payment ${id}`, { kind: 'payment', id, at: payment.at, payment });
      if (mails.length > 0)
        for (const mail of await mailsOf(mails)) found.set(`mail ${mail.id}`, { kind: 'mail', id: mail.id, at: mail.at, mail });
      return places.flatMap(([kind, id]) => found.get(`${kind} ${id}`) ?? []);
    },
  };
}
