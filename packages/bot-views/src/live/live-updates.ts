import type { QueryClient } from '@tanstack/react-query';
import { gatherReads, keyOf } from '@tenbin/app-kit';
import type { LiveEvent, Mapped, Route } from '@tenbin/contract';
import type { BotRoutes } from '../bot-routes.ts';
import { type ListRoutes, takeRecord } from './take-record.ts';

/** Whether a read was one for a text. It stays as it was found: a search costs too much to be made anew with every decision. */
export const isSearch = (queryKey: readonly unknown[]): boolean =>
  (queryKey.at(-1) as { readonly query?: { readonly text?: string } } | undefined)?.query?.text !== undefined;

/** Best prices of a pair, as the last event told. */
export const priceKey = (exchangeId: string, pair: string): readonly unknown[] => ['price', exchangeId, pair];

/** Many events come at once when a market moves: what they touch is read again once per this time. */
const gatherMs = 1000;
/** What a record cannot tell is figured anew by the server, which costs more: once per this time. */
const figuresMs = 5000;
/** What was added up here is read again after this time, so that nothing stays wrong. */
const settleMs = 30_000;

export interface LiveRoutes extends BotRoutes, ListRoutes {
  /** What somebody else stopped. */
  readonly stops: Route;
  /** How much of the plan's volume is used. */
  readonly volumeUse: Route;
  /** What shows of the user's profile, plan and payments. */
  readonly account: readonly Route[];
}

/** @returns what brings an event into the query cache */
export function createBotUpdates(queries: QueryClient, routes: LiveRoutes): (event: Mapped<LiveEvent>) => void {
  const within = (ms: number) => gatherReads(queries, ms, ({ queryKey }) => isSearch(queryKey));
  const [soon, later, settle] = [within(gatherMs), within(figuresMs), within(settleMs)];
  return (event) => {
    switch (event.type) {
      case 'hello':
        return;
      case 'account':
        soon(routes.account.map((route) => keyOf(route)));
        return;
      case 'price':
        queries.setQueryData(priceKey(event.exchangeId, event.pair), event);
        return;
      case 'bot':
        soon([
          keyOf(routes.bots),
          keyOf(routes.stops),
          keyOf(routes.balance, event.botId),
          keyOf(routes.orderTruth, event.botId),
          keyOf(routes.rebalances),
        ]);
        return;
      case 'record': {
        const { botId, record } = event;
        soon(takeRecord(queries, routes, record));
        later([
          keyOf(routes.volumeUse),
          keyOf(routes.candleFills, botId),
          keyOf(routes.transition, botId),
          keyOf(routes.result, botId),
          keyOf(routes.balance, botId),
        ]);
        settle([keyOf(routes.recordCount, botId), keyOf(routes.volume, botId), keyOf(routes.historyTotals)]);
        return;
      }
      case 'orders':
        soon([keyOf(routes.bots), keyOf(routes.orders, event.botId), keyOf(routes.orderTruth, event.botId)]);
        return;
      case 'timeline':
        soon([keyOf(routes.timeline, event.botId), keyOf(routes.timelineCount, event.botId)]);
        return;
      default:
        event satisfies never;
    }
  };
}
