export { addBalances, tradeChange } from './balances.ts';
export { type Bps, bps } from './basis-points.ts';
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
export type { Balances, Candle, Fill, Holding, Side, Wallet } from './order.ts';
export type { BookLevel, OrderBook } from './order-book.ts';
export { type Currency, currenciesOf, type Pair, type PairName, parsePair } from './pair.ts';
export { type FeeOnTop, feeOnTopOf, type Reserve, reserveOf } from './reserve.ts';
