import { add, compare, type Decimal, multiply, subtract } from '@tenbin/market';
import type { OpenOrder, Tolerance, WantedOrder } from './strategy.ts';

/** Whether an order is near enough to what is wanted to be kept. */
export function isMatch(wanted: Terms & Pick<WantedOrder, 'placedSince'>, order: Terms & Partial<PlacedAt>, tolerance: Tolerance): boolean {
  if (wanted.placedSince !== undefined && order.placedAt !== undefined && order.placedAt < wanted.placedSince) return false;
  return isWithin(order.price, wanted.price, tolerance.price) && isWithin(order.amount, wanted.amount, tolerance.amount);
}

type Terms = Pick<WantedOrder, 'price' | 'amount'>;
type PlacedAt = Pick<OpenOrder, 'placedAt'>;

function isWithin(actual: Decimal, target: Decimal, fraction: Decimal): boolean {
  if (actual === target) return true;
  const slack = multiply(target, fraction);
  return compare(actual, add(target, slack)) <= 0 && compare(actual, subtract(target, slack)) >= 0;
}
