import { isInferredTrade } from '@tenbin/bots';
import { compare, type Decimal, sum } from '@tenbin/market';
import { type BotOrder, tradedAmount } from './bot-order.ts';

/**
 * Whether a trade is in the books already, by its order's totals: with it there would be more than the exchange says was
 * filled.
 */
export const isCovered = (order: BotOrder, trade: { readonly tradeId: string; readonly amount: Decimal }): boolean =>
  !isInferredTrade(trade) &&
  order.trades.some(isInferredTrade) &&
  compare(sum([tradedAmount(order), trade.amount]), order.reportedFilled) > 0;
