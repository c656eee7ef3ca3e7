import { type BotOrder, isSettled } from '@tenbin/bots';
import type { ExchangeAccount, TradesQuery } from '@tenbin/exchange';
import type { Fill, PairName } from '@tenbin/market';
import type { BotMemory } from '../decision/bot-state.ts';

/** How much the exchange's clock and ours may differ when trades are asked for by time. */
const clockMarginMs = 5 * 60_000;

/**
 * Trades of a pair that were not fetched yet: from its cursor on, or since its first order.
 *
 * @throws {ExchangeError}
 */
export async function fetchNewFills(account: ExchangeAccount, bot: Pick<BotMemory, 'orders' | 'cursors'>, pair: PairName): Promise<Fill[]> {
  const query = queryOf(bot, pair);
  return query ? account.fetchFills(pair, query) : [];
}

/**
 * All trades of one order that the exchange has named, wherever they stand in its list and whenever they show there.
 *
 * @throws {ExchangeError}
 */
export function fetchFillsOf(
  account: ExchangeAccount,
  { pair, sentAt }: Pick<BotOrder, 'pair' | 'sentAt'>,
  exchangeOrderId: string,
): Promise<Fill[]> {
  return account.fetchFills(pair, { exchangeOrderId, since: new Date(sentAt.getTime() - clockMarginMs) });
}

function queryOf(bot: Pick<BotMemory, 'orders' | 'cursors'>, pair: PairName): TradesQuery | null {
  const afterTradeId = bot.cursors[pair];
  const ofPair = bot.orders.filter((order) => order.pair === pair);
  // Without an order of ours there is no trade of ours. Settled orders have all of theirs.
  const unsettled = ofPair.filter((order) => !isSettled(order));
  const sentAt = (afterTradeId !== undefined && unsettled.length > 0 ? unsettled : ofPair).map((order) => order.sentAt.getTime());
  if (sentAt.length === 0) return afterTradeId === undefined ? null : { afterTradeId };
  const since = new Date(Math.min(...sentAt) - clockMarginMs);
  // Where a trade's id is no starting point, the time is.
  return afterTradeId === undefined ? { since } : { afterTradeId, since };
}
