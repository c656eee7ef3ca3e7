import type { BotOrder } from '@tenbin/bots';
import { type ExchangeAccount, ExchangeError, type OrderReport } from '@tenbin/exchange';
import { clockMarginMs, matchByTerms } from './match-by-terms.ts';

/** What an exchange that keeps no ids of ours shows of an order whose exchange id is not known. */
export type FoundByTerms =
  | { readonly type: 'found'; readonly report: OrderReport }
  | { readonly type: 'none' }
  /** More than one could be it, or it cannot be told whether one is. `isOpen`: one of them still rests in the book. */
  | { readonly type: 'ambiguous'; readonly exchangeOrderIds: readonly string[]; readonly isOpen: boolean };

/**
 * Looks for an order by side, price, amount and time among open orders and trades.
 *
 * @param given - `taken`: exchange order ids of other orders of ours; `until`: when it may have arrived at the latest
 * @throws {ExchangeError}
 */
export async function findByTerms(
  account: ExchangeAccount,
  order: BotOrder,
  given: { readonly taken: ReadonlySet<string>; readonly until: Date },
): Promise<FoundByTerms> {
  const { pair, sentAt } = order;
  // In this order: what is filled in between shows in its trades.
  const open = await account.fetchOpenOrders(pair);
  const fills = await account.fetchFills(pair, { since: new Date(sentAt.getTime() - clockMarginMs) });
  const first = matchByTerms(order, { orders: open, fills, ...given });
  const reports = await Promise.all(first.unclear.map((exchangeOrderId) => findByExchangeId(account, pair, exchangeOrderId)));
  const asked = reports.filter((report) => report !== null);
  const { candidates, unclear } = asked.length === 0 ? first : matchByTerms(order, { orders: [...open, ...asked], fills, ...given });
  const [candidate] = candidates;
  if (!candidate && unclear.length === 0) return { type: 'none' };
  if (candidate && candidates.length === 1 && unclear.length === 0) return { type: 'found', report: candidate };
  const isOpen = candidates.some((report) => report.status === 'open');
  return { type: 'ambiguous', exchangeOrderIds: [...candidates.map((report) => report.exchangeOrderId), ...unclear], isOpen };
}

/** Null also where the exchange cannot be asked for a single order. */
async function findByExchangeId(account: ExchangeAccount, pair: string, exchangeOrderId: string): Promise<OrderReport | null> {
  try {
    return await account.findOrder({ pair, exchangeOrderId, clientOrderId: null });
  } catch (error) {
    if (error instanceof ExchangeError && error.reason === 'notSupported') return null;
    throw error;
  }
}
