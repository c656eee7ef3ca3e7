import type { ExchangeAccount, OrderReport } from '@tenbin/exchange';
import { compare } from '@tenbin/market';
import type { Snapshot } from './bot-event.ts';
import { type BotOrder, hasEnded, isSettled, isUncertain, tradedAmount } from './bot-order.ts';
import type { BotState } from './bot-state.ts';
import { fetchNewFills } from './fetch-new-fills.ts';
import type { Journal } from './journal.ts';
import { fetchShares } from './shares.ts';

export const referenceOf = ({ pair, clientOrderId, exchangeOrderId }: BotOrder) => ({ pair, clientOrderId, exchangeOrderId });

/**
 * Asks the exchange for everything it knows of a bot.
 *
 * @returns `missing`: orders that were open here, and that the exchange neither shows as open nor finds
 * @throws {ExchangeError}
 */
export async function fetchSnapshot(
  account: ExchangeAccount,
  bot: Pick<BotState, 'id' | 'phase' | 'settings' | 'orders' | 'cursors' | 'link'>,
  { askedAt, journal }: { readonly askedAt: Date; readonly journal: Pick<Journal, 'neighbours'> },
): Promise<{ readonly snapshot: Snapshot; readonly missing: readonly BotOrder[] }> {
  const live = bot.orders.filter((order) => !hasEnded(order) && !isUncertain(order));
  const pairs = [...new Set([...bot.settings.pairs, ...bot.orders.filter((order) => !isSettled(order)).map((order) => order.pair)])];
  const { wallet, othersHold } = await fetchShares(account, bot, journal);
  const openOrders = (await Promise.all(pairs.map((pair) => account.fetchOpenOrders(pair)))).flat();
  const otherOrders: OrderReport[] = [];
  const missing: BotOrder[] = [];
  for (const order of live.filter((one) => !openOrders.some((open) => isThe(one, open)))) {
    const found = await account.findOrder(referenceOf(order));
    if (found) otherOrders.push(found);
    else missing.push(order);
  }
  const behind = pairsBehind(bot.orders, [...openOrders, ...otherOrders]);
  const asked = pairs.filter((pair) => bot.link !== 'synced' || behind.has(pair));
  const fills = (await Promise.all(asked.map((pair) => fetchNewFills(account, bot, pair)))).flat();
  return { snapshot: { askedAt, othersHold, openOrders, otherOrders, fills, wallet }, missing };
}

/** A trade of ours shows in its order first: only where an order is further than its trades there is something to fetch. */
function pairsBehind(orders: readonly BotOrder[], reports: readonly OrderReport[]): ReadonlySet<string> {
  const isBehind = (order: BotOrder): boolean => {
    const report = reports.find((one) => isThe(order, one));
    const filled = report && compare(report.filled, order.reportedFilled) > 0 ? report.filled : order.reportedFilled;
    return compare(filled, tradedAmount(order)) > 0;
  };
  return new Set(orders.filter(isBehind).map((order) => order.pair));
}

function isThe(order: BotOrder, report: OrderReport): boolean {
  return report.clientOrderId === order.clientOrderId || (report.pair === order.pair && report.exchangeOrderId === order.exchangeOrderId);
}
