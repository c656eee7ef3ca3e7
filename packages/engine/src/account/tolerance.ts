import type { Roundings } from '@tenbin/bots';
import { abs, type Currency, compare, type Decimal, multiply } from '@tenbin/market';
import type { MoneyUnits } from './money-units.ts';

/** How far books and wallet may be apart, by currency; absent: not at all. */
export type Tolerances = Readonly<Record<Currency, Decimal>>;

/** One smallest unit for each time that money may have been rounded. */
export const tolerancesOf = (roundings: Roundings, units: MoneyUnits): Tolerances =>
  Object.fromEntries(Object.entries(units).map(([currency, unit]) => [currency, multiply(unit, String(roundings[currency] ?? 0))]));

/** Whether an amount of a currency, of either sign, is no more than what rounding explains. */
export const isTolerated = (amount: Decimal, currency: Currency, tolerances: Tolerances): boolean =>
  amount === '0' || compare(abs(amount), tolerances[currency] ?? '0') <= 0;

export function sumOfRoundings(all: readonly Roundings[]): Roundings {
  const total: Record<Currency, number> = {};
  for (const one of all) for (const [currency, count] of Object.entries(one)) total[currency] = (total[currency] ?? 0) + count;
  return total;
}

/** What a wallet shows more (or, negative, less) than bots explain: in all, and held back in orders. */
export interface Gap {
  readonly total: Decimal;
  readonly reserved: Decimal;
}

export type Gaps = Readonly<Record<Currency, Gap>>;
