import { type BotOrder, hasEnded, isInferredTrade, tradedAmount } from '@tenbin/bots';
import { compare, type Fill, sum } from '@tenbin/market';

type Trade = Pick<Fill, 'tradeId' | 'amount' | 'at'>;

/**
 * Whether a trade is in the books already, by its order's totals: they are as of a time after it, or with it there would be
 * more than the exchange says was filled.
 */
export const isCovered = (order: BotOrder, trade: Trade): boolean =>
  !isInferredTrade(trade) && (isOfTotals(order, trade) || isTooMuch(order, trade));

/** Whether that cannot be told yet: it is news of an open order whose new state has not come. */
export const isBeforeItsReport = (order: BotOrder, trade: Trade): boolean =>
  !isInferredTrade(trade) && !hasEnded(order) && !isOfTotals(order, trade) && isTooMuch(order, trade);

const isOfTotals = ({ trades }: BotOrder, { at }: Trade): boolean => trades.some((one) => isInferredTrade(one) && at <= one.at);

const isTooMuch = (order: BotOrder, { amount }: Trade): boolean =>
  order.trades.some(isInferredTrade) && compare(sum([tradedAmount(order), amount]), order.reportedFilled) > 0;
