import { type BotOrder, hasEnded, isSettled, isUncertain, type NamedOrder, tradedAmount } from '@tenbin/bots';
import { type ExchangeAccount, ExchangeError, type OrderReport } from '@tenbin/exchange';
import { compare, type PairName } from '@tenbin/market';
import { fetchShares } from '../account/shares.ts';
import type { Snapshot } from '../decision/bot-event.ts';
import type { BotState } from '../decision/bot-state.ts';
import { unlessUnlisted } from '../market/unless-unlisted.ts';
import { fetchLostOrders } from '../orders/fetch-lost-orders.ts';
import { fetchFillsOf, fetchNewFills } from '../orders/fetch-new-fills.ts';
import { isTheOrder } from '../orders/is-the-order.ts';
import type { Journal } from './journal.ts';

export const referenceOf = ({ pair, clientOrderId, exchangeOrderId }: NamedOrder) => ({ pair, clientOrderId, exchangeOrderId });

/**
 * Asks the exchange for everything it knows of a bot.
 *
 * @returns `missing`: orders that were open here, and that the exchange neither shows as open nor finds
 * @throws {ExchangeError}
 */
export async function fetchSnapshot(
  account: ExchangeAccount,
  bot: Pick<BotState, 'id' | 'number' | 'recoverSince' | 'phase' | 'strategy' | 'orders' | 'cursors' | 'link' | 'funds'>,
  {
    askedAt,
    journal,
  }: { readonly askedAt: Date; readonly journal: Pick<Journal, 'siblings' | 'linkedOrders' | 'knowsOrder' | 'feesElsewhere'> },
): Promise<{ readonly snapshot: Snapshot; readonly missing: readonly BotOrder[] }> {
  const live = bot.orders.filter((order) => !hasEnded(order) && !isUncertain(order));
  const pairs = [...new Set([...bot.strategy.pairs, ...bot.orders.filter((order) => !isSettled(order)).map((order) => order.pair)])];
  // A virtual account's money is not told from the wallet.
  const { wallet, others } = bot.funds ? { wallet: {}, others: null } : await fetchShares(account, bot, journal);
  const unlisted = new Set<PairName>();
  const openOrders = (await Promise.all(pairs.map((pair) => unlessUnlisted(unlisted, pair, () => account.fetchOpenOrders(pair))))).flat();
  const otherOrders: OrderReport[] = [];
  const missing: BotOrder[] = [];
  for (const order of live.filter((one) => !unlisted.has(one.pair) && !openOrders.some((open) => isTheOrder(one, open)))) {
    const found = await findUnlessSilent(account, order);
    if (found) otherOrders.push(found);
    else missing.push(order);
  }
  const unseen = new Set([...missing, ...bot.orders.filter((order) => order.state === 'unknown')].map((order) => order.pair));
  const behind = ordersBehind(bot.orders, [...openOrders, ...otherOrders]);
  const asked = [
    ...pairs
      .filter((pair) => unseen.has(pair) || unlisted.has(pair))
      .map((pair) => unlessUnlisted(unlisted, pair, () => fetchNewFills(account, bot, pair))),
    ...behind.map(({ order, exchangeOrderId }) =>
      unlessUnlisted(unlisted, order.pair, () => fetchFillsOf(account, order, exchangeOrderId)),
    ),
  ];
  const fills = (await Promise.all(asked)).flat();
  const since = bot.recoverSince ?? null;
  const listed = pairs.filter((pair) => !unlisted.has(pair));
  const lost =
    since && account.capabilities.clientOrderId ? await fetchLostOrders(account, bot, { pairs: listed, since, journal }) : noneLost;
  const own = await withoutSiblingOrders(openOrders, bot.orders, journal);
  return {
    snapshot: {
      askedAt,
      others,
      openOrders: own,
      otherOrders: [...otherOrders, ...lost.orders],
      fills: [...fills, ...lost.fills],
      wallet,
      unlisted: [...unlisted],
    },
    missing,
  };
}

const noneLost = { orders: [], fills: [] } as const;

/** Null also where the exchange cannot be asked for one order: then open orders and trades tell. */
async function findUnlessSilent(account: ExchangeAccount, order: BotOrder): Promise<OrderReport | null> {
  try {
    return await account.findOrder(referenceOf(order));
  } catch (error) {
    if (error instanceof ExchangeError && error.reason === 'notSupported') return null;
    throw error;
  }
}

/** Orders that carry no id of ours and are known to be another bot's are left out: they are nobody's external orders. */
async function withoutSiblingOrders(
  open: readonly OrderReport[],
  own: readonly BotOrder[],
  journal: Pick<Journal, 'linkedOrders' | 'siblings'>,
): Promise<OrderReport[]> {
  const nameless = open.filter((report) => report.clientOrderId === null && !own.some((order) => isTheOrder(order, report)));
  const pairs = [...new Set(nameless.map((report) => report.pair))];
  const linked = await Promise.all(pairs.map(async (pair) => [pair, await journal.linkedOrders(pair)] as const));
  const uncertain = pairs.length === 0 ? [] : (await journal.siblings()).flatMap((one) => one.orders.filter(isUncertain));
  const byPair = new Map(linked);
  const isAnothers = ({ pair, exchangeOrderId }: OrderReport) =>
    byPair.get(pair)?.has(exchangeOrderId) === true || uncertain.some((order) => order.pair === pair);
  return open.filter((report) => !nameless.includes(report) || !isAnothers(report));
}

/** A trade of ours shows in its order first: only where an order is further than its trades there is something to fetch. */
function ordersBehind(
  orders: readonly BotOrder[],
  reports: readonly OrderReport[],
): { readonly order: BotOrder; readonly exchangeOrderId: string }[] {
  return orders.flatMap((order) => {
    const report = reports.find((one) => isTheOrder(order, one));
    const filled = report && compare(report.filled, order.reportedFilled) > 0 ? report.filled : order.reportedFilled;
    const exchangeOrderId = order.exchangeOrderId ?? report?.exchangeOrderId ?? null;
    return exchangeOrderId !== null && compare(filled, tradedAmount(order)) > 0 ? [{ order, exchangeOrderId }] : [];
  });
}
