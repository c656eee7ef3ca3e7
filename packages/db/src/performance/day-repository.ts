import type { StoredLedger } from '@tenbin/bots';
import { addActivity, type KeptDays, noActivity, type PerformanceBook, type PerformanceStart } from '@tenbin/strategy';
import { and, asc, eq } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { bots } from '../schema/bots.ts';
import { botDays } from '../schema/trading.ts';
import type { Days, StoredDay } from './days.ts';

const { day, activity, endedAt, usd } = botDays;

export function dayRepository({ organizationId, sql }: TenantContext): Days {
  async function keptOf(botId: string, ledger: StoredLedger | null): Promise<KeptDays[]> {
    const rows = await sql
      .select({ since: botDays.since, start: botDays.start, day, activity, endedAt, usd })
      .from(botDays)
      .where(and(eq(botDays.organizationId, organizationId), eq(botDays.botId, botId)))
      .orderBy(asc(botDays.since), asc(day));
    return withBook(rows, ledger?.performance ?? null);
  }

  return {
    list: (botId, since) =>
      sql
        .select({ day, activity, endedAt, usd })
        .from(botDays)
        .where(and(eq(botDays.organizationId, organizationId), eq(botDays.botId, botId), eq(botDays.since, new Date(since))))
        .orderBy(asc(day))
        .execute(),
    async keptOfUser(userId) {
      const { id, name, deletedAt, ledger } = bots;
      const own = await sql
        .select({ id, name, deletedAt, ledger })
        .from(bots)
        .where(and(eq(bots.organizationId, organizationId), eq(bots.userId, userId)))
        .orderBy(asc(id));
      const found = [];
      for (const { ledger: stored, ...bot } of own) found.push({ ...bot, kept: await keptOf(bot.id, stored) });
      return found;
    },
  };
}

type Row = StoredDay & { readonly since: Date; readonly start: PerformanceStart | null };

/** The days by their beginning, and with the latest of them the day under way, an earlier part of which may be written already. */
function withBook(rows: readonly Row[], book: PerformanceBook | null): KeptDays[] {
  const kept = [...Map.groupBy(rows, ({ since }) => since.getTime())].flatMap(([since, ofOne]) => {
    const start = since === book?.since ? book.start : ofOne[0]?.start;
    return start ? [{ since, start, days: ofOne.map(({ day, activity, endedAt, usd }) => ({ day, activity, endedAt, usd })) }] : [];
  });
  if (!book) return kept;
  const { since, start, today } = book;
  const name = new Date(book.day * 86_400_000).toISOString().slice(0, 10);
  const written = kept.find((one) => one.since === since)?.days ?? [];
  const earlier = written.find((one) => one.day === name);
  const current = {
    ...{ day: name, activity: addActivity(earlier?.activity ?? noActivity, today) },
    ...{ endedAt: earlier?.endedAt ?? null, usd: earlier?.usd ?? null },
  };
  return [...kept.filter((one) => one.since !== since), { since, start, days: [...written.filter((one) => one !== earlier), current] }];
}
