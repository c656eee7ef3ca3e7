import { type BotOrder, hasEnded } from '@tenbin/bots';
import { type Decimal, type OrderBook, type PairName, subtract } from '@tenbin/market';
import { type OwnInBook, type PricesByPair, type Strategy, type TopOfBook, topWithout } from '@tenbin/strategy';
import type { BotState, View } from '../decision/bot-state.ts';

/** What everybody sees of the market. */
export interface SharedMarket {
  readonly prices: PricesByPair;
  /** Null while it is not known, or nobody asks for it. */
  bookOf(pair: PairName): OrderBook | null;
}

const noBooks: ReadonlyMap<PairName, TopOfBook> = new Map();

/**
 * The market as one bot sees it: where its strategy goes by books, without the bot's own orders, and with the middles of
 * what is left for prices.
 */
export function marketOfBot(
  { prices, bookOf }: SharedMarket,
  { strategy, orders, leftBook }: Pick<BotState, 'orders' | 'leftBook'> & { readonly strategy: Pick<Strategy, 'pairs' | 'quoting'> },
): Pick<View, 'prices' | 'books'> {
  if (strategy.quoting.byBook !== true) return { prices, books: noBooks };
  const books = new Map<PairName, TopOfBook>();
  const mids = new Map(prices);
  for (const pair of strategy.pairs) {
    const book = bookOf(pair);
    const top = book === null ? null : topWithout(ownInBook({ orders, leftBook }, book), book);
    if (top === null) {
      mids.delete(pair);
      continue;
    }
    books.set(pair, top);
    mids.set(pair, top.mid);
  }
  return { prices: mids, books };
}

/** A book that came sooner after an order left it may show that order still. */
const bookLagMs = 1_000;

/** What may be in a book, whether its answer has come or not, or has left it so lately that the book may not tell. */
function ownInBook({ orders, leftBook }: Pick<BotState, 'orders' | 'leftBook'>, { pair, at }: OrderBook): OwnInBook[] {
  const resting = orders
    .filter((order) => order.pair === pair && !hasEnded(order))
    .map((order) => ({ side: order.side, price: order.price, remaining: restInBook(order) }));
  return [...resting, ...leftBook.filter((left) => left.pair === pair && at.getTime() - left.at.getTime() < bookLagMs)];
}

/** Base that an order has in the book. */
export function restInBook(order: BotOrder): Decimal {
  if (hasEnded(order)) return '0';
  return order.reportedFilled === '0' ? order.amount : subtract(order.amount, order.reportedFilled);
}
