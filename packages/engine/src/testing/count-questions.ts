import type { TradingDesk } from './trading-desk.ts';

/** Counts from now on the calls that only ask. */
export function countQuestions(desk: TradingDesk): Record<'fetchWallet' | 'fetchOpenOrders' | 'fetchFills' | 'findOrder', number> {
  const counted = { fetchWallet: 0, fetchOpenOrders: 0, fetchFills: 0, findOrder: 0 };
  for (const name of ['fetchWallet', 'fetchOpenOrders', 'fetchFills', 'findOrder'] as const) {
    const call = desk.exchange[name].bind(desk.exchange) as (...given: never[]) => never;
    desk.exchange[name] = ((...given: never[]) => {
      counted[name] += 1;
      return call(...given);
    }) as never;
  }
  return counted;
}
