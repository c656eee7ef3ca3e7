import { type BotOrder, hasEnded } from '@tenbin/bots';

/** Orders that have ended with trades that they did not have before. */
export function filledSince(before: readonly BotOrder[], now: readonly BotOrder[]): BotOrder[] {
  const traded = new Map(before.map(({ clientOrderId, trades }) => [clientOrderId, trades.length]));
  return now.filter((order) => hasEnded(order) && order.trades.length > (traded.get(order.clientOrderId) ?? 0));
}
