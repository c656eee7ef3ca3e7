import { foldKeyOf, isReplacement, type TimelineEntry } from '@tenbin/bots';
import type { TenantContext } from '../database/tenant-context.ts';

/** A line of the page is read whole: what comes after so many entries begins another, but for what was stored together. */
const maxOnLine = 100;

/** Entries in their order. Those that `follow` go on the newest line, where that only replaces orders too. */
const add = `
  with newest as (
    select case when (kind = 'placed' or (kind = 'cancelled' and facts ->> 'because' = 'repriced')) and place + 1 < ${maxOnLine}
      then place + 1 else 0 end as places
    from timeline_entries where organization_id = $1 and bot_id = $2 order by number desc limit 1
  )
  insert into timeline_entries (organization_id, id, bot_id, kind, facts, at, last_at, count, place)
  select $1, id, $2, kind, facts, at, at, 1, place + case when follows then coalesce((select places from newest), 0) else 0 end
  from jsonb_to_recordset($3::jsonb) as given(id uuid, kind text, facts jsonb, at timestamptz, place integer, follows boolean)`;

/** The newest entry with this key that is newer than the newest without one. */
const fold = `
  with latest as (
    select id from timeline_entries
    where organization_id = $1 and bot_id = $3 and fold_key = $6 and number > coalesce((
      select number from timeline_entries where organization_id = $1 and bot_id = $3 and fold_key is null order by number desc limit 1), 0)
    order by number desc limit 1
  ), folded as (
    update timeline_entries set count = count + 1, last_at = $7, facts = $5
    where organization_id = $1 and id = (select id from latest) returning 1
  )
  insert into timeline_entries (organization_id, id, bot_id, kind, facts, fold_key, at, last_at, count)
  select $1, $2, $3, $4, $5::jsonb, $6, $7::timestamptz, $7::timestamptz, 1 where not exists (select from folded)`;

/** Adds the entries, folding those that repeat the line before. What stands between two that may fold is one statement. */
export async function appendToTimeline(tx: TenantContext, botId: string, entries: readonly TimelineEntry[]): Promise<void> {
  const written: Promise<unknown>[] = [];
  let lines: TimelineEntry[] = [];
  const addLines = () => {
    if (lines.length > 0) written.push(addAll(tx, botId, lines));
    lines = [];
  };
  for (const entry of entries) {
    const key = foldKeyOf(entry);
    if (key === null) lines.push(entry);
    else {
      addLines();
      written.push(foldOne(tx, botId, { entry, key }));
    }
  }
  addLines();
  await Promise.all(written);
}

function addAll({ organizationId, run, clock }: TenantContext, botId: string, entries: readonly TimelineEntry[]): Promise<unknown[]> {
  let place = -1;
  let follows = true;
  let first = true;
  const rows = entries.map((entry) => {
    const { kind, facts, at } = entry;
    const replaces = isReplacement(entry);
    place = replaces ? place + 1 : -1;
    if (place === maxOnLine) place = 0;
    follows = follows && replaces && (place > 0 || first);
    first = false;
    return { id: clock.newId(), kind, facts, at, place: Math.max(0, place), follows };
  });
  return run(add, [organizationId, botId, JSON.stringify(rows)], 'array');
}

function foldOne(
  { organizationId, run, clock }: TenantContext,
  botId: string,
  { entry, key }: { readonly entry: TimelineEntry; readonly key: string },
): Promise<unknown[]> {
  const { kind, facts, at } = entry;
  return run(fold, [organizationId, clock.newId(), botId, kind, JSON.stringify(facts), key, at.toISOString()], 'array');
}
