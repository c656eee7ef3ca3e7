import { abs, type Currency, compare, type Decimal, multiply, type PairName, parsePair } from '@tenbin/market';
import type { RulesByPair } from '@tenbin/strategy';

/** Where an exchange cuts nothing off, or does not say at what. */
export const defaultUnit: Decimal = '0.00000001';

export type MoneyUnits = Readonly<Record<Currency, Decimal>>;

/** The smallest money of each currency of these pairs: the coarsest that the exchange names for it. */
export function moneyUnitsOf(pairs: readonly PairName[], rules: RulesByPair): MoneyUnits {
  const units: Record<Currency, Decimal> = {};
  const take = (currency: Currency, unit: Decimal): void => {
    const known = units[currency];
    if (known === undefined || compare(unit, known) > 0) units[currency] = unit;
  };
  for (const pair of pairs) {
    const { base, counter } = parsePair(pair);
    const rule = rules.get(pair);
    take(base, rule?.baseUnit ?? defaultUnit);
    take(counter, rule?.counterUnit ?? defaultUnit);
  }
  return units;
}

/** So many of a currency's smallest units, as its exchange keeps it, are what rounding leaves over of many trades. */
const roundedUnits = '100';

/** Whether an amount is no more than what rounding leaves over on a busy account. */
export const mayBeRounding = (amount: Decimal, currency: Currency, units: MoneyUnits): boolean =>
  compare(abs(amount), multiply(units[currency] ?? defaultUnit, roundedUnits)) <= 0;
