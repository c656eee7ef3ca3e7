import { buyPrice, sellPrice } from '@tenbin/strategy';
import type { CandleMarket } from './candle-market.ts';

/**
 * By what a pair's fills multiply the even price of each pair, its own among them.
 *
 * An order moves a fixed share of both balances: a sell takes delta / (1 + 2 delta) of the base and adds delta of the
 * counter, less the fee; a buy takes delta of the counter and adds delta / (1 - 2 delta) of the base, less the fee. So
 * a fill multiplies even prices by what is known before: one multiplication in place of its two divisions, right but
 * for rounding.
 *
 * @param kept - by pair, 1 less the fee
 * @returns by pair that fills, by pair whose even price moves: for its sell, for its buy
 */
export function evenStepsOf({ bases, counters }: CandleMarket, delta: number, kept: Float64Array): Float64Array {
  const pairs = bases.length;
  const steps = new Float64Array(2 * pairs * pairs);
  for (let filled = 0; filled < pairs; filled++) {
    const share = kept[filled]!;
    const base = bases[filled]!;
    const counter = counters[filled]!;
    for (let p = 0; p < pairs; p++) {
      const at = 2 * (pairs * filled + p);
      steps[at] = stepOf(p, 1 - delta / sellPrice(1, delta), 1 + delta * share);
      steps[at + 1] = stepOf(p, 1 + (delta / buyPrice(1, delta)) * share, 1 - delta);
    }

    function stepOf(pair: number, ofBase: number, ofCounter: number): number {
      const grown = (currency: number) => (currency === base ? ofBase : currency === counter ? ofCounter : 1);
      return grown(counters[pair]!) / grown(bases[pair]!);
    }
  }
  return steps;
}
