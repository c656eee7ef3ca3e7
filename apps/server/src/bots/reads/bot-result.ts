import type { BotResult, getBotResult, ResultPart } from '@tenbin/contract';
import type { Currency } from '@tenbin/market';
import { dailyPerformance, type Performance } from '@tenbin/strategy';
import { keptPerformance } from '../kept-performance.ts';
import { fetchLiveUsd, wholeUsd } from '../live-usd.ts';
import type { BotRead } from './bot-read.ts';

const nothing: BotResult = { since: null, until: null, total: null, valuation: null, yenPerUsd: null, days: [] };

export const readBotResult: BotRead<typeof getBotResult> = async (bot, { query, actor, deps }) => {
  const fetchUsd = (of: readonly Currency[]) => fetchLiveUsd(bot.exchangeId, of, { actor, deps });
  const kept = await keptPerformance(actor.organization, bot, { fetchUsd, now: deps.clock.now });
  if (!kept) return nothing;
  const { book, days, until } = kept;
  const since = new Date(book.since).toISOString();
  if (!kept.total) return { ...nothing, since };
  const { valuation, ...total } = kept.total;
  const { worth, holding, even } = valuation;
  const yen = wholeUsd(await fetchUsd(['JPY']), ['JPY']);
  const daily = dailyPerformance(book.start, days).toReversed();
  return {
    since,
    until: until?.endedAt?.toISOString() ?? null,
    total: partReply(total),
    valuation: { worth, holding, even },
    yenPerUsd: yen && 1 / (yen.JPY ?? 1),
    days: daily.slice(query.offset, query.offset + query.limit).map(({ day, ...part }) => ({ day, ...partReply(part) })),
  };
};

const partReply = ({ usd, currencies, fees, basisPoint, volume, trades, hasEstimate }: Performance): ResultPart => ({
  usd: { ...usd },
  currencies: Object.fromEntries(Object.entries(currencies).map(([currency, one]) => [currency, { ...one }])),
  fees: { ...fees },
  basisPoint,
  volume,
  trades,
  hasEstimate,
});
