import { takeOffUneven, unevenness } from '@tenbin/strategy';
import type { CheckedPlan } from './backtest-plan.ts';
import { type CandleMarket, openingValues } from './candle-market.ts';

/** A trade that may make balances even, on the balances of its pair before it. */
export interface EveningTrade {
  readonly base: number;
  readonly counter: number;
  /** In base; negative where it was bought. */
  readonly sold: number;
  /** Counter per base. */
  readonly price: number;
  /** The market's price when its order was placed to make the balances even; 0 or none where it was not. */
  readonly market: number | undefined;
}

/** What makes the balances even and is no profit, trade by trade, as a live bot takes it off. */
export class EvenOut {
  /** What is left of the unevenness of the start. */
  left: number;
  readonly #currencies: number;

  constructor(market: CandleMarket, { balances }: Pick<CheckedPlan, 'balances'>) {
    const opening = openingValues(market);
    this.left = unevenness(balances.map((amount, c) => Number(amount) * opening[c]!));
    this.#currencies = balances.length;
  }

  /** @returns what is taken off, a logarithm */
  takeOff({ base, counter, sold, price, market = 0 }: EveningTrade): number {
    if (market === 0 && this.left === 0) return 0;
    const exchanged = market === 0 ? 0 : growthAtMarket(base, counter, sold, market) / this.#currencies;
    const grown = growthAtMarket(base, counter, sold, price) / this.#currencies;
    const { off, left } = takeOffUneven(this.left, { grown, exchanged });
    this.left = left;
    return off;
  }
}

/**
 * What exchanging as much at the market's price, without a fee, would have let a pair's two balances grow; never below 0.
 * An order that is there to make the balances even earns no more than it exceeds this, as for a live bot.
 *
 * @param sold - in base; negative where it was bought
 * @param price - counter per base
 * @returns Σ ln(after / before) of the two, not divided by the number of currencies
 *
 * Source: docs/concepts/profit.md, "What a fill earns".
 */
function growthAtMarket(base: number, counter: number, sold: number, price: number): number {
  const grown = Math.log1p(-sold / base) + Math.log1p((sold * price) / counter);
  return grown > 0 ? grown : 0;
}
