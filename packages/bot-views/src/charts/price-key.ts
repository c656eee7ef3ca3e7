/** Best prices of a pair, as the last event told. */
export const priceKey = (exchangeId: string, pair: string): readonly unknown[] => ['price', exchangeId, pair];
