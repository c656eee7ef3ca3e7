import { isPositive, parsePair, type Side } from '@tenbin/market';
import { type MarketMakingSettings, quoteTermsOf } from './quote-terms.ts';
import { isAtLimit, type QuoteMarket, quotesOf, ratiosOf } from './quotes.ts';

/** Why nothing is quoted on a side. `inventoryFull`: its amounts lean to nothing; `outsideLimits`: the market would take none of them. */
export const quietReasons = ['priceAtCeiling', 'priceAtFloor', 'noFunds', 'inventoryFull', 'outsideLimits', 'wouldCross'] as const;
type QuietReason = (typeof quietReasons)[number];

/** Why a market maker wants nothing on a side; null where it wants something. */
export function quietSides(settings: MarketMakingSettings, market: QuoteMarket): Readonly<Record<Side, QuietReason | null>> {
  const terms = quoteTermsOf(settings);
  const { balances, rules, top } = market;
  const { orders, leftOut } = quotesOf(terms, market);
  const { base, counter } = parsePair(rules.pair);
  const has = (currency: string) => isPositive(balances[currency] ?? '0');
  const ratios = ratiosOf(terms, market);
  const isOf = (side: Side) => (one: { readonly side: Side }) => one.side === side;
  const reasonOf = (side: Side): QuietReason | null => {
    const [currency, ratio] = side === 'buy' ? [counter, ratios.bid] : [base, ratios.ask];
    if (orders.some(isOf(side))) return null;
    if (isAtLimit(terms, side, top.mid)) return side === 'buy' ? 'priceAtCeiling' : 'priceAtFloor';
    if (!has(currency)) return 'noFunds';
    if (ratio === 0) return 'inventoryFull';
    return leftOut.some(isOf(side)) ? 'outsideLimits' : 'wouldCross';
  };
  return { buy: reasonOf('buy'), sell: reasonOf('sell') };
}
