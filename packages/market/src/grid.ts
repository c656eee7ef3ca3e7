import Big from 'big.js';
import type { Decimal } from './decimal.ts';
import { plain } from './decimal.ts';
import { DomainError } from './domain-error.ts';

/**
 * Bringing strategy mathematics (doubles) onto an exchange's grid (exact decimals).
 *
 * A value closer to a grid step than a billionth of itself is that step: doubles cannot tell them apart,
 * and 59400.000000000007 must not become 59400.01.
 */
const closeness = new Big('1e-9');

export type Direction = 'up' | 'down';

/**
 * @param value - finite and not negative
 * @param step - tick size or lot size, positive
 * @returns the grid step at or next to `value` in the given direction
 * @throws {DomainError} `notFinite`, `notPositive`
 */
export function toGrid(value: number | Decimal, step: Decimal, direction: Direction): Decimal {
  const size = new Big(step);
  if (!size.gt(0)) throw new DomainError('notPositive', { what: 'step', value: step });
  if (typeof value === 'number' && !(Number.isFinite(value) && value >= 0))
    throw new DomainError('notFinite', { what: 'value', value: String(value) });
  const exact = new Big(value);
  const lower = exact.div(size).round(0, Big.roundDown).times(size);
  const upper = lower.plus(size);
  const slack = exact.times(closeness);
  if (exact.minus(lower).lte(slack)) return plain(lower);
  if (upper.minus(exact).lte(slack)) return plain(upper);
  return plain(direction === 'up' ? upper : lower);
}
