import { type Decimal, DomainError } from '@tenbin/market';
import { shareOf, toUnits, type Units } from '../ledger/units.ts';
import type { LiveMarket } from './live-market.ts';
import { lotsOf, type Market, notionalOf, ticksOf } from './market.ts';
import type { PlaceOrder } from './order.ts';

/** A checked order. Ticks are 0 for a market order; lots are 0 when it is by notional. */
export interface CheckedOrder {
  readonly ticks: number;
  readonly lots: number;
  readonly notional: Units | null;
}

/**
 * Holds an order against its market's rules, in Binance's order of checks.
 *
 * @param averagePrice - counter per base over the last five minutes: the base of the price band
 * @throws {DomainError} `marketClosed`, `priceFilter`, `percentPrice`, `lotSize`, `marketLotSize`, `notional`; `notADecimal`
 */
export function checkOrder({ market, rules }: LiveMarket, request: PlaceOrder, averagePrice: Decimal): CheckedOrder {
  if (rules.state !== 'trading') throw new DomainError('marketClosed', { pair: market.pair });
  if (request.type === 'market') return checkMarketOrder({ market, rules }, request, averagePrice);
  const price = request.price ?? '0';
  const ticks = ticksOf(market, price);
  if (ticks === null || ticks < 1 || ticks % rules.tickStep !== 0 || toUnits(price) > toUnits(market.maximumPrice))
    throw new DomainError('priceFilter', { price });
  checkBand(market, request, { price, averagePrice });
  const lots = checkLots({ market, rules }, request.amount ?? '0', 'lotSize');
  checkNotional({ market, rules }, notionalOf(market, ticks, lots));
  return { ticks, lots, notional: null };
}

type Ruled = Pick<LiveMarket, 'market' | 'rules'>;

function checkMarketOrder(ruled: Ruled, request: PlaceOrder, averagePrice: Decimal): CheckedOrder {
  if (request.notional !== undefined) {
    const notional = toUnits(request.notional);
    checkNotional(ruled, notional);
    return { ticks: 0, lots: 0, notional };
  }
  const lots = checkLots(ruled, request.amount ?? '0', 'marketLotSize');
  checkNotional(ruled, shareOf(toUnits(averagePrice), BigInt(lots) * ruled.market.lot));
  return { ticks: 0, lots, notional: null };
}

function checkLots({ market, rules }: Ruled, amount: Decimal, otherwise: 'lotSize' | 'marketLotSize'): number {
  const lots = lotsOf(market, amount);
  const units = toUnits(amount);
  if (lots === null || lots % rules.lotStep !== 0 || units < toUnits(rules.minimumAmount)) throw new DomainError('lotSize', { amount });
  if (units > toUnits(market.maximumAmount)) throw new DomainError(otherwise, { amount });
  return lots;
}

function checkNotional({ market, rules }: Ruled, notional: Units): void {
  if (notional < toUnits(rules.minimumNotional)) throw new DomainError('notional', { pair: market.pair, minimum: rules.minimumNotional });
  if (notional / market.tickLot > BigInt(Number.MAX_SAFE_INTEGER)) throw new DomainError('notional', { pair: market.pair });
}

function checkBand(market: Market, request: PlaceOrder, { price, averagePrice }: { price: Decimal; averagePrice: Decimal }): void {
  const { buyUp, buyDown, sellUp, sellDown } = market.priceBand;
  const [up, down] = request.side === 'buy' ? [buyUp, buyDown] : [sellUp, sellDown];
  const average = toUnits(averagePrice);
  const units = toUnits(price);
  if (units > shareOf(average, toUnits(String(up))) || units < shareOf(average, toUnits(String(down)))) {
    throw new DomainError('percentPrice', { price, averagePrice, up, down });
  }
}
