import { foldKeyOf, type TimelineEntry } from '@tenbin/bots';
import { and, count, desc, eq, sql as fragment, getTableColumns, gte, lte, or, type SQL } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { newId } from '../ids.ts';
import { timelineEntries } from '../schema/trading.ts';
import type { Timeline, TimelineSearch } from './timeline.ts';

const { organizationId: _organization, number: _number, foldKey: _key, ...columns } = getTableColumns(timelineEntries);

export function timelineRepository(context: TenantContext): Timeline {
  const { organizationId, sql } = context;
  const found = (botId: string, search: TimelineSearch) =>
    and(eq(timelineEntries.organizationId, organizationId), eq(timelineEntries.botId, botId), ...searched(search));
  return {
    append: (botId, entry) => appendToTimeline(context, botId, entry),
    list(botId, { offset, limit, ...search }) {
      return sql
        .select(columns)
        .from(timelineEntries)
        .where(found(botId, search))
        .orderBy(desc(timelineEntries.number))
        .offset(offset)
        .limit(limit)
        .execute();
    },
    async count(botId, search) {
      const [row] = await sql.select({ count: count() }).from(timelineEntries).where(found(botId, search));
      return row?.count ?? 0;
    },
  };
}

function searched({ kind, pair, text, also = [], start, end }: TimelineSearch): (SQL | undefined)[] {
  const { kind: kindColumn, facts, at, lastAt } = timelineEntries;
  const words = text?.trim() ?? '';
  const likely = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  return [
    kind === undefined ? undefined : fragment`${kindColumn} = ${kind}`,
    pair === undefined ? undefined : fragment`(${facts} ->> 'pair' = ${pair} or ${facts} -> 'pairs' ? ${pair})`,
    words === '' ? undefined : or(holds(fragment`value ilike ${likely}`), also.length > 0 ? hasOneOf(also) : undefined),
    start && gte(lastAt, start),
    end && lte(at, end),
  ];
}

const holds = (condition: SQL): SQL =>
  fragment`exists (select from jsonb_each_text(${timelineEntries.facts}) as fact(name, value) where ${condition})`;

function hasOneOf(names: readonly string[]): SQL | undefined {
  const list = fragment.join(
    names.map((name) => fragment`${name}`),
    fragment`, `,
  );
  return or(
    fragment`${timelineEntries.kind} in (${list})`,
    holds(fragment`name in ('side', 'because', 'reason', 'code') and value in (${list})`),
  );
}

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

/** One statement: folds the entry, or adds it. */
export async function appendToTimeline({ organizationId, run }: TenantContext, botId: string, entry: TimelineEntry): Promise<void> {
  const { kind, facts, at } = entry;
  await run(fold, [organizationId, newId(), botId, kind, JSON.stringify(facts), foldKeyOf(entry), at.toISOString()], 'array');
}
