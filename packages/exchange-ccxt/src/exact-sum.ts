import { add, parseDecimal } from '@tenbin/market';

const isAmount = (value: unknown): value is number | string => typeof value === 'number' || (typeof value === 'string' && value !== '');

/**
 * ccxt's `sum` for instances whose numbers stay text: the original skips texts, so that adding up the fee of an
 * order's second fill fails and takes the stream with it. Whole numbers (request ids) stay numbers.
 */
export function exactSum(...values: readonly unknown[]): number | string | undefined {
  const amounts = values.filter(isAmount);
  if (amounts.length === 0) return undefined;
  if (amounts.every((value) => typeof value === 'number')) return amounts.reduce((total, value) => total + value, 0);
  return amounts.map((value) => parseDecimal(value)).reduce((total, value) => add(total, value), '0');
}
