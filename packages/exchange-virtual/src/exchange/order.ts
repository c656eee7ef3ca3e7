import type { PairName, Side } from '@tenbin/market';
import type { AccountId } from '../ledger/ledger.ts';
import type { Units } from '../ledger/units.ts';

export type OrderType = 'limit' | 'limitMaker' | 'market';
/** Good till cancelled, immediate or cancel, fill or kill. */
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
/**
 * `open` also when partly filled; `expired`: the rest of a market, IOC or FOK order that found nobody; `prevented`: the
 * rest of an order that would have met another one of its own account.
 */
export type OrderStatus = 'open' | 'filled' | 'cancelled' | 'expired' | 'prevented';

/** Which orders end where one would take from another of its own account, without trading. The one that takes decides. */
export const selfTradePreventions = ['none', 'expireMaker', 'expireTaker', 'expireBoth'] as const;
export type SelfTradePrevention = (typeof selfTradePreventions)[number];

/** A meeting of two orders of one account that did not become a trade. */
export interface Prevention {
  /** Rises over all pairs. */
  readonly id: number;
  readonly taker: number;
  readonly maker: number;
  /** The maker's price. */
  readonly ticks: number;
  /** What was left of the order that ended by it. */
  readonly lots: number;
}

/** An order of an account, as it stands. */
export interface Order {
  readonly id: number;
  readonly clientOrderId: string;
  readonly account: AccountId;
  readonly pair: PairName;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** What it does where it would take from another order of its account. */
  readonly selfTradePrevention: SelfTradePrevention;
  /** Why it ended, where its status is `prevented`. */
  readonly prevention: Prevention | null;
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
  /** As its market has it, unless given. */
  readonly selfTradePrevention?: SelfTradePrevention | undefined;
  /** What becomes of a `limitMaker` order that would take: it is refused (unless given), or accepted and expired at once. */
  readonly whenTaking?: 'refuse' | 'expire' | undefined;
}

/** Names an order by either id. */
export interface OrderName {
  readonly pair: PairName;
  readonly id?: number | undefined;
  readonly clientOrderId?: string | undefined;
}
