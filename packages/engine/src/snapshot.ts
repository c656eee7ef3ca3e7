import type { ExchangeAccount, OrderReport } from '@tenbin/exchange';
import type { Snapshot } from './bot-event.ts';
import { type BotOrder, hasEnded, isSettled, isUncertain } from './bot-order.ts';
import type { BotMemory } from './bot-state.ts';
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
  bot: Pick<BotMemory, 'id' | 'phase' | 'settings' | 'orders' | 'cursors'>,
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
  const fills = (await Promise.all(pairs.map((pair) => fetchNewFills(account, bot, pair)))).flat();
  return { snapshot: { askedAt, othersHold, openOrders, otherOrders, fills, wallet }, missing };
}

function isThe(order: BotOrder, report: OrderReport): boolean {
  return report.clientOrderId === order.clientOrderId || (report.pair === order.pair && report.exchangeOrderId === order.exchangeOrderId);
}
