import { type Decimal, type Side, toGrid } from '@tenbin/market';

/** How much worse than the current price an order may be, as a fraction: one that is worse is placed that far from it. */
export const priceTolerance = 0.05;

/** The price that is worse than the current one by the tolerance. Counter per base. */
export const sellLine = (current: number): number => current * (1 - priceTolerance);
export const buyLine = (current: number): number => current * (1 + priceTolerance);

/** By how much an order is worse than the current price, as a fraction; below 0 where it is better. Counter per base. */
export const sellWorseBy = (price: number, current: number): number => 1 - price / current;
export const buyWorseBy = (price: number, current: number): number => price / current - 1;

/** Whether an order is on the other side of a price, where it would be filled at once. Counter per base. */
export const isPastPrice = ({ side, price }: { side: Side; price: Decimal }, current: number): boolean =>
  side === 'sell' ? Number(price) < current : Number(price) > current;

/** Doubles: exactly the tolerance is still allowed. What is not a number is too much. */
export const isTooMuchWorse = (worseBy: number, tolerance: number = priceTolerance): boolean => !(worseBy <= tolerance + 1e-9);

/**
 * The price at which an order is placed: its own, unless that is more than 5 % worse than the current price. Then it is
 * the price 5 % away, on the grid: a sell's up, a buy's down. Either is better for its owner than what was wanted.
 *
 * @param current - counter per base
 */
export function atPriceLine({ side, price }: { side: Side; price: Decimal }, current: number, tickSize: Decimal): Decimal {
  if (side === 'sell') return isTooMuchWorse(sellWorseBy(Number(price), current)) ? toGrid(sellLine(current), tickSize, 'up') : price;
  return isTooMuchWorse(buyWorseBy(Number(price), current)) ? toGrid(buyLine(current), tickSize, 'down') : price;
}
