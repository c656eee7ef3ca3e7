import { currenciesOf } from '@tenbin/market';

/** Three currencies and all pairs that an exchange offers between them: at least two, so that they are connected. */
export interface Combination {
  /** In the order in which the exchange names them. */
  readonly currencies: readonly [string, string, string];
  readonly pairs: readonly string[];
}

/** Every set of exactly three currencies that the pairs connect. Those with all three pairs come first. */
export function combinationsOf(pairs: readonly string[]): Combination[] {
  const order = currenciesOf(pairs);
  const found = new Map<string, Combination>();
  for (const [index, first] of pairs.entries()) {
    for (const second of pairs.slice(index + 1)) {
      const currencies = currenciesOf([first, second]);
      if (currencies.length !== 3) continue;
      const sorted = currencies.sort((a, b) => order.indexOf(a) - order.indexOf(b)) as [string, string, string];
      const key = sorted.join(' ');
      if (found.has(key)) continue;
      found.set(key, {
        currencies: sorted,
        pairs: pairs.filter((pair) => currenciesOf([pair]).every((currency) => sorted.includes(currency))),
      });
    }
  }
  return [...found.values()].sort((a, b) => b.pairs.length - a.pairs.length);
}

/** Whether the pairs cover exactly three currencies; then they connect them, too. */
export const coversThree = (pairs: readonly string[]): boolean => currenciesOf(pairs).length === 3;
