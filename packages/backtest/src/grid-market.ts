import { type Decimal, DomainError, divide, multiply, parseDecimal } from '@tenbin/market';
import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import { digitsOf, toUnits } from './exact-money.ts';

/** One pair's grid in whole numbers. "Units" are those of the currency's exact balance. */
export interface GridPair {
  readonly tick: Decimal;
  readonly lot: Decimal;
  /** As doubles: one tick, ticks for one, lots for one. */
  readonly tickSize: number;
  readonly ticksPerOne: number;
  readonly lotsPerOne: number;
  /** Units of base for one lot given, and for one lot received less the fee. */
  readonly baseOut: number;
  readonly baseIn: number;
  /** Units of counter for one lot at a price of one tick: given, and received less the fee. */
  readonly counterOut: number;
  readonly counterIn: number;
  /** One lot at a price of one tick, in counter. */
  readonly tickLot: number;
  /** What the exchange takes: lots, and ticks × lots. 0 and Infinity where nothing is asked. */
  readonly fewestLots: number;
  readonly mostLots: number;
  readonly fewestTickLots: number;
}

export interface Grid {
  readonly pairs: readonly GridPair[];
  /** By currency: decimals of its smallest unit, so fine that no trade and no fee is ever rounded. */
  readonly digits: readonly number[];
}

/** @throws {DomainError} `gridTooFine`: numbers that a double cannot hold exactly */
export function gridOf(market: CandleMarket, plan: CheckedPlan): Grid {
  const { rules } = plan;
  if (rules === null) throw new Error('a grid needs rules');
  const fees = plan.fees.map((fee) => parseDecimal(fee));
  const ticks = rules.map((rule) => parseDecimal(rule.tickSize));
  const lots = rules.map((rule) => parseDecimal(rule.lotSize));
  const digits = plan.balances.map(digitsOf);
  rules.forEach((_, p) => {
    const ofLot = digitsOf(lots[p]!) + digitsOf(fees[p]!);
    const base = market.bases[p]!;
    const counter = market.counters[p]!;
    digits[base] = Math.max(digits[base]!, ofLot);
    digits[counter] = Math.max(digits[counter]!, ofLot + digitsOf(ticks[p]!));
  });
  const pairs = rules.map((rule, p): GridPair => {
    const [tick, lot, fee] = [ticks[p]!, lots[p]!, fees[p]!];
    const tickLot = multiply(tick, lot);
    const kept = (value: Decimal) => multiply(value, parseDecimal((1 - Number(fee)).toFixed(digitsOf(fee))));
    const base = digits[market.bases[p]!]!;
    const counter = digits[market.counters[p]!]!;
    const { minimums } = plan;
    return {
      tick,
      lot,
      tickSize: Number(tick),
      ticksPerOne: 1 / Number(tick),
      lotsPerOne: 1 / Number(lot),
      baseOut: wholeUnits(lot, base),
      baseIn: wholeUnits(kept(lot), base),
      counterOut: wholeUnits(tickLot, counter),
      counterIn: wholeUnits(kept(tickLot), counter),
      tickLot: Number(tickLot),
      fewestLots: minimums ? Math.max(1, stepsAtLeast(rule.minimumAmount, lot)) : 1,
      mostLots: minimums && rule.maximumAmount !== null ? Math.floor(Number(divide(rule.maximumAmount, lot, 6))) : Number.POSITIVE_INFINITY,
      fewestTickLots: minimums ? stepsAtLeast(rule.minimumNotional, tickLot) : 0,
    };
  });
  return { pairs, digits };
}

function wholeUnits(value: Decimal, digits: number): number {
  const units = Number(toUnits(value, digits));
  if (!(units < 2 ** 53)) throw new DomainError('gridTooFine', { value, digits });
  return units;
}

const stepsAtLeast = (value: Decimal, step: Decimal): number => Math.ceil(Number(divide(value, step, 6)));
