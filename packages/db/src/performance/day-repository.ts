import { and, asc, eq } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { botDays } from '../schema/trading.ts';
import type { Days } from './days.ts';

const { day, activity, endedAt, usd } = botDays;

export function dayRepository({ organizationId, sql }: TenantContext): Days {
  return {
    list: (botId, since) =>
      sql
        .select({ day, activity, endedAt, usd })
        .from(botDays)
        .where(and(eq(botDays.organizationId, organizationId), eq(botDays.botId, botId), eq(botDays.since, new Date(since))))
        .orderBy(asc(day))
        .execute(),
  };
}
