import {
  type Balances,
  compare,
  type Decimal,
  type FeeOnTop,
  type PairName,
  type Reserve,
  reserveOf,
  type Side,
  subtract,
  sum,
} from '@tenbin/market';
import type { OpenOrder } from '@tenbin/strategy';
import type { BookedFill } from './contract-record.ts';
import { isEnded, type OrderState } from './order-state.ts';

/** One order of a bot, from the intent on. */
export interface BotOrder extends FeeOnTop {
  readonly clientOrderId: string;
  readonly sequence: number;
  readonly pair: PairName;
  readonly side: Side;
  /** Tells its side's orders apart, see `WantedOrder`; 0 for one of a rebalance. */
  readonly level: number;
  readonly price: Decimal;
  /** In base. */
  readonly amount: Decimal;
  /** When it was written down; it is sent right after. */
  readonly sentAt: Date;
  /** Only moves forward. */
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
  /** What the bot held after the last of `trades`, kept for its record while more of it may trade; absent or null where none is to come. */
  readonly balancesAfter?: Balances | null;
  /** The rebalance that it belongs to; absent or null for an order of the bot's own. */
  readonly rebalanceId?: string | null;
  /** Middle of its pair's book when it was written down; absent or null where none was known. */
  readonly marketPrice?: Decimal | null;
  /** Its price was moved to the market, or crossed it at a start: exchanging at the market's price is no profit of its fills. */
  readonly isEvening?: boolean;
  /** What is not filled at once ends. It matters as it is sent, and is not stored. */
  readonly isImmediate?: boolean;
}

/** So many settled orders of a bot are remembered, in case a trade of theirs comes late. */
export const rememberedOrders = 40;

/** What names an order at the exchange. */
export type NamedOrder = Pick<BotOrder, 'pair' | 'clientOrderId' | 'exchangeOrderId'>;

/** Whether nothing more can happen to it on the exchange. */
export const hasEnded = (order: Pick<BotOrder, 'state'>): boolean => isEnded(order.state);

/** Whether it is not known if the exchange has it. */
export const isUncertain = (order: Pick<BotOrder, 'state'>): boolean => order.state === 'pending' || order.state === 'unknown';

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

/** Those that rest in the book as far as is known, and shall stay there. */
export const openOrdersOf = (orders: readonly BotOrder[]): OpenOrder[] =>
  orders.flatMap((order) => {
    const { pair, side, level, price, amount, trades, feeOnTop = null } = order;
    if (order.state !== 'open' || order.cancelAskedAt !== null) return [];
    const remaining = trades.length === 0 ? amount : subtract(amount, tradedAmount(order));
    return [{ pair, side, level, price, amount, remaining, feeOnTop, placedAt: order.sentAt }];
  });

/** What the order still holds back while it may be on the exchange. */
export const reservedBy = ({ pair, side, price, amount, trades, feeOnTop = null }: BotOrder): Reserve =>
  reserveOf({ pair, side, price, feeOnTop, amount: subtract(amount, tradedAmount({ trades })) });
