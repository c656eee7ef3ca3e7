import { type Currency, type Decimal, DomainError, type PairName, type PriceBand, parsePair } from '@tenbin/market';
import { digitsOf, fromUnits, shareOf, toUnits, type Units, unitDigits } from '../ledger/units.ts';
import { maximumTicks } from '../matching/price-levels.ts';
import type { SelfTradePrevention } from './order.ts';

/** What the venue trades, and its rules: ticks and lots are the finest that it will ever have, the rest may change. */
export interface MarketDefinition {
  readonly pair: PairName;
  readonly tickSize: Decimal;
  readonly lotSize: Decimal;
  /** Smallest price × amount, in counter. */
  readonly minimumNotional: Decimal;
  /** In base; one lot unless given. */
  readonly minimumAmount?: Decimal;
  /** In base; 900 million lots unless given. */
  readonly maximumAmount?: Decimal;
  /** 100 million ticks unless given. */
  readonly maximumPrice?: Decimal;
  /** For orders that do not say it themselves; `expireMaker`, Binance's, unless given. */
  readonly selfTradePrevention?: SelfTradePrevention;
  /** Factors of the 5-minute average price; 5 up and 0.2 down unless given. */
  readonly priceBand?: PriceBand;
}

/** A market, ready for arithmetic: prices in ticks, amounts in lots, money in units. */
export interface Market {
  readonly pair: PairName;
  /** Binance's name: 'BTCUSDT'. */
  readonly symbol: string;
  readonly base: Currency;
  readonly counter: Currency;
  readonly tickSize: Decimal;
  readonly lotSize: Decimal;
  readonly minimumAmount: Decimal;
  readonly maximumAmount: Decimal;
  readonly maximumPrice: Decimal;
  readonly minimumNotional: Decimal;
  readonly priceBand: PriceBand;
  readonly selfTradePrevention: SelfTradePrevention;
  /** One tick, one lot, and one tick times one lot (in counter), in units. */
  readonly tick: Units;
  readonly lot: Units;
  readonly tickLot: Units;
  /** The smallest notional in ticks × lots, for the house's sizes. */
  readonly minimumTickLots: number;
}

/** The pairs of a trial: two triangles that share BTC and USDT, the coin that fees may be paid in, and COT, which a brand may ask for. */
export const defaultMarkets: readonly MarketDefinition[] = [
  { pair: 'BTC/USDT', tickSize: '0.01', lotSize: '0.00001', minimumNotional: '5' },
  { pair: 'ETH/USDT', tickSize: '0.01', lotSize: '0.0001', minimumNotional: '5' },
  { pair: 'ETH/BTC', tickSize: '0.00001', lotSize: '0.0001', minimumNotional: '0.0001' },
  { pair: 'XRP/USDT', tickSize: '0.0001', lotSize: '0.1', minimumNotional: '5' },
  { pair: 'XRP/BTC', tickSize: '0.00000001', lotSize: '0.1', minimumNotional: '0.0001' },
  { pair: 'BNB/USDT', tickSize: '0.01', lotSize: '0.001', minimumNotional: '5' },
  { pair: 'COT/USDT', tickSize: '0.0001', lotSize: '0.1', minimumNotional: '5' },
  { pair: 'COT/BTC', tickSize: '0.00000001', lotSize: '0.1', minimumNotional: '0.0001' },
];

const defaultBand: PriceBand = { buyUp: 5, buyDown: 0.2, sellUp: 5, sellDown: 0.2 };

/**
 * Checks a market's rules and makes it ready for arithmetic.
 *
 * @param feeDigits - decimals of the finest fee rate: a fee must never be rounded
 * @throws {DomainError} `invalidCurrencyPairName`, `notADecimal`, `notPositive`, `gridTooFine`, `priceOutOfRange`
 */
export function toMarket(definition: MarketDefinition, feeDigits: number): Market {
  const { name, base, counter } = parsePair(definition.pair);
  const tick = toUnits(definition.tickSize);
  const lot = toUnits(definition.lotSize);
  if (tick <= 0n || lot <= 0n) throw new DomainError('notPositive', { what: 'tickSize and lotSize', pair: name });
  const digits = digitsOf(definition.tickSize) + digitsOf(definition.lotSize) + feeDigits;
  if (digits > unitDigits) throw new DomainError('gridTooFine', { pair: name, digits, most: unitDigits });
  const maximumPrice = definition.maximumPrice ?? fromUnits(tick * 100_000_000n);
  if (toUnits(maximumPrice) / tick > BigInt(maximumTicks)) throw new DomainError('priceOutOfRange', { pair: name, maximumPrice });
  return {
    pair: name,
    symbol: base + counter,
    base,
    counter,
    tickSize: definition.tickSize,
    lotSize: definition.lotSize,
    minimumAmount: definition.minimumAmount ?? definition.lotSize,
    maximumAmount: definition.maximumAmount ?? fromUnits(lot * 900_000_000n),
    maximumPrice,
    minimumNotional: definition.minimumNotional,
    priceBand: definition.priceBand ?? defaultBand,
    selfTradePrevention: definition.selfTradePrevention ?? 'expireMaker',
    tick,
    lot,
    tickLot: shareOf(tick, lot),
    minimumTickLots: Number(toUnits(definition.minimumNotional)) / Number(shareOf(tick, lot)),
  };
}

/** @returns whole ticks, or null when the price is not on the grid */
export function ticksOf(market: Market, price: Decimal): number | null {
  return stepsOf(toUnits(price), market.tick);
}

/** @returns whole lots, or null when the amount is not on the grid */
export function lotsOf(market: Market, amount: Decimal): number | null {
  return stepsOf(toUnits(amount), market.lot);
}

/** @returns how many whole steps a value is, or null when it is between two */
export function stepsOf(value: Units, step: Units): number | null {
  if (value % step !== 0n) return null;
  const steps = Number(value / step);
  return Number.isSafeInteger(steps) ? steps : null;
}

export const priceOf = (market: Market, ticks: number): Decimal => fromUnits(BigInt(ticks) * market.tick);
export const amountOf = (market: Market, lots: number): Decimal => fromUnits(BigInt(lots) * market.lot);
/** What lots are worth at a price, in counter, before the counter's digits cut it off. */
export const notionalOf = (market: Market, ticks: number, lots: number): Units => BigInt(ticks) * BigInt(lots) * market.tickLot;
