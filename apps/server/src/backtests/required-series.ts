import { crossLegs } from '@tenbin/backtest';
import { type Currency, type PairName, parsePair } from '@tenbin/market';
import { Refusal } from '../route/refusal.ts';

/**
 * The pairs whose candles a back-test needs: its own, and for each that the exchange does not offer the two from which
 * it is derived.
 *
 * @throws {Refusal} `crossNotPossible`; {DomainError} `invalidCurrencyPairName`
 */
export function requiredSeries(pairs: readonly PairName[], offered: Iterable<PairName>): PairName[] {
  const known = [...offered];
  const requireLegs = (pair: PairName): readonly PairName[] => {
    const legs = crossLegs(pair, known);
    if (!legs) throw new Refusal('crossNotPossible', { facts: { pair } });
    return legs;
  };
  return [...new Set(pairs.flatMap((pair) => (known.includes(pair) ? [pair] : requireLegs(pair))))];
}

/** All pairs between some currencies. @throws {Refusal} `noPairs` */
export function pairsBetween(currencies: readonly Currency[], offered: Iterable<PairName>): PairName[] {
  const found = [...offered].filter((pair) => {
    const { base, counter } = parsePair(pair);
    return currencies.includes(base) && currencies.includes(counter);
  });
  if (found.length === 0) throw new Refusal('noPairs', { facts: { currencies } });
  return found;
}
