import type { Fill } from '@tenbin/market';

/** How much later than others a trade may show in a list, or stand behind them in it. */
export const overlapMs = 5 * 60_000;

/** Both sides of one trade may be ours, where an exchange lets an account trade with itself: one trade, two orders. */
export const fillKey = ({ tradeId, exchangeOrderId }: Fill): string => `${tradeId} ${exchangeOrderId}`;

/**
 * What of a list is after a trade, or shortly before it. Where the trade is not in it, the list began after it.
 *
 * @param fills - oldest first
 */
export function withOverlap(fills: Fill[], afterTradeId: string | undefined): Fill[] {
  const mark = fills.find((fill) => fill.tradeId === afterTradeId);
  if (mark === undefined) return fills;
  const from = mark.at.getTime() - overlapMs;
  return fills.filter((fill) => fill.tradeId !== afterTradeId && fill.at.getTime() >= from);
}
