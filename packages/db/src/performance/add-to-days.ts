import { type Activity, addActivity, type DayEntry, type PerformanceStart } from '@tenbin/strategy';
import type { TenantContext } from '../database/tenant-context.ts';

const read = `
  select d.since::text, d.day, d.activity from bot_days d
  join jsonb_to_recordset($3::jsonb) as given(since timestamptz, day text) on d.since = given.since and d.day = given.day
  where d.organization_id = $1 and d.bot_id = $2`;

const write = `
  insert into bot_days as stored (organization_id, bot_id, since, start, day, activity, ended_at, usd)
  select $1, $2, since, start, day, activity, "endedAt", usd
  from jsonb_to_recordset($3::jsonb) as given(since timestamptz, start jsonb, day text, activity jsonb, "endedAt" timestamptz, usd jsonb)
  on conflict (organization_id, bot_id, since, day) do update set
    activity = excluded.activity, ended_at = coalesce(excluded.ended_at, stored.ended_at), usd = coalesce(excluded.usd, stored.usd)`;

/** Adds to what is written of a bot's days; the prices are those of the latest look. The bot must be locked. */
export async function addToDays({ organizationId, run }: TenantContext, botId: string, entries: readonly DayEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = new Map<string, { since: Date; start: PerformanceStart; day: string; activity: Activity; endedAt?: Date; usd?: object }>();
  for (const { since, start, day, activity, ending } of entries) {
    const key = keyOf(since, day);
    const row = rows.get(key);
    rows.set(key, {
      ...row,
      since,
      start,
      day,
      activity: row ? addActivity(row.activity, activity) : activity,
      ...(ending && { endedAt: ending.at, usd: ending.usd }),
    });
  }
  const known = (await run(read, [organizationId, botId, JSON.stringify([...rows.values()])], 'array')) as [string, string, Activity][];
  for (const [since, day, activity] of known) {
    const key = keyOf(new Date(since), day);
    const row = rows.get(key);
    if (row) rows.set(key, { ...row, activity: addActivity(activity, row.activity) });
  }
  await run(write, [organizationId, botId, JSON.stringify([...rows.values()])], 'array');
}

const keyOf = (since: Date, day: string): string => `${since.getTime()} ${day}`;
