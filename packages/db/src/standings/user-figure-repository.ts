import type { TenantContext } from '../database/tenant-context.ts';
import { shortest } from '../schema/columns.ts';
import { monthOfMoment, monthVolume } from './month-volume.ts';
import type { ActivityScale, UserFigures } from './user-figures.ts';

const totals = `
  select count(*)::int, (count(*) filter (where s.verified_at is not null))::int,
    (count(*) filter (where $2 or s.paid_until > $3::timestamptz))::int, (count(*) filter (where s.running_count > 0))::int
  from user_standings s where s.organization_id = $1`;
const added = `select count(*)::int from users where organization_id = $1 and deleted_at is null and created_at >= $2::timestamptz`;
const active = `select count(*)::int from user_activity where organization_id = $1 and scale = $2 and at = $3::date`;

/**
 * From what each user's own dates say: how many came in each span, added up. Only a subscription's last span of payment is
 * known; it began with the subscription, and ended with it or when its payment was missed for good.
 */
const history = `
  with spans as (
    select start at time zone 'UTC' as at from unnest($2::timestamptz[]) start
  ), came as (
    select u.created_at as at, 1 as "all", 0 as verified, 0 as paid from users u where u.organization_id = $1 and u.deleted_at is null
    union all
    select u.verified_at, 0, 1, 0 from users u where u.organization_id = $1 and u.deleted_at is null and u.verified_at is not null
    union all
    select span.at, 0, 0, span.sign from subscriptions s
      join user_plans p on p.organization_id = s.organization_id and p.id = s.plan_id
      cross join lateral (values (s.started_at, 1), (least(
        case s.state
          when 'cancelled' then (s.status ->> 'at')::timestamptz when 'expired' then (s.status ->> 'at')::timestamptz
          when 'suspended' then (s.status ->> 'since')::timestamptz when 'paymentFailed' then (s.status ->> 'graceUntil')::timestamptz end,
        s.expires_at, p.expiration_date), -1)) span(at, sign)
    where s.organization_id = $1 and not $3 and s.started_at is not null and s.state <> 'approvalPending'
      and exists (select from user_standings k where k.organization_id = s.organization_id and k.user_id = s.user_id)
      and span.at is not null and span.at <= $4::timestamptz
  ), sums as (
    select greatest(date_trunc($5, c.at at time zone 'UTC'), (select min(at) from spans)) as at,
      sum(c."all") as "all", sum(c.verified) as verified, sum(c.paid) as paid
    from came c group by 1
  ), acted as (
    select at, count(*) as active from user_activity where organization_id = $1 and scale = $5 and at >= (select min(at) from spans)::date
    group by at
  )
  select to_char(spans.at, 'YYYY-MM-DD'), coalesce(sum(s."all") over sofar, 0)::int, coalesce(sum(s.verified) over sofar, 0)::int,
    coalesce(sum(s.paid) over sofar, 0)::int, coalesce(a.active, 0)::int
  from spans left join sums s on s.at = spans.at left join acted a on a.at = spans.at::date
  window sofar as (order by spans.at) order by spans.at`;

export function userFigureRepository({ organizationId, run }: TenantContext): UserFigures {
  const read = async <Row extends unknown[]>(text: string, values: readonly unknown[]) =>
    (await run(text, [organizationId, ...values], 'array')) as Row[];
  return {
    async totals({ now, isFree, since }) {
      const [[[all, verified, paid, running] = [0, 0, 0, 0]], [[newcomers] = [0]]] = await Promise.all([
        read<[number, number, number, number]>(totals, [isFree, now.toISOString()]),
        read<[number]>(added, [since.toISOString()]),
      ]);
      return { all, verified, paid, running, added: newcomers };
    },
    async countActive(scale, at) {
      const [[count] = [0]] = await read<[number]>(active, [scale, at]);
      return count;
    },
    async history({ now, isFree, scale, count }) {
      const starts = startsOf(scale, count, now);
      const rows = await read<[string, number, number, number, number]>(history, [
        starts.map((start) => start.toISOString()),
        isFree,
        now.toISOString(),
        scale,
      ]);
      return rows.map(([at, all, verified, paid, acted]) => ({ at, all, verified, paid: isFree ? all : paid, active: acted }));
    },
    async monthVolumes(now) {
      const [last, present] = [monthOfMoment(now, 1), monthOfMoment(now)];
      const [[before, thisMonth] = ['0', '0']] = await read<[string, string]>(
        `select coalesce(sum(${monthVolume(last)}), 0)::text, coalesce(sum(${monthVolume(present)}), 0)::text from bots b
         where b.organization_id = $1 and b.user_id is not null and b.last_record_at >= $2::timestamptz`,
        [last.toISOString()],
      );
      return { last: shortest(before), present: shortest(thisMonth) };
    },
    async countPaymentFailed() {
      const [[count] = [0]] = await read<[number]>(
        `select count(*)::int from subscriptions where organization_id = $1 and state in ('paymentFailed', 'suspended')`,
        [],
      );
      return count;
    },
  };
}

function startsOf(scale: ActivityScale, count: number, now: Date): Date[] {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    if (scale === 'day') return new Date(Date.UTC(year, month, day - back));
    return scale === 'month' ? new Date(Date.UTC(year, month - back, 1)) : new Date(Date.UTC(year - back, 0, 1));
  });
}
