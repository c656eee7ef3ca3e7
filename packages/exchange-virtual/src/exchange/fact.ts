import type { Candle, PairName, Side } from '@tenbin/market';
import type { AccountId } from '../ledger/ledger.ts';
import type { FeeCoin } from './fee-coin.ts';
import type { OrderStatus, OrderType, Prevention, SelfTradePrevention, TimeInForce } from './order.ts';
import type { RulesChange } from './trading-rules.ts';

/** What a key may do. */
export interface Rights {
  readonly read: boolean;
  readonly trade: boolean;
  readonly withdraw: boolean;
  readonly transfer: boolean;
}

/**
 * Something that happened and is never taken back. The venue's whole memory is the sequence of its facts:
 * they change the running state, they are written before anything is answered, and a restart applies them again.
 * Money is units as text, prices ticks, amounts lots, times epoch milliseconds.
 */
export type Fact =
  | {
      readonly type: 'account';
      readonly account: AccountId;
      readonly key: string;
      readonly secret: string;
      readonly passphrase: string | null;
      readonly rights: Rights;
      readonly at: number;
    }
  /** Another key of an account. */
  | {
      readonly type: 'key';
      readonly account: AccountId;
      readonly key: string;
      readonly secret: string;
      readonly passphrase: string | null;
      readonly rights: Rights;
      readonly at: number;
    }
  | { readonly type: 'keyRevoked'; readonly account: AccountId; readonly key: string; readonly at: number }
  | { readonly type: 'feeCoin'; readonly account: AccountId; readonly coin: FeeCoin | null; readonly at: number }
  | { readonly type: 'deposit'; readonly account: AccountId; readonly currency: string; readonly amount: string; readonly at: number }
  /** From now on a currency is counted with so many decimals. */
  | { readonly type: 'moneyDigits'; readonly currency: string; readonly digits: number; readonly at: number }
  | OrderFact
  | TradeFact
  | {
      readonly type: 'ended';
      readonly order: number;
      readonly status: Exclude<OrderStatus, 'open'>;
      /** The id of the request that cancelled it. */
      readonly cancelId: string | null;
      /** Only with `prevented`. */
      readonly prevention?: Prevention;
      readonly at: number;
    }
  /** Trade ids up to this one may have been given out. */
  | { readonly type: 'tradeIds'; readonly pair: PairName; readonly upTo: number }
  /** What a market's rules say otherwise from now on. */
  | { readonly type: 'rules'; readonly pair: PairName; readonly change: RulesChange; readonly at: number }
  | { readonly type: 'prices'; readonly prices: Readonly<Record<PairName, number>>; readonly at: number }
  | { readonly type: 'candle'; readonly pair: PairName; readonly candle: Candle };

/** An order was accepted, and money locked for it. */
export interface OrderFact {
  readonly type: 'order';
  readonly id: number;
  readonly clientOrderId: string;
  readonly account: AccountId;
  readonly pair: PairName;
  readonly side: Side;
  readonly kind: OrderType;
  readonly timeInForce: TimeInForce;
  /** Journals of earlier versions have none: there was none. */
  readonly selfTradePrevention?: SelfTradePrevention;
  readonly ticks: number;
  readonly lots: number;
  readonly notional: string | null;
  readonly locked: string;
  readonly at: number;
}

/** Two orders met. Order 0 is the house's. */
export interface TradeFact {
  readonly type: 'trade';
  readonly id: number;
  readonly pair: PairName;
  readonly ticks: number;
  readonly lots: number;
  /** What was moved, in counter. Journals of earlier versions have none: it was the whole product of price and amount. */
  readonly notional?: string;
  readonly takerSide: Side;
  readonly taker: number;
  readonly maker: number;
  readonly takerFee: string;
  readonly makerFee: string;
  /** Only where a fee is not taken from what its side receives. */
  readonly takerFeeCurrency?: string;
  readonly makerFeeCurrency?: string;
  readonly at: number;
}
