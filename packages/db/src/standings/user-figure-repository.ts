import type { ActivityScale } from '@tenbin/accounts';
import type { TenantContext } from '../database/tenant-context.ts';
import { shortest } from '../schema/columns.ts';
import { monthOfMoment, monthVolume } from './kept-volume.ts';
import type { UserFigures } from './user-figures.ts';

/** Who came is counted by the day already; who is paid and who runs bots is counted from an index of those alone. */
const totals = `
  select coalesce(sum(d.came), 0)::int, coalesce(sum(d.verified), 0)::int,
    (select count(*) from user_standings s where s.organization_id = $1 and s.paid_until > $2::timestamptz)::int,
    (select count(*) from user_standings s where s.organization_id = $1 and s.running_count > 0)::int,
    coalesce(sum(d.came) filter (where d.day >= $3::date), 0)::int
  from user_days d where d.organization_id = $1`;
const active = `select users from activity_counts where organization_id = $1 and scale = $2 and at = $3::date`;

/**
 * From the days on which users came, added up. Only a subscription's last span of payment is known; it began with the
 * subscription, and ended with it or when its payment was missed for good. Most have no end: all of those are counted off
 * in an index, span by span, and the few of them that do not count as they stand are taken off again.
 */
const history = `
  with spans as (
    select start at time zone 'UTC' as at, case when row_number() over () = 1 then '-infinity' else start end as since,
      coalesce(lead(start) over (), 'infinity') as until
    from unnest($2::timestamptz[]) start
  ), gone as materialized (
    select u.id from users u where u.organization_id = $1 and u.deleted_at is not null
  ), ending as materialized (
    select p.id from user_plans p where p.organization_id = $1 and p.expiration_date is not null
  ), endless as (
    select spans.at::date as began, null::date as ended, (
      select count(*) from subscriptions s
      where s.organization_id = $1 and s.state = 'active' and s.expires_at is null
        and s.started_at >= spans.since and s.started_at < spans.until and s.started_at <= $4::timestamptz) as users
    from spans where not $3
    union all select (s.started_at at time zone 'UTC')::date, null, -1 from gone join subscriptions s on s.user_id = gone.id
    where s.organization_id = $1 and not $3 and s.started_at <= $4::timestamptz and s.state = 'active' and s.expires_at is null
    union all select (s.started_at at time zone 'UTC')::date, null, -1 from ending join subscriptions s on s.plan_id = ending.id
    where s.organization_id = $1 and not $3 and s.started_at <= $4::timestamptz and s.state = 'active' and s.expires_at is null
      and not s.user_id in (select id from gone)
  ), others as (
    select s.started_at, s.state, s.status, s.expires_at, s.plan_id, s.user_id from subscriptions s
    where s.organization_id = $1 and (s.state not in ('active', 'approvalPending') or s.expires_at is not null)
    union all select s.started_at, s.state, s.status, s.expires_at, s.plan_id, s.user_id from subscriptions s
    where s.organization_id = $1 and s.state = 'active' and s.expires_at is null and s.plan_id in (select id from ending)
  ), paid as (
    select began, ended, users from endless
    union all select began, case when ended <= $4::timestamptz then (ended at time zone 'UTC')::date end, count(*) from (
      select (s.started_at at time zone 'UTC')::date as began, least(
        case s.state
          when 'cancelled' then (s.status ->> 'at')::timestamptz when 'expired' then (s.status ->> 'at')::timestamptz
          when 'suspended' then (s.status ->> 'since')::timestamptz when 'paymentFailed' then (s.status ->> 'graceUntil')::timestamptz end,
        s.expires_at, p.expiration_date) as ended
      from others s join user_plans p on p.organization_id = $1 and p.id = s.plan_id
      where not $3 and s.started_at <= $4::timestamptz and s.state <> 'approvalPending' and not s.user_id in (select id from gone)
      -- So that each end is read once.
      offset 0
    ) own
    group by 1, 2
  ), changes as (
    select day::timestamp as at, came as "all", verified, 0 as paid from user_days where organization_id = $1
    union all select began::timestamp, 0, 0, users from paid
    union all select ended::timestamp, 0, 0, -users from paid where ended is not null
  ), sums as (
    select greatest(date_trunc($5, c.at), (select min(at) from spans)) as at,
      sum(c."all") as "all", sum(c.verified) as verified, sum(c.paid) as paid
    from changes c group by 1
  )
  select to_char(spans.at, 'YYYY-MM-DD'), coalesce(sum(s."all") over sofar, 0)::int, coalesce(sum(s.verified) over sofar, 0)::int,
    coalesce(sum(s.paid) over sofar, 0)::int, coalesce(a.users, 0)
  from spans left join sums s on s.at = spans.at
    left join activity_counts a on a.organization_id = $1 and a.scale = $5 and a.at = spans.at::date
  window sofar as (order by spans.at) order by spans.at`;

export function userFigureRepository({ organizationId, run }: TenantContext): UserFigures {
  const read = async <Row extends unknown[]>(text: string, values: readonly unknown[]) =>
    (await run(text, [organizationId, ...values], 'array')) as Row[];
  return {
    async totals({ now, isFree, since }) {
      const moments = [now.toISOString(), since.toISOString().slice(0, 10)];
      const [[all, verified, paid, running, added] = [0, 0, 0, 0, 0]] = await read<[number, number, number, number, number]>(
        totals,
        moments,
      );
      return { all, verified, paid: isFree ? all : paid, running, added };
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
