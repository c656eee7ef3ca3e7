import { getCandles } from '@tenbin/contract';
import { intervalMsOf } from '@tenbin/market';
import type { LoadedDay } from '../../candles/candle-service.ts';
import { checkedPeriod } from '../../candles/checked-period.ts';
import { dayMs, startOfDay } from '../../candles/utc-day.ts';
import { chooseExchange, fetchOfferedMarkets, requireOffered } from '../../exchange-access/require-exchange.ts';
import { requireWithin } from '../../limits/limits.ts';
import { implement } from '../../route/implement.ts';

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

/**
 * How many candles whole days lack.
 *
 * @param bounds - `end`: of the last candle that can be there, epoch milliseconds
 */
function missingIn(days: readonly LoadedDay[], { end, intervalMs }: { end: number; intervalMs: number }): number {
  return days.reduce((sum, { day, isOpen, count }) => {
    const start = startOfDay(day);
    const over = isOpen ? Math.min(start + dayMs, end) : start + dayMs;
    return sum + (over - start) / intervalMs - count;
  }, 0);
}

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
