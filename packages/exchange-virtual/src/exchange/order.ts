import type { PairName, Side } from '@tenbin/market';
import type { AccountId } from '../ledger/ledger.ts';
import type { Units } from '../ledger/units.ts';

export type OrderType = 'limit' | 'limitMaker' | 'market';
/** Good till cancelled, immediate or cancel, fill or kill. */
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
/** `open` also when partly filled; `expired`: the rest of a market, IOC or FOK order that found nobody. */
export type OrderStatus = 'open' | 'filled' | 'cancelled' | 'expired';

/** An order of an account, as it stands. */
export interface Order {
  readonly id: number;
  readonly clientOrderId: string;
  readonly account: AccountId;
  readonly pair: PairName;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** 0 for a market order. */
  readonly ticks: number;
  /** As asked for; a market order by notional gets what it filled when it ends. */
  readonly lots: number;
  /** Counter that a market order was told to spend or to bring in. */
  readonly notional: Units | null;
  readonly filledLots: number;
  readonly filledNotional: Units;
  /** What the ledger still holds for it: counter of a buy, base of a sell. */
  readonly locked: Units;
  readonly status: OrderStatus;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One account's side of a trade. */
export interface AccountTrade {
  /** Rises within a pair; both sides of a trade have the same. */
  readonly id: number;
  /** Rises over all pairs and accounts: the order in which things happened. */
  readonly sequence: number;
  readonly pair: PairName;
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly side: Side;
  readonly ticks: number;
  readonly lots: number;
  /** What was moved, in counter: price × amount, cut off at the counter's digits. */
  readonly notional: Units;
  readonly fee: Units;
  readonly feeCurrency: string;
  readonly isMaker: boolean;
  readonly at: number;
}

/** A trade as everybody sees it. */
export interface TapeTrade {
  readonly id: number;
  readonly pair: PairName;
  readonly ticks: number;
  readonly lots: number;
  /** As in {@link AccountTrade}. */
  readonly notional: Units;
  readonly takerSide: Side;
  readonly at: number;
}

/** What an account asks for. Exactly one of `amount` and `notional`; a price unless it is a market order. */
export interface PlaceOrder {
  /** Made up by the venue when absent. */
  readonly clientOrderId?: string | undefined;
  readonly pair: PairName;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly price?: string | undefined;
  readonly amount?: string | undefined;
  readonly notional?: string | undefined;
  /** What becomes of a `limitMaker` order that would take: it is refused (unless given), or accepted and expired at once. */
  readonly whenTaking?: 'refuse' | 'expire' | undefined;
}

/** Names an order by either id. */
export interface OrderName {
  readonly pair: PairName;
  readonly id?: number | undefined;
  readonly clientOrderId?: string | undefined;
}
