import { type Decimal, isZero } from '@tenbin/market';
import { type Column, sql as fragment, type SQL } from 'drizzle-orm';
import { isId } from '../ids.ts';
import { userStandings } from '../schema/standings.ts';
import { users } from '../schema/users.ts';
import { containing } from '../users/email-key.ts';
import { monthOfMoment, monthVolume, volumeSince } from './kept-volume.ts';
import type { QueryMoment, UserQuery } from './user-query.ts';

const isPaid = ({ now, isFree }: QueryMoment): SQL =>
  isFree ? fragment`true` : fragment`coalesce(${userStandings.paidUntil} > ${now.toISOString()}::timestamptz, false)`;
const at = (moment: Date): SQL => fragment`${moment.toISOString()}::timestamptz`;

/** Whom a filter finds among `user_standings`: the one predicate of a list, its count, its file, and acts and mails to many. */
export function userPredicate(organizationId: string, query: UserQuery, moment: QueryMoment): SQL {
  const s = userStandings;
  const conditions: (SQL | undefined)[] = [
    fragment`${s.organizationId} = ${organizationId}::uuid`,
    ofCondition(query, moment),
    query.email === undefined || query.email === '' ? undefined : fragment`${s.emailKey} like ${containing(query.email)}`,
    query.id === undefined || query.id === '' ? undefined : fragment`${s.userId} = ${userOf(organizationId, query.id, users.uid)}`,
    ofBotStatus(query),
    query.plan === undefined
      ? undefined
      : fragment`${s.seriesId} = (select series_id from user_plans where organization_id = ${organizationId}::uuid and id = ${query.plan}::uuid)`,
    query.periodEndsFrom && fragment`${s.periodEnd} >= ${at(query.periodEndsFrom)}`,
    query.periodEndsBefore && fragment`${s.periodEnd} < ${at(query.periodEndsBefore)}`,
    query.volumeFrom === undefined ? undefined : traded(organizationId, moment.now, query.volumeFrom),
    query.volumeBelow === undefined ? undefined : traded(organizationId, moment.now, query.volumeBelow, false),
    query.limitUsedFrom === undefined ? undefined : among(s.userId, nearLimit(organizationId, query.limitUsedFrom)),
    query.referrer === undefined || query.referrer === ''
      ? undefined
      : fragment`${s.referredBy} = ${userOf(organizationId, query.referrer, users.referralCode)}`,
    query.seenFrom && fragment`${s.lastSeenAt} >= ${at(query.seenFrom)}`,
    query.seenBefore && fragment`(${s.lastSeenAt} is null or ${s.lastSeenAt} < ${at(query.seenBefore)})`,
    whether(fragment`${s.verifiedAt} is not null`, query.isVerified),
    whether(fragment`${s.bannedAt} is not null`, query.isBanned),
    among(
      s.userId,
      fragment`select n.user_id from user_notes n where n.organization_id = ${organizationId}::uuid and n.is_flagged`,
      query.isFlagged ?? null,
    ),
    among(
      s.userId,
      fragment`select m.user_id from subscriptions m where m.organization_id = ${organizationId}::uuid
          and m.state in ('paymentFailed', 'suspended')`,
      query.isPaymentMissing ?? null,
    ),
    among(
      s.emailKey,
      fragment`select x.email_key from mail_bounces x where x.organization_id = ${organizationId}::uuid`,
      query.isBouncing ?? null,
    ),
    query.cameFrom && came(organizationId, fragment`c.created_at >= ${at(query.cameFrom)}`),
    query.cameBefore && came(organizationId, fragment`c.created_at < ${at(query.cameBefore)}`),
  ];
  return fragment.join(
    conditions.filter((one) => one !== undefined),
    fragment` and `,
  );
}

const whether = (condition: SQL, wanted: boolean | undefined): SQL | undefined =>
  wanted === undefined ? undefined : fragment`(${condition}) = ${wanted}`;

