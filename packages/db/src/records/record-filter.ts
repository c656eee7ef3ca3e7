import { and, eq, sql as fragment, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { bots } from '../schema/bots.ts';
import type { Period, RecordFilter } from './contract-records.ts';

/** What bots traded, order by order or trade by trade. */
interface Traded {
  readonly organizationId: AnyPgColumn;
  readonly botId: AnyPgColumn;
  readonly pair: AnyPgColumn;
  readonly side: AnyPgColumn;
}

export const botsOf = (organizationId: string, userId: string, { botId }: RecordFilter): SQL | undefined =>
  and(eq(bots.organizationId, organizationId), eq(bots.userId, userId), botId === undefined ? undefined : eq(bots.id, botId));

/** Those of `bots` that a filter lets through: what a list, its totals and its files have in common. */
export function passing(organizationId: string, table: Traded, at: AnyPgColumn, { pair, side, ...period }: RecordFilter): SQL | undefined {
  const [start, end] = boundsOf(period);
  return and(
    eq(table.organizationId, organizationId),
    eq(table.botId, bots.id),
    fragment`${at} >= ${start}::timestamptz`,
    fragment`${at} < ${end}::timestamptz`,
    pair === undefined ? undefined : eq(table.pair, pair),
    side === undefined ? undefined : eq(table.side, side),
  );
}

const earliest = new Date(0);
const latest = new Date('9999-12-31T00:00:00Z');

/** A caller's moment may lie outside of what PostgreSQL can hold. */
export function clamp(moment: Date): Date {
  if (!(moment > earliest)) return earliest;
  return moment < latest ? moment : latest;
}

/** A period that ends before it starts is empty. */
export function boundsOf({ start = earliest, end = latest }: Period): [string, string] {
  const from = clamp(start);
  const to = clamp(end);
  return [from.toISOString(), (to < from ? from : to).toISOString()];
}
