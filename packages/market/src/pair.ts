import { MarketError } from './market-error.ts';
import { pairPattern } from './pair-pattern.ts';

/** Currency code in capitals, as the exchange writes it: 'BTC'. */
export type Currency = string;

/** 'BASE/COUNTER', exactly one slash: 'BTC/USDT'. */
export type PairName = string;

export interface Pair {
  readonly name: PairName;
  readonly base: Currency;
  readonly counter: Currency;
}

/** Few names are read again and again. */
const known = new Map<string, Pair>();
const maxKnown = 10_000;

/**
 * Reads a pair's name.
 *
 * @throws {DomainError} `invalidCurrencyPairName`
 */
export function parsePair(name: string): Pair {
  const pair = known.get(name) ?? readPair(name);
  if (known.size < maxKnown) known.set(name, pair);
  return pair;
}

function readPair(name: string): Pair {
  const [base = '', counter = ''] = name.split('/');
  if (!pairPattern.test(name) || base === counter) throw new MarketError('invalidCurrencyPairName', { name: name.slice(0, 60) });
  return { name, base, counter };
}

/** The distinct currencies of some pairs, in order of first appearance. */
export function currenciesOf(pairs: readonly PairName[]): Currency[] {
  const found = new Set<Currency>();
  for (const name of pairs) {
    const { base, counter } = parsePair(name);
    found.add(base).add(counter);
  }
  return [...found];
}
