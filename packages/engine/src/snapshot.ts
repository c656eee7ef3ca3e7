import type { ExchangeAccount, OrderReport, TradesQuery } from '@tenbin/exchange';
import type { Balances, Fill, PairName } from '@tenbin/market';
import type { Snapshot } from './bot-event.ts';
import { type BotOrder, hasEnded, isSettled, isUncertain } from './bot-order.ts';
import type { BotMemory } from './bot-state.ts';

/** How much the exchange's clock and ours may differ when trades are asked for by time. */
const clockMarginMs = 5 * 60_000;

export const referenceOf = ({ pair, clientOrderId, exchangeOrderId }: BotOrder) => ({ pair, clientOrderId, exchangeOrderId });

/**
 * Asks the exchange for everything it knows of a bot.
 *
 * @returns `missing`: orders that were open here, and that the exchange neither shows as open nor finds
 * @throws {ExchangeError}
 */
export async function fetchSnapshot(
  account: ExchangeAccount,
  bot: Pick<BotMemory, 'settings' | 'orders' | 'cursors'>,
  given: { readonly askedAt: Date; readonly othersHold: Balances },
): Promise<{ readonly snapshot: Snapshot; readonly missing: readonly BotOrder[] }> {
  const live = bot.orders.filter((order) => !hasEnded(order) && !isUncertain(order));
  const pairs = [...new Set([...bot.settings.pairs, ...bot.orders.filter((order) => !isSettled(order)).map((order) => order.pair)])];
  const wallet = await account.fetchWallet();
  const openOrders = (await Promise.all(pairs.map((pair) => account.fetchOpenOrders(pair)))).flat();
  const otherOrders: OrderReport[] = [];
  const missing: BotOrder[] = [];
  for (const order of live.filter((one) => !openOrders.some((open) => isThe(one, open)))) {
    const found = await account.findOrder(referenceOf(order));
    if (found) otherOrders.push(found);
    else missing.push(order);
  }
  const fills = (await Promise.all(pairs.map((pair) => fetchNewFills(account, bot, pair)))).flat();
  return { snapshot: { ...given, openOrders, otherOrders, fills, wallet }, missing };
}

/**
 * Trades of a pair that were not fetched yet: from its cursor on, or since its first order.
 *
 * @throws {ExchangeError}
 */
export async function fetchNewFills(account: ExchangeAccount, bot: Pick<BotMemory, 'orders' | 'cursors'>, pair: PairName): Promise<Fill[]> {
  const query = queryOf(bot, pair);
  return query ? account.fetchFills(pair, query) : [];
}

function queryOf(bot: Pick<BotMemory, 'orders' | 'cursors'>, pair: PairName): TradesQuery | null {
  const afterTradeId = bot.cursors[pair];
  if (afterTradeId !== undefined) return { afterTradeId };
  const first = bot.orders.filter((order) => order.pair === pair).map((order) => order.sentAt.getTime());
  // Without an order of ours there is no trade of ours.
  return first.length === 0 ? null : { since: new Date(Math.min(...first) - clockMarginMs) };
}

function isThe(order: BotOrder, report: OrderReport): boolean {
  return report.clientOrderId === order.clientOrderId || (report.pair === order.pair && report.exchangeOrderId === order.exchangeOrderId);
}
