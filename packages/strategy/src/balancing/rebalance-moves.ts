/**
 * How much worth has to move over which pairs until all currencies are worth the same: plain doubles, no grid.
 *
 * Where a pair joins a currency that has too much with one that lacks, the worth moves there directly; otherwise over as
 * few pairs as possible. Fees are paid by all alike: the even part is that of what remains.
 */
import type { Currency, MarketRules, PairName, Side } from '@tenbin/market';
import { parsePair } from '@tenbin/market';

/** One direction of one pair: sells `from` for `to`, or buys `to` with `from`. */
export interface Road {
  readonly pair: PairName;
  readonly side: Side;
  readonly from: Currency;
  readonly to: Currency;
  /** The fraction that arrives: 1 − fee. */
  readonly keep: number;
}

/** Worth, in the unit of `worths`, that leaves `road.from`. */
export interface Move {
  readonly road: Road;
  readonly worth: number;
}

/** Both directions of the pairs that join these currencies. */
export function roadsBetween(currencies: readonly Currency[], rules: Iterable<MarketRules>): Road[] {
  return [...rules].flatMap(({ pair, takerFee }): Road[] => {
    const { base, counter } = parsePair(pair);
    if (!currencies.includes(base) || !currencies.includes(counter)) return [];
    const keep = 1 - takerFee;
    return [
      { pair, side: 'sell', from: base, to: counter, keep },
      { pair, side: 'buy', from: counter, to: base, keep },
    ];
  });
}

/** Whether every currency can be turned into every other. */
export const areJoined = (currencies: readonly Currency[], roads: readonly Road[]): boolean =>
  currencies.slice(1).every((currency) => minWay(roads, currencies[0] ?? '', currency) !== null);

/** The even part settles within a few rounds: each error is a fee of the one before. */
const rounds = 8;

/** @param worths - of each currency; what lies outside of the roads stays where it is */
export function evenMoves(worths: ReadonlyMap<Currency, number>, roads: readonly Road[]): Move[] {
  const total = [...worths.values()].reduce((sum, worth) => sum + worth, 0);
  let moves: Move[] = [];
  for (let round = 0, fees = 0; round < rounds; round += 1) {
    moves = movesTo((total - fees) / worths.size, worths, roads);
    fees = moves.reduce((sum, { road, worth }) => sum + worth * (1 - road.keep), 0);
  }
  return moves;
}

interface Transport {
  readonly from: Currency;
  readonly to: Currency;
  readonly way: readonly Road[];
}

/** Short ways first; among them the largest surplus, and from it to the largest lack. */
function movesTo(even: number, worths: ReadonlyMap<Currency, number>, roads: readonly Road[]): Move[] {
  const surplus = new Map([...worths].map(([currency, worth]) => [currency, worth - even]));
  const of = (currency: Currency): number => surplus.get(currency) ?? 0;
  const moved = new Map<Road, number>();
  for (const { from, to, way } of transports([...worths.keys()], roads).sort(
    (a, b) => a.way.length - b.way.length || of(b.from) - of(a.from) || of(a.to) - of(b.to),
  )) {
    const keep = way.reduce((product, road) => product * road.keep, 1);
    let worth = Math.min(of(from), -of(to) / keep);
    if (!(worth > 0)) continue;
    surplus.set(from, of(from) - worth);
    for (const road of way) {
      moved.set(road, (moved.get(road) ?? 0) + worth);
      worth *= road.keep;
    }
    surplus.set(to, of(to) + worth);
  }
  return [...moved].map(([road, worth]) => ({ road, worth }));
}

function transports(currencies: readonly Currency[], roads: readonly Road[]): Transport[] {
  return currencies.flatMap((from) =>
    currencies.flatMap((to) => {
      const way = from === to ? null : minWay(roads, from, to);
      return way ? [{ from, to, way }] : [];
    }),
  );
}

function minWay(roads: readonly Road[], from: Currency, to: Currency): readonly Road[] | null {
  const ways = new Map<Currency, readonly Road[]>([[from, []]]);
  for (const [reached, way] of ways) {
    if (reached === to) return way;
    for (const road of roads) if (road.from === reached && !ways.has(road.to)) ways.set(road.to, [...way, road]);
  }
  return null;
}
