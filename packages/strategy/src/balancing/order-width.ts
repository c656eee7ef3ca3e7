import { StrategyError } from '../strategy-error.ts';

/**
 * An order's width w, in percent, is how far it stands from the balanced price. The API's delta is the fraction of a
 * balance that one order moves: w = 200·delta.
 *
 * At the widest, two pairs that share a currency lock 2·0.4995 of it: the reason for the bound.
 */
export const widestWidth = 99.9;

/** @returns true where 0 < width ≤ 99.9, in percent; false for NaN */
export const isOrderWidth = (width: number): boolean => width > 0 && width <= widestWidth;

/** Percent to fraction, not checked: 1 → 0.005, 99.9 → 0.4995. */
export const deltaOfWidth = (width: number): number => withoutNoise(width / 200);

/** Fraction to percent, not checked: 0.005 → 1, 0.0165 → 3.3. */
export const widthOfDelta = (delta: number): number => withoutNoise(delta * 200);

/** In doubles 99.9 / 200 is 0.49950000000000006, and 0.0165 · 200 is 3.3000000000000003. */
const withoutNoise = (value: number): number => Number(value.toPrecision(12));

/**
 * @param delta - fraction of a balance that one order moves
 * @throws {DomainError} `orderWidthOutOfRange`
 */
export function requireDelta(delta: number): number {
  requireWidth(widthOfDelta(delta));
  return delta;
}

/**
 * @param width - percent
 * @throws {DomainError} `orderWidthOutOfRange`
 */
export function requireWidth(width: number): number {
  if (!isOrderWidth(width)) throw new StrategyError('orderWidthOutOfRange', { width: String(width), widest: widestWidth });
  return width;
}
