import { type Decimal, isPositive, type MarketRules, parseDecimal, parsePair } from '@tenbin/market';
import type { Quirks } from './quirks/quirks.ts';
import { asRaw, decimalOf, type Raw, textOf } from './raw-fields.ts';
import { readFees } from './read-fees.ts';

/** ccxt's ways to say how fine a price is. */
export const precisionModes = { decimalPlaces: 2, significantDigits: 3, tickSize: 4 } as const;

/**
 * What an exchange demands on one market.
 *
 * @returns null for what is no spot market, or has no fixed grid (significant digits)
 */
export function readMarketRules(value: unknown, { precisionMode, quirks }: { precisionMode: number; quirks: Quirks }): MarketRules | null {
  const market = asRaw(value);
  const pair = pairOf(market);
  if (pair === null) return null;
  const precision = asRaw(market.precision);
  const tickSize = gridStep(precision, 'price', precisionMode);
  const lotSize = gridStep(precision, 'amount', precisionMode);
  if (tickSize === null || lotSize === null) return null;
  const limits = asRaw(market.limits);
  const limit = (of: string, bound: 'min' | 'max'): Decimal | null => positiveOrNull(decimalOf(asRaw(limits[of]), bound));
  const fees = readFees(market);
  return {
    pair,
    tickSize,
    lotSize,
    minimumAmount: limit('amount', 'min') ?? lotSize,
    maximumAmount: limit('amount', 'max'),
    minimumNotional: limit('cost', 'min') ?? '0',
    minimumPrice: limit('price', 'min'),
    maximumPrice: limit('price', 'max'),
    priceBand: quirks.priceBandOf?.(market) ?? null,
    ...(quirks.moneyUnitsOf?.(market) ?? { baseUnit: null, counterUnit: null }),
    // As published for everybody; what an account really pays stands in its fills.
    makerFee: fees?.maker ?? 0,
    takerFee: fees?.taker ?? 0,
    ...(quirks.feeOnTop === true && { feeOnTop: true }),
  };
}

/** Listed, and not trading at present. */
export const isHalted = (market: unknown): boolean => asRaw(market).active === false;

function pairOf(market: Raw): string | null {
  if (market.spot !== true) return null;
  try {
    return parsePair(textOf(market, 'symbol') ?? '').name;
  } catch {
    return null;
  }
}

const positiveOrNull = (value: Decimal | null): Decimal | null => (value !== null && isPositive(value) ? value : null);

function gridStep(precision: Raw, of: 'price' | 'amount', precisionMode: number): Decimal | null {
  const said = decimalOf(precision, of);
  if (said === null) return null;
  if (precisionMode === precisionModes.tickSize) return positiveOrNull(said);
  if (precisionMode === precisionModes.decimalPlaces) return parseDecimal(`1e${-Number(said)}`);
  return null;
}
