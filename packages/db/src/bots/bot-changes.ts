import { sql as fragment } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import { bots } from '../schema/bots.ts';
import type { AnyBotRow } from './bots.ts';

/** What anybody may know who watches over bots of others. */
export interface BotSummary
  extends Pick<AnyBotRow, 'userId' | 'name' | 'active' | 'openOrderCount' | 'executionCount' | 'lastFillAt' | 'updatedAt'> {
  readonly organizationId: string;
  readonly botId: string;
  readonly state: AnyBotRow['phase']['kind'];
  readonly isDeleted: boolean;
}

/** Whose bots: of some users, of whole organizations, or of all. */
export interface WatchedBots {
  readonly userIds: readonly string[];
  readonly organizationIds: readonly string[];
  readonly all: boolean;
}

/** Bots over all organizations, for who must find out what nobody told. */
export interface BotChanges {
  /** Deleted ones too. */
  listOf(watched: WatchedBots): Promise<BotSummary[]>;
  list(botIds: readonly string[]): Promise<BotSummary[]>;
}

export function botChangesRepository(sql: Sql): BotChanges {
  const { id, organizationId, userId, name, active, state, openOrderCount, executionCount, lastFillAt, updatedAt, deletedAt } = bots;
  const columns = {
    organizationId,
    botId: id,
    userId,
    name,
    active,
    state,
    openOrderCount,
    executionCount,
    lastFillAt,
    updatedAt,
    deletedAt,
  };
  const select = () => sql.select(columns).from(bots);
  const isOneOf = (column: typeof id | typeof userId, ids: readonly string[]) => fragment`${column} = any(${fragment.param(ids)}::uuid[])`;
  const summaryOf = ({ deletedAt: at, ...rest }: Awaited<ReturnType<typeof select>>[number]): BotSummary => ({
    ...rest,
    isDeleted: at !== null,
  });
  return {
    async listOf({ userIds, organizationIds, all }) {
      const theirs = fragment`(${isOneOf(userId, userIds)} or ${userId} is not null and ${bots.organizationId} = any(${fragment.param(organizationIds)}::uuid[]))`;
      return (await select().where(all ? undefined : theirs)).map(summaryOf);
    },
    list: async (ids) => (await select().where(isOneOf(id, ids))).map(summaryOf),
  };
}
