import type { Decimal } from '@tenbin/market';
import { BillingError } from './billing-error.ts';

declare const unit: unique symbol;

/** Whole yen, tax included unless said otherwise. Negative: money that goes back. Sums of them are exact. */
export type Yen = number & { readonly [unit]: 'yen' };

/** @throws {DomainError} `notWholeYen` */
export function yen(value: number): Yen {
  if (!Number.isSafeInteger(value)) throw new BillingError('notWholeYen', { value: String(value) });
  // No second zero: -0 would be another number to whoever compares.
  return (value + 0) as Yen;
}

export const noYen = yen(0);

/**
 * Reads an amount of yen as providers write it: '1000', '1000.0', '-300.00'.
 *
 * @throws {DomainError} `notWholeYen`, also for a fraction that is not zero
 */
export function parseYen(text: Decimal): Yen {
  const whole = /^(-?\d{1,15})(?:\.0*)?$/.exec(text)?.[1];
  if (whole === undefined) throw new BillingError('notWholeYen', { value: text.slice(0, 40) });
  return yen(Number(whole));
}

export const sumYen = (values: Iterable<Yen>): Yen => {
  let total = 0;
  for (const value of values) total += value;
  return yen(total);
};

export const addYen = (...values: readonly Yen[]): Yen => sumYen(values);
export const timesYen = (value: Yen, count: number): Yen => yen(value * count);
export const negateYen = (value: Yen): Yen => yen(-value);
