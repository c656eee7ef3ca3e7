/** What a market maker has: more than its quotes ask for. */
export const makerBalances = { BTC: '10', ETH: '200', USDT: '600000' } as const;

/** How each market maker quotes, percent, behind the orders of the test bots; they differ only in their pair and in what move they follow. */
export const makerQuotes = { orderLevels: 5, bidSpread: 3, askSpread: 3, orderLevelSpread: 0.1 } as const;

/** By pair, in base. */
export const makerAmounts: Readonly<Record<string, string>> = { 'BTC/USDT': '0.01', 'ETH/USDT': '0.2' };

/** Percent: no two market makers of a pair follow the same move. */
export const thresholdOf = (index: number): number => Number((0.05 + 0.001 * (index % 100)).toFixed(3));
