import type { BotPhase, OrderState } from '@tenbin/bots';
import type { Currency, Decimal, PairName } from '@tenbin/market';

/**
 * What a bot and its exchange disagree on:
 *
 * - orderMissing: open here, and over there;
 * - orderUnknown: open there with an id of the bot's, and not here;
 * - orderDiffers: another order stands there under its id, or it stands there on other terms;
 * - orderStuck: what became of its sending or its cancelling is not known here;
 * - fillMissing: it traded more than is booked;
 * - fillUnknown: an order with an id of the bot's that nobody here knows has traded, and is over;
 * - fillDuplicate: one trade is booked twice;
 * - overfill: more is booked of an order than it was large, or than the exchange says;
 * - feeDiffers: a trade is booked with another fee, or for other money, than the exchange says;
 * - holdDiffers: what its virtual account holds for its orders is not what they may still spend;
 * - ledgerDiffers: the wallet has less than the bot's share;
 * - walletMoved: the wallet has more: it came by no order of the account's bots;
 * - bookDiffers: what is stored is not what the movements add up to;
 * - stateDiffers: it was asked to run long ago, and is stopped; or to stop, and neither has nor rebalances;
 * - marketChanged: it has orders on a pair that the exchange has no more, or that its rules would refuse by now;
 * - keyChanged: the exchange refuses the key;
 * - ownerless: open there with an id of ours that belongs to no bot of the account.
 */
export const differenceKinds = [
  'orderMissing',
  'orderUnknown',
  'orderDiffers',
  'orderStuck',
  'fillMissing',
  'fillUnknown',
  'fillDuplicate',
  'overfill',
  'feeDiffers',
  'holdDiffers',
  'ledgerDiffers',
  'walletMoved',
  'bookDiffers',
  'stateDiffers',
  'marketChanged',
  'keyChanged',
  'ownerless',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/**
 * - takenIn: the books follow the exchange;
 * - corrected: what is stored is brought to what it follows from;
 * - cancelled: the order is cancelled there; asked for, or it is left;
 * - stopAsked: the bot is asked to stop, as it would be after a while by itself, and begins with its wallet again;
 * - workerAsked: its account is given to a worker anew;
 * - atNextStart: it becomes the bot's with its next start, and nobody's before;
 * - byOwner: only whoever entered the key can mend it;
 * - waits: only time, or its worker, can tell; of trades booked on a virtual account, whoever looks after that.
 */
export type Remedy = 'takenIn' | 'corrected' | 'cancelled' | 'stopAsked' | 'workerAsked' | 'atNextStart' | 'byOwner' | 'waits';

/** How something stands on one side: the state of an order or of a bot, an amount, or both. */
export interface Standing {
  readonly state: OrderState | BotPhase['kind'] | 'none' | null;
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
