import type { BotState as BotPhase } from '@tenbin/bots';
import type { ExchangeAccount } from '@tenbin/exchange';
import { add, type Balances, type Wallet } from '@tenbin/market';
import { isUncertain } from './bot-order.ts';
import type { BotMemory } from './bot-state.ts';
import { fetchNewFills } from './fetch-new-fills.ts';
import type { Journal, Neighbour } from './journal.ts';

export interface Shares {
  readonly wallet: Wallet;
  /** What of it other bots hold; null while that cannot be told. */
  readonly othersHold: Balances | null;
}

/**
 * The wallet, and what of it belongs to other bots, as of one moment: every trade that the wallet shows is booked by
 * its bot, and none that it does not show. That is so when nothing was booked while the wallet was asked for, and no
 * trade afterwards is missing from the books.
 *
 * Of two bots that start at once the one that was asked earlier takes its share first.
 *
 * @throws {ExchangeError}
 */
export async function fetchShares(
  account: ExchangeAccount,
  bot: Pick<BotMemory, 'id' | 'phase'>,
  journal: Pick<Journal, 'neighbours'>,
): Promise<Shares> {
  const before = await journal.neighbours();
  const wallet = await account.fetchWallet();
  if (before.length === 0) return { wallet, othersHold: {} };
  const isBooked = (await Promise.all(before.map((one) => isEverythingBooked(account, one)))).every(Boolean);
  const after = await journal.neighbours();
  const isSettled = isBooked && bookOf(before) === bookOf(after) && !after.some((one) => startsBefore(one, bot));
  return { wallet, othersHold: isSettled ? heldBy(after) : null };
}

async function isEverythingBooked(account: ExchangeAccount, bot: Neighbour): Promise<boolean> {
  if (bot.orders.some(isUncertain)) return false;
  const byPair = Map.groupBy(bot.orders, (order) => order.pair);
  const missing = await Promise.all(
    [...byPair].map(async ([pair, orders]) => {
      const booked = new Set(orders.flatMap((order) => order.trades.map((trade) => trade.tradeId)));
      const ids = new Set(orders.map((order) => order.exchangeOrderId));
      const fills = await fetchNewFills(account, bot, pair);
      return fills.some((fill) => ids.has(fill.exchangeOrderId) && !booked.has(fill.tradeId));
    }),
  );
  return !missing.some(Boolean);
}

function heldBy(bots: readonly Neighbour[]): Balances {
  const held: Record<string, string> = {};
  for (const { balances } of bots) {
    for (const [currency, amount] of Object.entries(balances)) held[currency] = add(held[currency] ?? '0', amount);
  }
  return held;
}

const bookOf = (bots: readonly Neighbour[]): string =>
  JSON.stringify(bots.map(({ id, phase, balances, orders }) => [id, phase.kind, balances, orders.map((order) => order.clientOrderId)]));

function startsBefore(other: Neighbour, bot: Pick<BotMemory, 'id' | 'phase'>): boolean {
  if (other.phase.kind !== 'starting' || bot.phase.kind !== 'starting') return false;
  return placeInLine(other.id, other.phase) < placeInLine(bot.id, bot.phase);
}

const placeInLine = (id: string, phase: Extract<BotPhase, { kind: 'starting' }>): string => `${phase.askedAt.toISOString()} ${id}`;
