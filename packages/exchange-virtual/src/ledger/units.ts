import { type Decimal, DomainError } from '@tenbin/market';

/**
 * Money in whole numbers of 10⁻¹⁸ of a currency, the same for every currency.
 *
 * A price has at most as many decimals as its tick, an amount as its lot, a fee rate as it is written; markets are
 * checked so that the product of all three still fits: it is exact until a currency's own digits cut it off.
 */
export type Units = bigint;

export const unitDigits = 18;

const one = 10n ** BigInt(unitDigits);
const pattern = /^(\d+)(?:\.(\d*))?$/;

/**
 * @param value - not negative, plain notation
 * @throws {DomainError} `notADecimal`, `tooManyDecimals`
 */
export function toUnits(value: Decimal): Units {
  const match = pattern.exec(value);
  if (!match) throw new DomainError('notADecimal', { value: value.slice(0, 40) });
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > unitDigits) throw new DomainError('tooManyDecimals', { value: value.slice(0, 60), digits: unitDigits });
  return BigInt(match[1] ?? 0) * one + BigInt(fraction.padEnd(unitDigits, '0'));
}

/** The shortest plain form: '0.1', '-12'. */
export function fromUnits(units: Units): Decimal {
  return formatUnits(units, 0);
}

/** Plain form with at least `minimumDigits` decimals: '0.10000000'. More are written where the value has them. */
export function formatUnits(units: Units, minimumDigits: number): Decimal {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(unitDigits + 1, '0');
  const point = digits.length - unitDigits;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end -= 1;
  const fraction = digits.slice(point, end).padEnd(minimumDigits, '0');
  const whole = digits.slice(0, point);
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** How many decimals a decimal is written with, without trailing zeros. */
export function digitsOf(value: Decimal): number {
  return (value.split('.')[1] ?? '').replace(/0+$/, '').length;
}

/** The share of an amount that a rate names; both in units. */
export function shareOf(amount: Units, rate: Units): Units {
  return (amount * rate) / one;
}
