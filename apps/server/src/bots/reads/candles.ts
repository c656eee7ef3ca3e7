import type { CandleColumns } from '@tenbin/backtest';
import type { CandleRow, listBotCandles } from '@tenbin/contract';
import { intervalMsOf } from '@tenbin/market';
import { requireExchange } from '../../exchange-access/require-exchange.ts';
import { Refusal } from '../../route/refusal.ts';
import type { BotRead } from './bot-read.ts';

export const readCandles: BotRead<typeof listBotCandles> = async (bot, { query, actor, deps }) => {
  const { pair, interval, limit } = query;
  if (!bot.strategy.pairs.includes(pair)) throw new Refusal('pairNotAvailable', { facts: { pair } });
  const exchange = await requireExchange(actor, bot.exchangeId);
  const now = deps.clock.now().getTime();
  // The one under way may not be there yet: then the one before the others is.
  const period = { start: now - (limit + 1) * intervalMsOf(interval), end: now + 1 };
  return candleRows(await deps.candles.loadColumns(exchange, { pair, interval, ...period, asker: actor })).slice(-limit);
};

const candleRows = ({ at: openings, open, high, low, close, volume }: CandleColumns): CandleRow[] =>
  Array.from(openings, (at, index) => {
    const of = (column: Float64Array): number => column[index] ?? 0;
    return { at, open: of(open), high: of(high), low: of(low), close: of(close), volume: of(volume) };
  });
