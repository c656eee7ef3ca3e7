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
 * - stateDiffers: it was asked to run, to stop or to rebalance long ago, and does not;
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
