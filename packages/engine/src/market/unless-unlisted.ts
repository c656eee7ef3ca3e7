import { ExchangeError } from '@tenbin/exchange';
import type { PairName } from '@tenbin/market';

/** What an exchange tells of a pair; nothing where it says that it has none of that name: the other pairs are looked at all the same. */
export async function unlessUnlisted<T>(unlisted: Set<PairName>, pair: PairName, ask: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ExchangeError) || error.reason !== 'badSymbol') throw error;
    unlisted.add(pair);
    return [];
  }
}
