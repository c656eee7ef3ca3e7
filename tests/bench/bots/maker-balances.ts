/** What a market maker has: more than its quotes ask for. */
export const makerBalances = { BTC: '10', ETH: '200', USDT: '600000' } as const;