/**
 * Whether a value is one of those that a query finds, none of which is null. Those are found once: as an array they are
 * looked up in the list's own index, where a join may walk through all of them for each user of the list; who is none of
 * them is found by their hash.
 */
function among(column: Column, found: SQL, wanted: boolean | null = true): SQL | undefined {
  if (wanted === null) return undefined;
  return wanted ? fragment`${column} = any (array(${found}))` : fragment`not (${column} in (${found}))`;
}

const came = (organizationId: string, when: SQL): SQL =>
  fragment`${userStandings.userId} in (select c.id from users c where c.organization_id = ${organizationId}::uuid and ${when})`;

function ofCondition({ condition = 'all' }: UserQuery, moment: QueryMoment): SQL | undefined {
  switch (condition) {
    case 'all':
      return undefined;
    case 'paid':
      return isPaid(moment);
    case 'unpaid':
      return fragment`not ${isPaid(moment)}`;
    case 'bot-setup-not-completed':
      return fragment`not ${userStandings.isSetUp}`;
    case 'bot-is-running':
      return fragment`${userStandings.runningCount} > 0`;
    case 'bot-is-not-running':
      return fragment`${userStandings.runningCount} = 0`;
    default:
      return condition satisfies never;
  }
}

function ofBotStatus({ botStatus }: UserQuery): SQL | undefined {
  const { botCount, runningCount } = userStandings;
  switch (botStatus) {
    case undefined:
      return undefined;
    case 'has-no-bot':
      return fragment`${botCount} = 0`;
    case 'stopped':
      return fragment`${botCount} > 0 and ${runningCount} = 0`;
    case 'running-someone':
      return fragment`${runningCount} > 0 and ${runningCount} < ${botCount}`;
    case 'running-all':
      return fragment`${runningCount} > 0 and ${runningCount} = ${botCount}`;
    default:
      return botStatus satisfies never;
  }
}

/** Somebody by their id, or by what else names them. */
const userOf = (organizationId: string, given: string, name: Column): SQL =>
  isId(given.trim())
    ? fragment`${given.trim()}::uuid`
    : fragment`(select ${users.id} from ${users} where ${users.organizationId} = ${organizationId}::uuid and ${name} = ${given.trim().toUpperCase()})`;

/**
 * Who traded so much in this month (UTC), or did not; nothing is what everybody did at least. Bots come sorted by their
 * user, so that one sum is kept at a time and not one for each user.
 */
function traded(organizationId: string, now: Date, least: Decimal, wanted = true): SQL | undefined {
  if (isZero(least)) return fragment`${wanted}::boolean`;
  const month = monthOfMoment(now);
  return among(
    userStandings.userId,
    fragment`select t.user_id from (
        select b.user_id, ${fragment.raw(monthVolume(month))} as volume from bots b
        where b.organization_id = ${organizationId}::uuid and b.user_id is not null and b.last_record_at >= ${month.toISOString()}::timestamptz
        order by b.user_id) t
      group by t.user_id having sum(t.volume) >= ${least}::numeric`,
    wanted,
  );
}

/** Who has used so much of their plan's limit, in percent, since their payment period began; a limit of nothing is used up. */
const nearLimit = (organizationId: string, percent: number): SQL => fragment`
  select s.user_id
  from subscriptions s
    join user_plans p on p.organization_id = s.organization_id and p.id = s.plan_id
    join bots b on b.organization_id = s.organization_id and b.user_id = s.user_id and b.last_record_at >= s.period_start
  where s.organization_id = ${organizationId}::uuid and s.state not in ('cancelled', 'expired') and p.trading_limit > 0
  group by s.user_id, p.trading_limit
  having sum(${fragment.raw(volumeSince('s.period_start'))}) >= p.trading_limit * ${percent}::numeric / 100
  union all
  select s.user_id
  from user_plans p join subscriptions s on s.organization_id = p.organization_id and s.plan_id = p.id
  where p.organization_id = ${organizationId}::uuid and s.state not in ('cancelled', 'expired') and p.trading_limit = 0
    and ${percent}::numeric <= 100`;
