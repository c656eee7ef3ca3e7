import type { ExchangeAccount, TradesQuery } from '@tenbin/exchange';
import type { Fill, PairName } from '@tenbin/market';
import type { BotMemory } from './bot-state.ts';

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

function queryOf(bot: Pick<BotMemory, 'orders' | 'cursors'>, pair: PairName): TradesQuery | null {
  const afterTradeId = bot.cursors[pair];
  if (afterTradeId !== undefined) return { afterTradeId };
  const first = bot.orders.filter((order) => order.pair === pair).map((order) => order.sentAt.getTime());
  // Without an order of ours there is no trade of ours.
  return first.length === 0 ? null : { since: new Date(Math.min(...first) - clockMarginMs) };
}
