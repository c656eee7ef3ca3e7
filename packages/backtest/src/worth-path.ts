import { type Currency, type PairName, parsePair } from '@tenbin/market';
import { usdLikeCurrencies } from '@tenbin/strategy';

/** One step of valuing a currency: by which pair, and whether the pair's price or one over it. */
export interface WorthStep {
  readonly pair: number;
  readonly isInverse: boolean;
}

/** The currency in which worth is told: one that stands for USD, else the first pair's counter. */
export function worthCurrency(currencies: readonly Currency[], pairs: readonly PairName[]): Currency {
  return usdLikeCurrencies.find((currency) => currencies.includes(currency)) ?? parsePair(pairs[0] ?? '').counter;
}

/**
 * How each currency is valued: over as few pairs as possible, among equally short ways the one whose pair comes first.
 *
 * @returns by currency the steps to the currency of worth, none for itself; null where pairs do not connect them
 */
export function worthPaths(
  currencies: readonly Currency[],
  pairs: readonly PairName[],
  worthIn: Currency,
): (readonly WorthStep[] | null)[] {
  const found = new Map<Currency, readonly WorthStep[]>([[worthIn, []]]);
  const queue = [worthIn];
  for (const known of queue) {
    const rest = found.get(known) ?? [];
    pairs.forEach((name, pair) => {
      const { base, counter } = parsePair(name);
      if (base !== known && counter !== known) return;
      const next = base === known ? counter : base;
      if (found.has(next)) return;
      found.set(next, [{ pair, isInverse: base === known }, ...rest]);
      queue.push(next);
    });
  }
  return currencies.map((currency) => found.get(currency) ?? null);
}
