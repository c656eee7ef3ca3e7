import type { QueryClient } from '@tanstack/react-query';
import {
  checkBalance,
  countRecords,
  countTimeline,
  getBalanceTransition,
  getBotResult,
  getOrderTruth,
  getOwnVolumeThisMonth,
  getVolume,
  type LiveEvent,
  listBots,
  listOrders,
  listRebalances,
  listRecords,
  listStandingStops,
  listTimeline,
  type Mapped,
  type Route,
} from '@tenbin/contract';
import { isSearch } from './is-search.ts';
import { keyOf } from './query.ts';

/** Many events come at once when a market moves: what they touch is read again once per this time. */
const gatherMs = 1000;

/** Best prices of a pair, as the last event told. */
export const priceKey = (exchangeId: string, pair: string): readonly unknown[] => ['price', exchangeId, pair];

const touched = new Map<string, readonly unknown[]>();
let gathering = false;

/** Brings one event into the query cache. */
export function applyLiveEvent(queryClient: QueryClient, event: Mapped<LiveEvent>): void {
  switch (event.type) {
    case 'hello':
      return;
    case 'price':
      queryClient.setQueryData(priceKey(event.exchangeId, event.pair), event);
      return;
    case 'bot':
      touch(queryClient, [[listBots], [listStandingStops], [checkBalance, event.botId], [getOrderTruth, event.botId], [listRebalances]]);
      return;
    case 'record':
      touch(queryClient, [
        [listBots],
        [listRecords, event.botId],
        [countRecords, event.botId],
        [getVolume, event.botId],
        [getBalanceTransition, event.botId],
        [getBotResult, event.botId],
        [getOwnVolumeThisMonth],
      ]);
      return;
    case 'orders':
      touch(queryClient, [[listBots], [listOrders, event.botId], [getOrderTruth, event.botId]]);
      return;
    case 'timeline':
      touch(queryClient, [
        [listTimeline, event.botId],
        [countTimeline, event.botId],
      ]);
      return;
    default:
      event satisfies never;
  }
}

function touch(queryClient: QueryClient, reads: readonly (readonly [route: Route, id?: string])[]): void {
  for (const [route, id] of reads) {
    const key = keyOf(route, id);
    touched.set(key.join(' '), key);
  }
  if (gathering) return;
  gathering = true;
  setTimeout(() => {
    gathering = false;
    for (const key of touched.values())
      void queryClient.invalidateQueries({ queryKey: key, predicate: ({ queryKey }) => !isSearch(queryKey) });
    touched.clear();
  }, gatherMs);
}
