import { type BookedFill, isEnded, type OrderState } from '@tenbin/bots';
import { type Currency, compare, type Decimal, multiply, type PairName, type Side, subtract, sum } from '@tenbin/market';

/** One order of a bot, from the intent on. */
export interface BotOrder {
  readonly clientOrderId: string;
  readonly sequence: number;
  readonly pair: PairName;
  readonly side: Side;
  readonly price: Decimal;
  /** In base. */
  readonly amount: Decimal;
  /** When it was written down; it is sent right after. */
  readonly sentAt: Date;
  readonly state: OrderState;
  readonly exchangeOrderId: string | null;
  /** Base filled as the exchange's reports say; never falls. The ledger follows `trades`, not this. */
  readonly reportedFilled: Decimal;
  /** Our trades of it, in the order in which they were booked. */
  readonly trades: readonly BookedFill[];
  /** When its cancelling was last asked for; null again when that turned out not to have worked. */
  readonly cancelAskedAt: Date | null;
  /** How many of `trades`, from the first on, stand in contract records, or need none. */
  readonly recordedTrades: number;
  /** The rebalance that it belongs to; absent or null for an order of the bot's own. */
  readonly rebalanceId?: string | null;
  /** Middle of its pair's book when it was written down; absent or null where none was known. */
  readonly marketPrice?: Decimal | null;
  /** Its price was moved to the market, or crossed it at a start: exchanging at the market's price is no profit of its fills. */
  readonly isEvening?: boolean;
}

/** What names an order at the exchange. */
export type NamedOrder = Pick<BotOrder, 'pair' | 'clientOrderId' | 'exchangeOrderId'>;

/** A place for one order: a bot has at most one order in it. */
export type Slot = `${PairName} ${Side}`;

export const slotOf = (order: { readonly pair: PairName; readonly side: Side }): Slot => `${order.pair} ${order.side}`;

/** Whether nothing more can happen to it on the exchange. */
export const hasEnded = (order: BotOrder): boolean => isEnded(order.state);

/** Whether it is not known if the exchange has it. */
export const isUncertain = (order: BotOrder): boolean => order.state === 'pending' || order.state === 'unknown';

/** Base that our trades of it add up to. */
export function tradedAmount({ trades }: Pick<BotOrder, 'trades'>): Decimal {
  const known = sums.get(trades);
  if (known !== undefined) return known;
  const traded = sum(trades.map((trade) => trade.amount));
  sums.set(trades, traded);
  return traded;
}

/** It is asked for at every look of every bot, and lists of trades never change. */
const sums = new WeakMap<BotOrder['trades'], Decimal>();

/** Whether the exchange has reported more of it filled than there are trades of. */
export function isBehind(order: BotOrder): boolean {
  const traded = tradedAmount(order);
  return order.reportedFilled !== traded && compare(order.reportedFilled, traded) > 0;
}

/**
 * Whether the order has ended and the ledger holds all its trades: then its slot is free.
 * An end that was reported before its trades arrived is not settled.
 */
export function isSettled(order: BotOrder): boolean {
  return hasEnded(order) && !isBehind(order);
}

/** Whether some of it, and not all, has been traded. */
export function isPartFilled(order: BotOrder): boolean {
  return order.trades.length > 0 && compare(tradedAmount(order), order.amount) < 0;
}

/** What the order still holds back of which currency while it may be on the exchange. */
export function reservedBy(order: BotOrder): { readonly currency: Currency; readonly amount: Decimal } {
  const [base = '', counter = ''] = order.pair.split('/');
  const remaining = subtract(order.amount, tradedAmount(order));
  return order.side === 'sell' ? { currency: base, amount: remaining } : { currency: counter, amount: multiply(remaining, order.price) };
}
