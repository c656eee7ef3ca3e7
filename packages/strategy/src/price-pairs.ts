import { type Currency, type PairName, parsePair } from '@tenbin/market';
import { usdLikeCurrencies } from './usd-prices.ts';

/**
 * The pairs whose prices tell what some currencies are worth in USD: for each currency the shortest way to a currency
 * that counts as USD. A currency without such a way adds nothing.
 */
export function pricePairsOf(currencies: readonly Currency[], offered: Iterable<PairName>): PairName[] {
  const ways = waysToUsd(offered);
  const wanted = new Set<PairName>();
  for (const currency of currencies) {
    let at: Currency | undefined = currency;
    while (at !== undefined) {
      const step: Step | undefined = ways.get(at);
      if (step) wanted.add(step.pair);
      at = step?.next;
    }
  }
  return [...wanted];
}

interface Step {
  readonly pair: PairName;
  readonly next: Currency;
}

/** For each currency that leads to USD the pair to take and the currency it leads to. */
function waysToUsd(offered: Iterable<PairName>): ReadonlyMap<Currency, Step> {
  const neighbours = new Map<Currency, Step[]>();
  const join = (from: Currency, step: Step): void => {
    const known = neighbours.get(from);
    if (known) known.push(step);
    else neighbours.set(from, [step]);
  };
  for (const pair of offered) {
    const { base, counter } = parsePair(pair);
    join(base, { pair, next: counter });
    join(counter, { pair, next: base });
  }
  const ways = new Map<Currency, Step>();
  const reached = new Set<Currency>(usdLikeCurrencies);
  const queue = [...usdLikeCurrencies];
  for (const currency of queue) {
    for (const { pair, next } of neighbours.get(currency) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      ways.set(next, { pair, next: currency });
      queue.push(next);
    }
  }
  return ways;
}
