import { type BotResult, getBotResult, type ResultPart } from '@tenbin/contract';
import type { StoredDay } from '@tenbin/db';
import type { Currency } from '@tenbin/market';
import { addActivity, dailyPerformance, noActivity, type Performance, type PerformanceBook, performanceOf } from '@tenbin/strategy';
import { fetchLiveUsd, standsStill, wholeUsd } from '../../bots/live-usd.ts';
import { implement } from '../../route/implement.ts';

const nothing: BotResult = { since: null, until: null, total: null, valuation: null, yenPerUsd: null, days: [] };

export const handleGetBotResult = implement(getBotResult, async ({ params, query, actor, deps }) => {
  const bot = await actor.organization.bots.require(actor.userId, params.id);
  const book = bot.ledger?.performance;
  if (!book) return nothing;
  const written = await actor.organization.days.list(bot.id, book.since);
  const currencies = Object.keys(book.start.balances);
  const fetchUsd = async (of: readonly Currency[]) => wholeUsd(await fetchLiveUsd(bot.exchangeId, of, { actor, deps }), of);
  const usd = standsStill(bot, written.at(-1)) ? null : await fetchUsd(currencies);
  const days = withToday(written, book, usd && { at: deps.clock.now(), usd });
  const last = days.findLast((day) => day.usd !== null);
  const since = new Date(book.since).toISOString();
  if (!last?.usd) return { ...nothing, since };
  const all = days.slice(0, days.indexOf(last) + 1).reduce((sum, { activity }) => addActivity(sum, activity), noActivity);
  const { valuation, ...total } = performanceOf(book.start, all, new Map(Object.entries(last.usd)));
  const { worth, holding, even } = valuation;
  const yen = await fetchUsd(['JPY']);
  const daily = dailyPerformance(book.start, days).toReversed();
  return {
    since,
    until: last.endedAt?.toISOString() ?? null,
    total: partReply(total),
    valuation: { worth, holding, even },
    yenPerUsd: yen && 1 / (yen.JPY ?? 1),
    days: daily.slice(query.offset, query.offset + query.limit).map(({ day, ...part }) => ({ day, ...partReply(part) })),
  };
});

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

const partReply = ({ usd, currencies, fees, basisPoint, volume, trades, hasEstimate }: Performance): ResultPart => ({
  usd: { ...usd },
  currencies: Object.fromEntries(Object.entries(currencies).map(([currency, one]) => [currency, { ...one }])),
  fees: { ...fees },
  basisPoint,
  volume,
  trades,
  hasEstimate,
});
