/**
 * What a market maker earned, in parts that add up: what its trades were better than the mid of their moment, what moves of
 * the mid did to what it held, and its fees. What holds for every sequence of trades and moves:
 *
 * 1. Spread and inventory less fees are the change of its worth at the mid, less the fees paid in other coins.
 * 2. A trade at the mid without a fee, and a move while nothing is held, are nothing.
 * 3. The parts of several stretches add up to those of the whole.
 */
import { add, type Decimal, parsePair, subtract } from '@tenbin/market';
import type { EarningFill } from '../fill-moment.ts';
import type { MoneyResult } from '../performance.ts';
import { spreadOf } from './market-making.ts';

/** Counter. */
export interface ProfitSplit {
  readonly spread: number;
  readonly inventory: number;
  /** Positive where they were paid. */
  readonly fees: number;
}

/** What a market maker holds at a moment, and what it has earned by then. */
export interface SplitBook {
  readonly base: number;
  /** Counter per base. */
  readonly mid: number;
  readonly split: ProfitSplit;
}

export const openSplit = (base: number, mid: number): SplitBook => ({ base, mid, split: { spread: 0, inventory: 0, fees: 0 } });

/** Spread and inventory less fees. */
export const totalOfSplit = ({ spread, inventory, fees }: ProfitSplit): number => spread + inventory - fees;

/** The mid has moved. */
export function withMid({ base, mid: before, split }: SplitBook, mid: number): SplitBook {
  return { base, mid, split: { ...split, inventory: split.inventory + base * (mid - before) } };
}

/**
 * A trade at a moment whose mid is known.
 *
 * @param feePrice - counter for one unit of the coin in which the fee was paid; needed where it is neither side of the pair
 */
export function withFill(book: SplitBook, fill: EarningFill, moment: { readonly mid: number; readonly feePrice?: number }): SplitBook {
  const { base: held, split } = withMid(book, moment.mid);
  const { base, counter } = parsePair(fill.pair);
  const fee = Number(fill.fee);
  const feePrice = fill.feeCurrency === counter ? 1 : fill.feeCurrency === base ? moment.mid : (moment.feePrice ?? 0);
  const change = Number(fill.amount) * (fill.side === 'buy' ? 1 : -1) - (fill.feeCurrency === base ? fee : 0);
  return {
    base: held + change,
    mid: moment.mid,
    split: { ...split, spread: split.spread + spreadOf(fill, moment.mid), fees: split.fees + fee * feePrice },
  };
}

/** The same of a stretch of time as the books have it, in USD: to the last digit `spread + inventory − fees + rounding` is `result`. */
export interface MoneySplit {
  readonly result: Decimal;
  readonly spread: Decimal;
  readonly inventory: Decimal;
  readonly fees: Decimal;
  readonly rounding: Decimal;
}

/** What of a market maker's result is what. */
export function splitOfMoney({ result, earned, fees, rounding }: MoneyResult): MoneySplit {
  return { result, spread: earned, fees, rounding, inventory: subtract(add(result, fees), add(earned, rounding)) };
}
