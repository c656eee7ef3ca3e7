import { addedTo, type BotOrder, hasShare, tradedAmount } from '@tenbin/bots';
import type { ExchangeAccount } from '@tenbin/exchange';
import { type Balances, compare, type PairName, type Wallet } from '@tenbin/market';
import type { BotMemory } from '../decision/bot-state.ts';
import { unlessUnlisted } from '../market/unless-unlisted.ts';
import type { Journal, SiblingBot } from '../runner/journal.ts';
import { type OthersHoldings, roundedBefore } from './position.ts';
import { sumOfRoundings } from './tolerance.ts';

export interface Shares {
  readonly wallet: Wallet;
  /** What of it belongs to the account's other bots; null while that cannot be told. */
  readonly others: OthersShare | null;
}

/** What the sub-accounts of other bots hold of a wallet; a bot that takes its share takes all that is left, the rest. */
export interface OthersShare extends Pick<OthersHoldings, 'held' | 'heldRoundings' | 'roundedThere'> {
  /** What they have paid so far, stopped ones too, in coins that they do not balance. */
  readonly fees: Balances;
}

/** Of whoever takes no share of a wallet. */
export const noOthers: OthersShare = { held: {}, heldRoundings: {}, roundedThere: new Set(), fees: {} };

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
  journal: Pick<Journal, 'siblings' | 'feesElsewhere'>,
): Promise<Shares> {
  const before = await journal.siblings();
  const wallet = await account.fetchWallet();
  const fees = await journal.feesElsewhere();
  const after = await journal.siblings();
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

function heldBy(bots: readonly SiblingBot[]): Pick<OthersShare, 'held' | 'heldRoundings'> {
  const held = bots.reduce<Balances>(
    (sums, { held: own }) => Object.entries(own).reduce((sum, [currency, amount]) => addedTo(sum, currency, amount), sums),
    {},
  );
  return { held, heldRoundings: sumOfRoundings(bots.map((one) => one.heldRoundings)) };
}

const bookOf = (bots: readonly SiblingBot[]): string => JSON.stringify(bots.map(({ id, phase, held }) => [id, phase.kind, held]));

function startsBefore(other: SiblingBot, bot: Pick<BotMemory, 'id' | 'phase'>): boolean {
  const [earlier, own] = [other.phase, bot.phase];
  if (hasShare(earlier) || hasShare(own) || earlier.kind === 'stopping' || !('askedAt' in earlier) || !('askedAt' in own)) return false;
  return placeInLine(other.id, earlier) < placeInLine(bot.id, own);
}

const placeInLine = (id: string, phase: { readonly askedAt: Date }): string => `${phase.askedAt.toISOString()} ${id}`;
