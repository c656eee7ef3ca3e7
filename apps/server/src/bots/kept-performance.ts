import type { AnyBotRow, OrganizationDatabase, StoredDay } from '@tenbin/db';
import type { Currency } from '@tenbin/market';
import { addActivity, noActivity, type PerformanceBook, performanceOf, type TotalPerformance, type UsdPrices } from '@tenbin/strategy';
import { standsStill, wholeUsd } from './live-usd.ts';

export interface KeptPerformance {
  readonly book: PerformanceBook;
  readonly days: readonly StoredDay[];
  /** Null: no prices are known of any of its days. */
  readonly until: StoredDay | null;
  readonly total: TotalPerformance | null;
}

/** What a bot brought, from its first run until now, or until it stopped; null before the first. */
export async function keptPerformance(
  { days }: Pick<OrganizationDatabase, 'days'>,
  bot: AnyBotRow,
  { fetchUsd, now }: { readonly fetchUsd: (currencies: readonly Currency[]) => Promise<UsdPrices>; readonly now: () => Date },
): Promise<KeptPerformance | null> {
  const book = bot.ledger?.performance;
  if (!book) return null;
  const written = await days.list(bot.id, book.since);
  const currencies = Object.keys(book.start.balances);
  const usd = standsStill(bot, written.at(-1)) ? null : wholeUsd(await fetchUsd(currencies), currencies);
  const all = withToday(written, book, usd && { at: now(), usd });
  const until = all.findLast((day) => day.usd !== null);
  if (!until?.usd) return { book, days: all, until: null, total: null };
  const activity = all.slice(0, all.indexOf(until) + 1).reduce((sum, day) => addActivity(sum, day.activity), noActivity);
  return { book, days: all, until, total: performanceOf(book.start, activity, new Map(Object.entries(until.usd))) };
}

/** The written days, and the one under way: an earlier part of it may be among the written ones. */
function withToday(
  written: readonly StoredDay[],
  { day, today }: PerformanceBook,
  now: { readonly at: Date; readonly usd: Readonly<Record<string, number>> } | null,
): readonly StoredDay[] {
  const name = new Date(day * 86_400_000).toISOString().slice(0, 10);
  const earlier = written.find((one) => one.day === name);
  const [endedAt, usd] = now ? [now.at, now.usd] : [earlier?.endedAt ?? null, earlier?.usd ?? null];
  const current = { day: name, activity: addActivity(earlier?.activity ?? noActivity, today), endedAt, usd };
  return [...written.filter((one) => one !== earlier), current];
}
