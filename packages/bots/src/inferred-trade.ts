/**
 * The id of what was reckoned from an order's totals, since its trades did not come: no exchange's trade has such a one.
 *
 * @param count - how often that was done for the order before
 */
export const inferredTradeId = (exchangeOrderId: string, count: number): string => `${mark}${exchangeOrderId}-${count}`;

/** Whether it was reckoned from an order's totals, not told as a trade. */
export const isInferredTrade = ({ tradeId }: { readonly tradeId: string }): boolean => tradeId.startsWith(mark);

const mark = 'inferred-';
