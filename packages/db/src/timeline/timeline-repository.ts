import { and, asc, count, desc, eq, sql as fragment, getTableColumns, gt, gte, lt, lte, or, type SQL } from 'drizzle-orm';
import { tookTooLong } from '../database/database-error.ts';
import { pagesAfter } from '../database/pages-after.ts';
import type { Sql } from '../database/sql.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { timelineEntries } from '../schema/trading.ts';
import { appendToTimeline } from './append-to-timeline.ts';
import type { StoredTimelineEntry, Timeline, TimelineLine, TimelineSearch } from './timeline.ts';

/** A text is looked for in so many entries at most: the embedded database knows no end of a statement that takes long. */
const maxSearched = 10_000;
const statementTimeoutMs = 3_000;

const { organizationId: _organization, number: _number, foldKey: _key, place: _place, ...columns } = getTableColumns(timelineEntries);
const newestFirst = desc(timelineEntries.number);
/** As the index has it: a parameter would not be known to be 0. */
const beginsLine = fragment`${timelineEntries.place} = 0`;

export function timelineRepository(context: TenantContext): Timeline {
  const { organizationId } = context;
  const fitting = (botId: string, search: TimelineSearch) =>
    and(eq(timelineEntries.organizationId, organizationId), eq(timelineEntries.botId, botId), ...narrowing(search));

  /** What is searched for a text: the newest entries that fit, named like their table. */
  const searched = (sql: Sql, botId: string, search: TimelineSearch) =>
    sql.select().from(timelineEntries).where(fitting(botId, search)).orderBy(newestFirst).limit(maxSearched).as('timeline_entries');

  return {
    append: (botId, entry) => appendToTimeline(context, botId, [entry]),
    appendAll: (botId, entries) => appendToTimeline(context, botId, entries),
    list(botId, { offset, limit, ...search }) {
      const text = textOf(search);
      const page = (sql: Sql, from: ReturnType<typeof searched> | typeof timelineEntries, where: SQL | undefined) =>
        sql.select(columns).from(from).where(where).orderBy(newestFirst).offset(offset).limit(limit).execute();
      if (text === '') return page(context.sql, timelineEntries, fitting(botId, search));
      return patiently(context, (sql) => page(sql, searched(sql, botId, search), says(text, search)));
    },
    async lines(botId, { offset, limit }) {
      const { number, place } = timelineEntries;
      const begins = and(fitting(botId, {}), beginsLine);
      const firsts = await context.sql
        .select({ number })
        .from(timelineEntries)
        .where(begins)
        .orderBy(newestFirst)
        .offset(offset)
        .limit(limit);
      const [newest, oldest] = [firsts[0], firsts.at(-1)];
      if (!newest || !oldest) return [];
      const [after] = await context.sql
        .select({ number })
        .from(timelineEntries)
        .where(and(begins, gt(number, newest.number)))
        .orderBy(asc(number))
        .limit(1);
      const entries = await context.sql
        .select({ ...columns, place })
        .from(timelineEntries)
        .where(and(fitting(botId, {}), gte(number, oldest.number), after && lt(number, after.number)))
        .orderBy(newestFirst);
      // Lines that began since their firsts were read are newer than this page.
      return linesOf(entries).slice(-firsts.length);
    },
    async countLines(botId) {
      const [row] = await context.sql
        .select({ count: count() })
        .from(timelineEntries)
        .where(and(fitting(botId, {}), beginsLine));
      return row?.count ?? 0;
    },
    ofBot: (botId, limit = 500) =>
      pagesAfter<StoredTimelineEntry & { readonly number: number }>(limit, (last) =>
        context.sql
          .select({ ...columns, number: timelineEntries.number })
          .from(timelineEntries)
          .where(and(fitting(botId, {}), last && gt(timelineEntries.number, last.number)))
          .orderBy(asc(timelineEntries.number))
          .limit(limit)
          .execute(),
      ),
    async count(botId, search) {
      const text = textOf(search);
      const [row] =
        text === ''
          ? await context.sql.select({ count: count() }).from(timelineEntries).where(fitting(botId, search))
          : await patiently(context, (sql) =>
              sql
                .select({ count: count() })
                .from(searched(sql, botId, search))
                .where(says(text, search))
                .execute(),
            );
      return row?.count ?? 0;
    },
  };
}

/** @param entries - newest first; the oldest of each line is at its first place */
function linesOf(entries: readonly (StoredTimelineEntry & { readonly place: number })[]): TimelineLine[] {
  const lines: TimelineLine[] = [];
  let line: StoredTimelineEntry[] = [];
  for (const { place, ...entry } of entries) {
    line.push(entry);
    if (place > 0) continue;
    const [newest = entry, ...others] = line;
    lines.push({ ...newest, others });
    line = [];
  }
  return lines;
}

/** @throws {DomainError} `searchTooBroad` */
async function patiently<T>(context: TenantContext, search: (sql: Sql) => Promise<T>): Promise<T> {
  try {
    return await context.transaction(async ({ run, sql }) => {
      await run(`set local statement_timeout = ${statementTimeoutMs}`, [], 'array');
      return search(sql);
    });
  } catch (error) {
    throw tookTooLong(error) ? new DbError('searchTooBroad', null, { cause: error }) : error;
  }
}

const textOf = ({ text }: TimelineSearch): string => text?.trim() ?? '';

function narrowing({ kind, pair, start, end }: TimelineSearch): (SQL | undefined)[] {
  const { kind: kindColumn, facts, at, lastAt } = timelineEntries;
  return [
    kind === undefined ? undefined : fragment`${kindColumn} = ${kind}`,
    pair === undefined ? undefined : fragment`(${facts} ->> 'pair' = ${pair} or ${facts} -> 'pairs' ? ${pair})`,
    start && gte(lastAt, start),
    end && lte(at, end),
  ];
}

function says(text: string, { also = [] }: TimelineSearch): SQL | undefined {
  const likely = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return or(holds(fragment`value ilike ${likely}`), also.length > 0 ? hasOneOf(also) : undefined);
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
