import { type Decimal, type Side, toGrid } from '@tenbin/market';
import { buyLine, buyWorseBy, isTooMuchWorse, sellLine, sellWorseBy } from './order-kernel.ts';

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
