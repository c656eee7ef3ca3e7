import { isOrderOf } from '@tenbin/bots';
import type { ExchangeAccount, OrderReport } from '@tenbin/exchange';
import type { Fill, PairName } from '@tenbin/market';
import type { BotMemory } from '../decision/bot-state.ts';
import type { Journal } from '../runner/journal.ts';

/**
 * What a bot did since a time, of which nothing is stored: its trades, and the orders that they belong to. Orders of its
 * own are known by their ids; those that traded nothing left nothing behind, and open ones are asked for anyhow.
 *
 * @throws {ExchangeError}
 */
export async function fetchLostOrders(
  account: ExchangeAccount,
  bot: Pick<BotMemory, 'number' | 'orders'>,
  { pairs, since, journal }: { readonly pairs: readonly PairName[]; readonly since: Date; readonly journal: Lookup },
): Promise<{ readonly orders: readonly OrderReport[]; readonly fills: readonly Fill[] }> {
  const fills = (await Promise.all(pairs.map((pair) => account.fetchFills(pair, { since })))).flat();
  const orders: OrderReport[] = [];
  for (const pair of pairs) {
    const linked = await journal.linkedOrders(pair);
    const ids = new Set(fills.filter((fill) => fill.pair === pair).map((fill) => fill.exchangeOrderId));
    for (const exchangeOrderId of ids) {
      if (linked.has(exchangeOrderId)) continue;
      const report = await account.findOrder({ pair, exchangeOrderId, clientOrderId: null });
      const { clientOrderId = null } = report ?? {};
      if (report && clientOrderId !== null && isOrderOf(bot.number, clientOrderId) && !(await journal.knowsOrder(clientOrderId)))
        orders.push(report);
    }
  }
  return { orders, fills };
}

type Lookup = Pick<Journal, 'linkedOrders' | 'knowsOrder'>;
