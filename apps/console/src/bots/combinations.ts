import { currenciesOf, parsePair } from '@tenbin/market';

/** Three currencies and all pairs that an exchange offers between them: at least two, so that they are connected. */
export interface Combination {
  /** In the order in which the exchange names them. */
  readonly currencies: readonly [string, string, string];
  readonly pairs: readonly string[];
}

/** Currencies by their places in the list of currencies. */
interface Link {
  readonly pair: string;
  readonly base: number;
  readonly counter: number;
  /** Its place in the exchange's list of pairs. */
  readonly at: number;
}

/**
 * Every set of exactly three currencies that the pairs connect. Those with all three pairs come first, and of them those whose
 * currencies the exchange trades against most others: what is looked for, and liquid.
 *
 * An exchange with 1,500 pairs has some 200,000 of them, so only pairs that share a currency are looked at together.
 */
export function combinationsOf(pairs: readonly string[]): Combination[] {
  const currencies = currenciesOf(pairs);
  const links = linksOf(pairs, currencies);
  const between = new Map(links.map((link) => [keyOf(link.base, link.counter, currencies.length), link]));
  const closed: Combination[] = [];
  const open: Combination[] = [];
  const byCurrency = linksByCurrency(links, currencies.length);
  const reach = new Map<Combination, number>();
  const add = (to: Combination[], combination: Combination, places: readonly number[]): void => {
    reach.set(
      combination,
      places.reduce((sum, place) => sum + (byCurrency[place]?.length ?? 0), 0),
    );
    to.push(combination);
  };
  const mostTraded = (a: Combination, b: Combination): number => (reach.get(b) ?? 0) - (reach.get(a) ?? 0);
  for (const [hub, around] of byCurrency.entries()) {
    for (const [first, second] of twos(around)) {
      const ends = [farEnd(first, hub), farEnd(second, hub)] as const;
      const third = between.get(keyOf(...ends, currencies.length));
      // Three pairs meet in each of their currencies: they are taken where they meet in the first.
      if (third && hub > Math.min(...ends)) continue;
      const places = inOrder(hub, ...ends);
      const three = places.map((place) => currencies[place] ?? '') as [string, string, string];
      if (third) add(closed, { currencies: three, pairs: [first, second, third].sort(byPlace).map(nameOf) }, places);
      else add(open, { currencies: three, pairs: [first.pair, second.pair] }, places);
    }
  }
  return [...closed.sort(mostTraded), ...open.sort(mostTraded)];
}

function* twos(links: readonly Link[]): Generator<readonly [Link, Link]> {
  for (const [index, first] of links.entries()) for (const second of links.slice(index + 1)) yield [first, second];
}

const farEnd = ({ base, counter }: Link, near: number): number => (base === near ? counter : base);
const nameOf = ({ pair }: Link): string => pair;

function inOrder(a: number, b: number, c: number): readonly [number, number, number] {
  const low = Math.min(a, b, c);
  const high = Math.max(a, b, c);
  return [low, a + b + c - low - high, high];
}

const keyOf = (one: number, other: number, count: number): number => Math.min(one, other) * count + Math.max(one, other);
const byPlace = (a: Link, b: Link): number => a.at - b.at;

function linksOf(pairs: readonly string[], currencies: readonly string[]): Link[] {
  const places = new Map(currencies.map((currency, place) => [currency, place]));
  return pairs.map((pair, at) => {
    const { base, counter } = parsePair(pair);
    return { pair, base: places.get(base) ?? 0, counter: places.get(counter) ?? 0, at };
  });
}

/** For each currency the pairs that it is in. */
function linksByCurrency(links: readonly Link[], count: number): readonly (readonly Link[])[] {
  const around = Array.from({ length: count }, (): Link[] => []);
  for (const link of links) {
    around[link.base]?.push(link);
    around[link.counter]?.push(link);
  }
  return around;
}

/** What the wallet can serve comes first; otherwise the order stays. */
export function sortByWallet(combinations: readonly Combination[], held: ReadonlySet<string>): Combination[] {
  const byMissing: Combination[][] = [[], [], [], []];
  for (const combination of combinations) {
    const missing = combination.currencies.reduce((sum, currency) => sum + (held.has(currency) ? 0 : 1), 0);
    byMissing[missing]?.push(combination);
  }
  return byMissing.flat();
}

/** Whether the pairs cover exactly three currencies; then they connect them, too. */
export const coversThree = (pairs: readonly string[]): boolean => currenciesOf(pairs).length === 3;
