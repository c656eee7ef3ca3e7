import { type Decimal, divide, multiply, parseDecimal } from '@tenbin/market';
import { BacktestError } from './backtest-error.ts';
import { digitsOf, toUnits } from './exact-money.ts';

/**
 * What trades of a pair move of one of its currencies: `count · unit` in whole units of that currency's exact balance,
 * both whole doubles. A trade is given as how many times `one` it is: lots of base, or ticks × lots of counter.
 *
 * Where the exchange names its smallest money, what a trade moves is cut off at that, and then its fee; where it names
 * none, nothing is ever rounded.
 */
export interface Moves {
  readonly given: (ones: number) => number;
  readonly givenUnit: number;
  /** What is received, less the fee. */
  readonly kept: (ones: number) => number;
  readonly keptUnit: number;
}

export interface MoneyOfPair {
  /** What one is worth. */
  readonly one: Decimal;
  /** The exchange's smallest money; null: it cuts nothing off. */
  readonly smallest: Decimal | null;
  readonly fee: Decimal;
}

/** Decimals that a currency's exact balance needs, so that whatever a trade moves fits in. */
export const digitsToMove = ({ one, smallest, fee }: MoneyOfPair): number =>
  smallest === null ? digitsOf(one) + digitsOf(fee) : digitsOf(smallest);

/**
 * @param digits - decimals of the currency's exact balance
 * @throws {DomainError} `tooManyDigits`: numbers that a double cannot hold exactly
 */
export function movesOf({ one, smallest, fee }: MoneyOfPair, digits: number): Moves {
  if (smallest !== null) return cutMoves({ one, smallest, fee }, digits);
  const left = multiply(one, parseDecimal((1 - Number(fee)).toFixed(digitsOf(fee))));
  return { given: itself, givenUnit: wholeUnits(one, digits), kept: itself, keptUnit: wholeUnits(left, digits) };
}

const itself = (ones: number): number => ones;

function cutMoves({ one, smallest, fee }: MoneyOfPair & { readonly smallest: Decimal }, digits: number): Moves {
  const finest = Math.max(digitsOf(one), digitsOf(smallest));
  const [dividend, divisor] = shortened(wholeUnits(one, finest), wholeUnits(smallest, finest));
  const unit = wholeUnits(smallest, digits);
  const feeOf = feeIn(fee);
  const given = (ones: number): number => quotient(ones * dividend, divisor);
  const kept = (ones: number): number => {
    const received = given(ones);
    return received - feeOf(received);
  };
  return { given, givenUnit: unit, kept, keptUnit: unit };
}

/** A share of a whole number, cut off towards zero. In two parts, so that no product is beyond 2^53. */
function feeIn(fee: Decimal): (amount: number) => number {
  const parts = 10 ** digitsOf(fee);
  const share = Math.round(Math.abs(Number(fee)) * parts);
  const sign = Number(fee) < 0 ? -1 : 1;
  return (amount) => {
    const rest = amount % parts;
    return sign * (((amount - rest) / parts) * share + quotient(rest * share, parts));
  };
}

/** Of whole numbers below 2^53, cut off. */
const quotient = (dividend: number, divisor: number): number => (dividend - (dividend % divisor)) / divisor;

function shortened(numerator: number, denominator: number): readonly [number, number] {
  let [common, rest] = [numerator, denominator];
  while (rest !== 0) [common, rest] = [rest, common % rest];
  return [numerator / common, denominator / common];
}

function wholeUnits(value: Decimal, digits: number): number {
  const units = Number(toUnits(value, digits));
  if (!(units < 2 ** 53)) throw new BacktestError('tooManyDigits', { value, digits });
  return units;
}

/** The smallest money of a pair's base as far as lots fit it: of lots that do not, nothing is cut off. */
export const unitForLots = (unit: Decimal | null, lot: Decimal): Decimal | null =>
  unit !== null && digitsOf(divide(lot, unit, 12)) === 0 ? unit : null;
