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
export function growthAtMarket(base: number, counter: number, sold: number, price: number): number {
  const grown = Math.log1p(-sold / base) + Math.log1p((sold * price) / counter);
  return grown > 0 ? grown : 0;
}
