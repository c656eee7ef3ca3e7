import { buyPrice, sellPrice } from '@tenbin/strategy';
import type { CandleMarket } from './candle-market.ts';

/** By what a pair's fills multiply the even price of each pair, its own among them. */
export interface EvenSteps {
  readonly sell: readonly number[];
  readonly buy: readonly number[];
}

/**
 * An order moves a fixed share of both balances: a sell takes delta / (1 + 2 delta) of the base and adds delta of the
 * counter, less the fee; a buy takes delta of the counter and adds delta / (1 − 2 delta) of the base, less the fee. So
 * every fill multiplies even prices by what is known before: one multiplication in place of a fill's two divisions,
 * right but for rounding.
 *
 * @param kept - by pair, 1 less the fee
 * @returns by pair that fills
 */
export function evenStepsOf({ bases, counters }: CandleMarket, delta: number, kept: Float64Array): EvenSteps[] {
  return Array.from(kept, (share, pair) => ({
    sell: stepsOf(pair, 1 - delta / sellPrice(1, delta), 1 + delta * share),
    buy: stepsOf(pair, 1 + (delta / buyPrice(1, delta)) * share, 1 - delta),
  }));

  /** @param base - by what the filled pair's base is multiplied; `counter` likewise */
  function stepsOf(filled: number, base: number, counter: number): number[] {
    const stepOf = (currency: number) => (currency === bases[filled] ? base : currency === counters[filled] ? counter : 1);
    return Array.from(bases, (own, pair) => stepOf(counters[pair]!) / stepOf(own));
  }
}
