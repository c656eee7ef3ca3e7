import type { Currency, PairName } from '@tenbin/market';
import { parsePair } from '@tenbin/market';

/** Current price of each pair, counter per base: the middle of the book, or the last trade where there is no book. */
export type PricesByPair = ReadonlyMap<PairName, number>;

/** What one unit of a currency is worth in USD. A currency that is not in it has no known worth. */
export type UsdPrices = ReadonlyMap<Currency, number>;

/** Taken to be worth one USD. */
export const usdLikeCurrencies: readonly Currency[] = ['USD', 'USDT', 'USDC', 'FDUSD', 'TUSD', 'USDP', 'PYUSD', 'BUSD', 'DAI'];

/**
 * Worth in USD of every currency that the pairs connect with USD, over as few crosses as possible; among equally
 * short ways the one whose pair comes first. Others (JPY on an exchange without JPY against the rest) stay unknown.
 */
export function usdPrices({ prices, usdLike = usdLikeCurrencies }: { prices: PricesByPair; usdLike?: readonly Currency[] }): UsdPrices {
  const worth = new Map<Currency, number>(usdLike.map((currency) => [currency, 1]));
  const ways = waysFrom(prices);
  const queue = [...worth.keys()];
  for (const known of queue) {
    for (const [next, factor] of ways.get(known) ?? []) {
      if (worth.has(next)) continue;
      worth.set(next, (worth.get(known) ?? 0) * factor);
      queue.push(next);
    }
  }
  return worth;
}

/** For each currency its neighbours, and how many of it one unit of the neighbour costs. */
function waysFrom(prices: PricesByPair): Map<Currency, [Currency, number][]> {
  const ways = new Map<Currency, [Currency, number][]>();
  const join = (from: Currency, to: Currency, factor: number): void => {
    const known = ways.get(from);
    if (known) known.push([to, factor]);
    else ways.set(from, [[to, factor]]);
  };
  for (const [pair, price] of prices) {
    if (!(price > 0 && Number.isFinite(price))) continue;
    const { base, counter } = parsePair(pair);
    join(counter, base, price);
    join(base, counter, 1 / price);
  }
  return ways;
}
