import Big from 'big.js';
import type { Decimal } from './decimal.ts';
import { plain } from './decimal.ts';
import { MarketError } from './market-error.ts';

/**
 * Bringing strategy mathematics (doubles) onto an exchange's grid (exact decimals).
 *
 * A double closer to a grid step than a billionth of itself is that step: 59400.000000000007 is 59400 and must not
 * become 59400.01. On a grid so fine that a billionth is many steps, closer than a hundredth of a step. An exact decimal
 * is taken at its word.
 */
const closeness = new Big('1e-9');
const closenessInSteps = new Big('0.01');

export type Direction = 'up' | 'down';

/**
 * @param value - finite and not negative; a double or an exact decimal
 * @param step - tick size or lot size, positive
 * @returns the grid step at or next to `value` in the given direction
 * @throws {DomainError} `notFinite`, `notPositive`
 */
export function toGrid(value: number | Decimal, step: Decimal, direction: Direction): Decimal {
  const size = new Big(step);
  if (!size.gt(0)) throw new MarketError('notPositive', { what: 'step', value: step });
  if (typeof value === 'number' && !(Number.isFinite(value) && value >= 0))
    throw new MarketError('notFinite', { what: 'value', value: String(value) });
  const exact = new Big(value);
  if (exact.lt(0)) throw new MarketError('notFinite', { what: 'value', value: String(value) });
  const lower = exact.minus(exact.mod(size));
  if (lower.eq(exact)) return plain(lower);
  const upper = lower.plus(size);
  if (typeof value === 'number') {
    const slack = smaller(exact.times(closeness), size.times(closenessInSteps));
    if (exact.minus(lower).lte(slack)) return plain(lower);
    if (upper.minus(exact).lte(slack)) return plain(upper);
  }
  return plain(direction === 'up' ? upper : lower);
}

const smaller = (a: Big, b: Big): Big => (a.lt(b) ? a : b);
