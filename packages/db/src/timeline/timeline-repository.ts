import { and, count, desc, eq, sql as fragment, getTableColumns, gte, lte, or, type SQL } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { timelineEntries } from '../schema/trading.ts';
import { appendToTimeline } from './append-to-timeline.ts';
import type { Timeline, TimelineSearch } from './timeline.ts';

const { organizationId: _organization, number: _number, foldKey: _key, ...columns } = getTableColumns(timelineEntries);

export function timelineRepository(context: TenantContext): Timeline {
  const { organizationId, sql } = context;
  const found = (botId: string, search: TimelineSearch) =>
    and(eq(timelineEntries.organizationId, organizationId), eq(timelineEntries.botId, botId), ...searched(search));
  return {
    append: (botId, entry) => appendToTimeline(context, botId, [entry]),
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
