import { listBotCandles } from '@tenbin/contract';
import { requireExchange } from '../exchange-access/require-exchange.ts';
import { implement } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';

export const handleListCandles = implement(listBotCandles, async ({ params, query, actor, deps }) => {
  const bot = await actor.organization.bots.require(actor.userId, params.id);
  const { pair, interval, limit } = query;
  if (!bot.pairs.includes(pair)) throw new Refusal('pairNotOffered', { facts: { pair } });
  const exchange = await requireExchange(actor, bot.exchangeId);
  const candles = await deps.exchanges.fetchCandles(exchange, { pair, interval, limit });
  return candles.slice(-limit).map(({ at, open, high, low, close, volume }) => ({ at, open, high, low, close, volume }));
});
