import { errorsWith } from './domain-error.ts';

/** What this package's rules refuse. */
export interface MarketFacts {
  invalidCurrencyPairName: { readonly name: string };
  notADecimal: { readonly value: string };
  notFinite: { readonly what: string; readonly value: string };
  notPositive: { readonly what: string; readonly value: string };
}

export const MarketError = errorsWith<MarketFacts>();
