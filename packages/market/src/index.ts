export { addBalances, tradeChange } from './balances.ts';
export { type Bps, bps } from './basis-points.ts';
export { type CandleInterval, candleIntervals, intervalMsOf, isCandleInterval } from './candle-interval.ts';
export {
  abs,
  add,
  compare,
  cutOff,
  type Decimal,
  divide,
  isPositive,
  isZero,
  multiply,
  negate,
  parseDecimal,
  roundDecimal,
  subtract,
  sum,
} from './decimal.ts';
export { DomainError, errorsWith, type Facts } from './domain-error.ts';
export { type Direction, toGrid } from './grid.ts';
export type { MarketFacts } from './market-error.ts';
export type { MarketRules, PriceBand } from './market-rules.ts';
export { type Balances, type Candle, type Fill, type Holding, type Side, sides, type Wallet } from './order.ts';
export type { BookLevel, OrderBook } from './order-book.ts';
export { type Currency, currenciesOf, type Pair, type PairName, parsePair } from './pair.ts';
export { pairPattern } from './pair-pattern.ts';
export { type FeeOnTop, feeOnTopOf, type Reserve, reserveOf } from './reserve.ts';
