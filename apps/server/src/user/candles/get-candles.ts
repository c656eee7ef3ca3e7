import { getCandles } from '@tenbin/contract';
import { intervalMsOf } from '@tenbin/exchange';
import { checkedPeriod } from '../../candles/checked-period.ts';
import { chooseExchange, fetchOfferedMarkets, requireOffered } from '../../exchange-access/require-exchange.ts';
import { requireWithin } from '../../limits/limits.ts';
import { implement } from '../../route/implement.ts';
import { missingIn } from './missing-in.ts';

export const handleGetCandles = implement(getCandles, async ({ query, actor, deps }) => {
  requireWithin(deps.limits.candles, actor.userId);
  const { pair, interval, startDate, endDate } = query;
  const period = checkedPeriod({ start: startDate, end: endDate }, interval, deps.clock.now());
  const exchange = chooseExchange(await actor.organization.exchanges(), query.exchange);
  requireOffered([pair], await fetchOfferedMarkets(exchange, { actor, deps }));
  const days = await deps.candles.loadDays(exchange, { pair, interval, ...period, asker: actor });
  const intervalMs = intervalMsOf(interval);
  return {
    exchange: { _id: exchange.id, name: exchange.name },
    pair,
    interval,
    intervalMs,
    from: new Date(period.start).toISOString(),
    to: new Date(period.end).toISOString(),
    days: days.map(({ day, count, isOpen, block }) => ({ day, count, isOpen, block: base64Of(block) })),
    missing: missingIn(days, { end: period.end, intervalMs }),
  };
});

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
