import type { OrderState } from '@tenbin/bots';
import type { Currency, Decimal, PairName } from '@tenbin/market';

/**
 * What a bot and its exchange disagree on:
 *
 * - orderMissing: open here, and over there;
 * - orderUnknown: open there with an id of the bot's, and not here;
 * - orderDiffers: another order stands there under its id;
 * - orderStuck: what became of its sending or its cancelling is not known here;
 * - fillMissing: it traded more than is booked;
 * - ownerless: open there with an id of ours that belongs to no bot of the account;
 * - marketChanged: it has orders on a pair that the exchange has no more;
 * - ledgerDiffers: the wallet has less than the bot's share.
 */
export type DifferenceKind =
  | 'orderMissing'
  | 'orderUnknown'
  | 'orderDiffers'
  | 'orderStuck'
  | 'fillMissing'
  | 'ownerless'
  | 'marketChanged'
  | 'ledgerDiffers';

/**
 * - takenIn: the books follow the exchange;
 * - cancelled: the order is cancelled there; asked for, or it is left;
 * - stopAsked: the bot is asked to stop, as it would be after a while by itself;
 * - waits: only time, or its worker, can tell.
 */
export type Remedy = 'takenIn' | 'cancelled' | 'stopAsked' | 'waits';

/** How something stands on one side: an order's state, an amount, or both. */
export interface Standing {
  readonly state: OrderState | 'none' | null;
  readonly amount: Decimal | null;
}

export interface Difference {
  readonly kind: DifferenceKind;
  /** Of an order. */
  readonly pair: PairName | null;
  readonly clientOrderId: string | null;
  readonly exchangeOrderId: string | null;
  /** Of money. */
  readonly currency: Currency | null;
  readonly expected: Standing;
  readonly found: Standing;
  readonly since: Date;
  readonly remedy: Remedy;
}
