import { type Decimal, divide, multiply, parseDecimal } from '@tenbin/market';
import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import { digitsOf } from './exact-money.ts';
import { digitsToMove, type MoneyOfPair, type Moves, movesOf, unitForLots } from './grid-money.ts';

/** One pair's grid in whole numbers. */
export interface GridPair {
  readonly tick: Decimal;
  readonly lot: Decimal;
  /** As doubles: one tick, ticks for one, lots for one. */
  readonly tickSize: number;
  readonly ticksPerOne: number;
  readonly lotsPerOne: number;
  /** By lots. */
  readonly base: Moves;
  /** By ticks × lots. */
  readonly counter: Moves;
  /** One lot at a price of one tick, in counter. */
  readonly tickLot: number;
  /** What the exchange takes: lots, and ticks × lots. 0 and Infinity where nothing is asked. */
  readonly fewestLots: number;
  readonly maxLots: number;
  readonly fewestTickLots: number;
}

export interface Grid {
  readonly pairs: readonly GridPair[];
  /** By currency: decimals of its exact balance, so fine that whatever a trade moves fits in. */
  readonly digits: readonly number[];
}

/** @throws {DomainError} `tooManyDigits`: numbers that a double cannot hold exactly */
export function gridOf(market: CandleMarket, plan: CheckedPlan): Grid {
  const { rules } = plan;
  if (rules === null) throw new Error('a grid needs rules');
  const fees = plan.fees.map((fee) => parseDecimal(fee));
  const ticks = rules.map((rule) => parseDecimal(rule.tickSize));
  const lots = rules.map((rule) => parseDecimal(rule.lotSize));
  const bases = rules.map((rule, p): MoneyOfPair => ({ one: lots[p]!, smallest: unitForLots(rule.baseUnit, lots[p]!), fee: fees[p]! }));
  const counters = rules.map((rule, p): MoneyOfPair => ({ one: multiply(ticks[p]!, lots[p]!), smallest: rule.counterUnit, fee: fees[p]! }));
  const digits = plan.balances.map(digitsOf);
  rules.forEach((_, p) => {
    const [base, counter] = [market.bases[p]!, market.counters[p]!];
    digits[base] = Math.max(digits[base]!, digitsToMove(bases[p]!));
    digits[counter] = Math.max(digits[counter]!, digitsToMove(counters[p]!));
  });
  const pairs = rules.map((rule, p): GridPair => {
    const [tick, lot] = [ticks[p]!, lots[p]!];
    const tickLot = counters[p]!.one;
    const { minimums } = plan;
    return {
      tick,
      lot,
      tickSize: Number(tick),
      ticksPerOne: 1 / Number(tick),
      lotsPerOne: 1 / Number(lot),
      base: movesOf(bases[p]!, digits[market.bases[p]!]!),
      counter: movesOf(counters[p]!, digits[market.counters[p]!]!),
      tickLot: Number(tickLot),
      fewestLots: minimums ? Math.max(1, stepsAtLeast(rule.minimumAmount, lot)) : 1,
      maxLots: minimums && rule.maximumAmount !== null ? Math.floor(Number(divide(rule.maximumAmount, lot, 6))) : Number.POSITIVE_INFINITY,
      fewestTickLots: minimums ? stepsAtLeast(rule.minimumNotional, tickLot) : 0,
    };
  });
  return { pairs, digits };
}

const stepsAtLeast = (value: Decimal, step: Decimal): number => Math.ceil(Number(divide(value, step, 6)));
