import { type BotResult, getBotResult, type ResultPart } from '@tenbin/contract';
import type { BotRow, StoredDay } from '@tenbin/db';
import type { Currency } from '@tenbin/market';
import {
  addActivity,
  dailyPerformance,
  noActivity,
  type Performance,
  type PerformanceBook,
  performanceOf,
  type UsdPrices,
} from '@tenbin/strategy';
import type { ServerContext } from '../../context.ts';
import { requireExchange } from '../../exchange-access/require-exchange.ts';
import type { Actor } from '../../route/caller.ts';
import { implement } from '../../route/implement.ts';

const nothing: BotResult = { since: null, until: null, total: null, valuation: null, yenPerUsd: null, days: [] };

export const handleGetBotResult = implement(getBotResult, async ({ params, query, actor, deps }) => {
  const bot = await actor.organization.bots.require(actor.userId, params.id);
  const book = bot.ledger?.performance;
  if (!book) return nothing;
  const written = await actor.organization.days.list(bot.id, book.since);
  const usd = standsStill(bot, written) ? null : await fetchUsd(bot, Object.keys(book.start.balances), { actor, deps });
  const days = withToday(written, book, usd && { at: deps.clock.now(), usd: Object.fromEntries(usd) });
  const last = days.findLast((day) => day.usd !== null);
  const since = new Date(book.since).toISOString();
  if (!last?.usd) return { ...nothing, since };
  const all = days.slice(0, days.indexOf(last) + 1).reduce((sum, { activity }) => addActivity(sum, activity), noActivity);
  const { valuation, ...total } = performanceOf(book.start, all, new Map(Object.entries(last.usd)));
  const { worth, holding, even } = valuation;
  const yen = await fetchUsd(bot, ['JPY'], { actor, deps });
  const daily = dailyPerformance(book.start, days).toReversed();
  return {
    since,
    until: last.endedAt?.toISOString() ?? null,
    total: partReply(total),
    valuation: { worth, holding, even },
    yenPerUsd: yen && 1 / (yen.get('JPY') ?? 1),
    days: daily.slice(query.offset, query.offset + query.limit).map(({ day, ...part }) => ({ day, ...partReply(part) })),
  };
});

/**
 * Whether a bot's figures are those of its stop. After a forced one, and after one at which prices were not known, they are
 * not: the last prices may be of long before the last trades.
 */
const standsStill = ({ phase }: BotRow, written: readonly StoredDay[]): boolean =>
  phase.kind === 'stopped' && !phase.receipt?.forced && written.at(-1)?.usd !== null;

/** USD prices of some currencies on the bot's exchange; null where one of them is not known. */
async function fetchUsd(
  { exchangeId }: BotRow,
  currencies: readonly Currency[],
  { actor, deps }: { readonly actor: Actor; readonly deps: ServerContext },
): Promise<UsdPrices | null> {
  const exchange = await requireExchange(actor, exchangeId);
  try {
    const { usd } = await deps.exchanges.fetchPrices(exchange, { currencies, asker: actor });
    const found = new Map(currencies.flatMap((currency) => (usd.has(currency) ? [[currency, usd.get(currency) ?? 0]] : [])));
    return found.size === currencies.length ? found : null;
  } catch (error) {
    deps.log.warn({ exchange: exchange.name, err: error }, 'exchange.request_failed');
    return null;
  }
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

const partReply = ({ usd, currencies, fees, basisPoint, volume, trades, hasEstimate }: Performance): ResultPart => ({
  usd: { ...usd },
  currencies: Object.fromEntries(Object.entries(currencies).map(([currency, one]) => [currency, { ...one }])),
  fees: { ...fees },
  basisPoint,
  volume,
  trades,
  hasEstimate,
});
