import { type Currency, type PairName, parsePair } from '@tenbin/market';
import { Refusal } from '../route/refusal.ts';

/**
 * The pairs whose candles a back-test needs: its own, and for each that the exchange does not offer the two from which
 * it is derived.
 *
 * @throws {Refusal} `crossNotPossible`; {DomainError} `invalidCurrencyPairName`
 */
export function requiredSeries(pairs: readonly PairName[], offered: Iterable<PairName>): PairName[] {
  const known = new Set(offered);
  return [...new Set(pairs.flatMap((pair) => (known.has(pair) ? [pair] : legsOf(pair, known))))];
}

function legsOf(pair: PairName, offered: ReadonlySet<PairName>): [PairName, PairName] {
  const { base, counter } = parsePair(pair);
  const [ofBase, ofCounter] = [neighbours(base, offered), neighbours(counter, offered)];
  for (const [common, first] of ofBase) {
    const second = ofCounter.get(common);
    if (second !== undefined) return [first, second];
  }
  throw new Refusal('crossNotPossible', { facts: { pair } });
}

/** What a currency is traded against, and in which pair. */
function neighbours(currency: Currency, offered: ReadonlySet<PairName>): ReadonlyMap<Currency, PairName> {
  const found = new Map<Currency, PairName>();
  for (const pair of offered) {
    const { base, counter } = parsePair(pair);
    if (base === currency) found.set(counter, pair);
    else if (counter === currency) found.set(base, pair);
  }
  return found;
}

/** All pairs between some currencies. @throws {Refusal} `noPairs` */
export function pairsBetween(currencies: readonly Currency[], offered: Iterable<PairName>): PairName[] {
  const found = [...offered].filter((pair) => {
    const { base, counter } = parsePair(pair);
    return currencies.includes(base) && currencies.includes(counter);
  });
  if (found.length === 0) throw new Refusal('noPairs', { facts: { currencies: currencies.join(', ') } });
  return found;
}
