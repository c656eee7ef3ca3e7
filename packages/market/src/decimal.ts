import Big from 'big.js';
import { MarketError } from './market-error.ts';

/**
 * An exact decimal number as text, never in exponent form: '0.1', '-12', '60000.00'.
 * This is how money and amounts travel and are stored; sums and products of them are exact.
 */
export type Decimal = string;

/** What is already in the shortest plain form: nearly every decimal that is read. */
const shortest = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/;
const pattern = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?$/;
/** An exponent of three digits makes as many; exact products of what is traded have a few dozen. */
const maxCharacters = 1100;

/**
 * Reads a decimal from outside.
 *
 * @returns the shortest plain form, so that equal numbers are equal texts
 * @throws {DomainError} `notADecimal`
 */
export function parseDecimal(value: string | number): Decimal {
  const given = String(value);
  const text = given.length > maxCharacters ? '' : given.trim();
  if (shortest.test(text)) return text;
  if (!pattern.test(text)) throw new MarketError('notADecimal', { value: given.slice(0, 40) });
  return plain(new Big(text));
}

export const add = (a: Decimal, b: Decimal): Decimal => plain(new Big(a).plus(b));
export const subtract = (a: Decimal, b: Decimal): Decimal => plain(new Big(a).minus(b));
export const multiply = (a: Decimal, b: Decimal): Decimal => plain(new Big(a).times(b));
/**
 * The quotient, rounded half away from zero to `digits` decimals: the only operation here that is not exact.
 *
 * @throws {Error} when `b` is zero
 */
export const divide = (a: Decimal, b: Decimal, digits: number): Decimal => {
  const quotient = new Big(a).times(new Big(10).pow(digits)).div(b).round(0, Big.roundHalfUp);
  return plain(new Big(`${quotient.toFixed()}e-${digits}`));
};
export const abs = (a: Decimal): Decimal => (a.startsWith('-') ? a.slice(1) : a);
export const negate = (a: Decimal): Decimal => plain(new Big(a).neg());
export const sum = (values: Iterable<Decimal>): Decimal => {
  let total = new Big(0);
  for (const value of values) total = total.plus(value);
  return plain(total);
};

/** -1, 0 or 1: how `a` stands to `b`. */
export const compare = (a: Decimal, b: Decimal): -1 | 0 | 1 => (a === b ? 0 : (new Big(a).cmp(b) as -1 | 0 | 1));
export const isPositive = (a: Decimal): boolean => new Big(a).gt(0);
export const isZero = (a: Decimal): boolean => new Big(a).eq(0);

/** Cuts a value off at whole multiples of a unit, towards zero, as exchanges do with money; null: they do not. */
export const cutOff = (a: Decimal, unit: Decimal | null): Decimal => (unit === null ? a : plain(new Big(a).minus(new Big(a).mod(unit))));

/** Brings a value to at most `digits` decimals, half away from zero. For display and figures, never for orders. */
export const roundDecimal = (a: Decimal, digits: number): Decimal => plain(new Big(a).round(digits, Big.roundHalfUp));

/** Plain notation without a sign on zero and without trailing zeros. */
export function plain(value: Big): Decimal {
  if (value.eq(0)) return '0';
  return value.toFixed();
}
