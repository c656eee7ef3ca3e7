import { hasShare } from '@tenbin/bots';
import type { ExchangeAccount } from '@tenbin/exchange';
import { type Balances, compare, type PairName, type Wallet } from '@tenbin/market';
import { type BotOrder, tradedAmount } from './bot-order.ts';
import type { BotMemory } from './bot-state.ts';
import type { Journal, Neighbour } from './journal.ts';
import { addedTo } from './ledger.ts';
import { type OthersHoldings, roundedBefore } from './position.ts';
import { sumOfRoundings } from './tolerance.ts';
import { unlessUnlisted } from './unless-unlisted.ts';

export interface Shares {
  readonly wallet: Wallet;
  /** What of it belongs to the account's other bots; null while that cannot be told. */
  readonly others: OthersShare | null;
}

/** What other bots hold of a wallet. */
export interface OthersShare extends Pick<OthersHoldings, 'held' | 'heldRoundings' | 'roundedThere'> {
  /** What they have paid so far, stopped ones too, in coins that they do not balance. */
  readonly fees: Balances;
}

/**
 * The wallet, and what of it belongs to other bots, as of one moment: every trade that the wallet shows is booked by
 * its bot, and none that it does not show. That is so when nothing was booked while the wallet was asked for, and all
 * orders that were sent until then are afterwards filled as far as they are booked.
 *
 * Of two bots that start at once the one that was asked earlier takes its share first.
 *
 * @throws {ExchangeError}
 */
export async function fetchShares(
  account: ExchangeAccount,
  bot: Pick<BotMemory, 'id' | 'phase'>,
  journal: Pick<Journal, 'neighbours' | 'feesElsewhere'>,
): Promise<Shares> {
  const before = await journal.neighbours();
  const wallet = await account.fetchWallet();
  const fees = await journal.feesElsewhere();
  const after = await journal.neighbours();
  if (after.some((one) => startsBefore(one, bot)) || bookOf(before) !== bookOf(after)) return { wallet, others: null };
  const orders = after.flatMap((one) => one.orders);
  return {
    wallet,
    others: (await isBooked(account, orders)) ? { ...heldBy(after), roundedThere: roundedBefore(bot.id, after), fees } : null,
  };
}

/**
 * Whether the exchange shows all of them as open, and filled as far as their bots know. On a pair that it has no more it
 * shows none.
 */
async function isBooked(account: ExchangeAccount, orders: readonly BotOrder[]): Promise<boolean> {
  if (orders.some((order) => order.state !== 'open')) return false;
  const pairs = [...new Set(orders.map((order) => order.pair))];
  const unlisted = new Set<PairName>();
  const open = await Promise.all(pairs.map((pair) => unlessUnlisted(unlisted, pair, () => account.fetchOpenOrders(pair))));
  const filled = new Map(open.flat().map((report) => [`${report.pair} ${report.exchangeOrderId}`, report.filled]));
  return orders.every((order) => {
    const shown = filled.get(`${order.pair} ${order.exchangeOrderId}`);
    return shown !== undefined && compare(shown, tradedAmount(order)) === 0;
  });
}

function heldBy(bots: readonly Neighbour[]): Pick<OthersShare, 'held' | 'heldRoundings'> {
  const held = bots.reduce<Balances>(
    (sums, { held: own }) => Object.entries(own).reduce((sum, [currency, amount]) => addedTo(sum, currency, amount), sums),
    {},
  );
  return { held, heldRoundings: sumOfRoundings(bots.map((one) => one.heldRoundings)) };
}

const bookOf = (bots: readonly Neighbour[]): string => JSON.stringify(bots.map(({ id, phase, held }) => [id, phase.kind, held]));

function startsBefore(other: Neighbour, bot: Pick<BotMemory, 'id' | 'phase'>): boolean {
  const [earlier, own] = [other.phase, bot.phase];
  if (hasShare(earlier) || hasShare(own) || !('askedAt' in earlier) || !('askedAt' in own)) return false;
  return placeInLine(other.id, earlier) < placeInLine(bot.id, own);
}

const placeInLine = (id: string, phase: { readonly askedAt: Date }): string => `${phase.askedAt.toISOString()} ${id}`;
