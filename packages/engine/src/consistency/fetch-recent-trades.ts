import { type BotOrder, isOrderOf } from '@tenbin/bots';
import type { ExchangeAccount, OrderReport } from '@tenbin/exchange';
import type { Fill, PairName } from '@tenbin/market';
import { unlessUnlisted } from '../market/unless-unlisted.ts';
import type { Journal } from '../runner/journal.ts';

/** As far back as a bot remembers its orders, and no further than that. */
const maxAgeMs = 24 * 3_600_000;
/** Somebody may trade much with the same key: so many orders are asked for one by one. */
const maxAsked = 20;

export interface RecentTrades {
  readonly fills: readonly Fill[];
  /** Orders of the bot's that nobody here knows, and that have traded. */
  readonly strangers: readonly OrderReport[];
}

/**
 * The account's trades on a bot's pairs, and whose they are where that is not known.
 *
 * @throws {ExchangeError}
 */
export async function fetchRecentTrades(
  account: ExchangeAccount,
  { number, orders, pairs }: { readonly number: number; readonly orders: readonly BotOrder[]; readonly pairs: readonly PairName[] },
  { journal, now }: { readonly journal: Pick<Journal, 'linkedOrders' | 'knowsOrder'>; readonly now: Date },
): Promise<RecentTrades> {
  const earliest = now.getTime() - maxAgeMs;
  const since = new Date(
    Math.max(earliest, Math.min(...orders.map(({ sentAt }) => sentAt.getTime()), ...(orders.length === 0 ? [earliest] : []))),
  );
  const unlisted = new Set<PairName>();
  const fills: Fill[] = [];
  const strangers: OrderReport[] = [];
  for (const pair of pairs) {
    const told = await unlessUnlisted(unlisted, pair, () => account.fetchFills(pair, { since }));
    fills.push(...told);
    if (told.length === 0 || !account.capabilities.clientOrderId) continue;
    const known = await journal.linkedOrders(pair);
    const ids = [...new Set(told.map(({ exchangeOrderId }) => exchangeOrderId))].filter((id) => !known.has(id));
    for (const exchangeOrderId of ids.slice(-maxAsked)) {
      const report = await account.findOrder({ pair, exchangeOrderId, clientOrderId: null });
      const clientOrderId = report?.clientOrderId ?? null;
      if (report && clientOrderId !== null && isOrderOf(number, clientOrderId) && !(await journal.knowsOrder(clientOrderId)))
        strangers.push(report);
    }
  }
  return { fills, strangers };
}
