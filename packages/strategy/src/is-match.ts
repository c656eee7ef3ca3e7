import { add, compare, type Decimal, multiply, subtract } from '@tenbin/market';
import type { Tolerance, WantedOrder } from './strategy.ts';

/** Whether an order is near enough to what is wanted to be kept. */
export function isMatch(wanted: Terms, order: Terms, tolerance: Tolerance): boolean {
  return isWithin(order.price, wanted.price, tolerance.price) && isWithin(order.amount, wanted.amount, tolerance.amount);
}

type Terms = Pick<WantedOrder, 'price' | 'amount'>;

function isWithin(actual: Decimal, target: Decimal, fraction: Decimal): boolean {
  if (actual === target) return true;
  const slack = multiply(target, fraction);
  return compare(actual, add(target, slack)) <= 0 && compare(actual, subtract(target, slack)) >= 0;
}
