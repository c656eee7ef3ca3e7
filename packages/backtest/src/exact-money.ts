import type { Decimal } from '@tenbin/market';
import { BacktestError } from './backtest-error.ts';

/**
 * Balances that are never rounded, without allocation: each is a whole number of its currency's smallest unit, kept in
 * two doubles, `high · 2^26 + low` with 0 ≤ low < 2^26. Good for 2^78 units: 300 billion coins of 12 decimals.
 *
 * What a fill moves is a product of two whole numbers (lots, or ticks × lots, and how many units one of them is), so
 * every movement is exact as well.
 */
const radix = 2 ** 26;
const safe = 2 ** 53;
const largestHigh = 2 ** 52;

export class ExactMoney {
  readonly #high: Float64Array;
  readonly #low: Float64Array;
  readonly #digits: readonly number[];
  /** Units of one coin. */
  readonly #ones: Float64Array;

  /**
   * @param digits - by currency: decimals of its unit, at most 22
   * @throws {DomainError} `tooManyDigits` where a balance does not fit
   */
  constructor(balances: readonly Decimal[], digits: readonly number[]) {
    this.#digits = digits;
    this.#ones = Float64Array.from(digits, (count) => 10 ** count);
    this.#high = new Float64Array(balances.length);
    this.#low = new Float64Array(balances.length);
    balances.forEach((balance, index) => {
      const units = toUnits(balance, digits[index]!);
      const high = Number(units / BigInt(radix));
      if (!(high <= largestHigh) || digits[index]! > 22) throw new BacktestError('tooManyDigits', { balance, digits: digits[index]! });
      this.#high[index] = high;
      this.#low[index] = Number(units % BigInt(radix));
    });
  }

  /** Takes in `count · units`; both whole and below 2^53. */
  add(currency: number, count: number, units: number): void {
    this.#move(currency, count, units, 1);
  }

  /** Gives out `count · units`; both whole and below 2^53. */
  subtract(currency: number, count: number, units: number): void {
    this.#move(currency, count, units, -1);
  }

  #move(currency: number, count: number, units: number, sign: 1 | -1): void {
    const product = count * units;
    let high: number;
    let low: number;
    if (product < safe) {
      high = Math.floor(product / radix);
      low = product - high * radix;
    } else {
      const countHigh = Math.floor(count / radix);
      const countLow = count - countHigh * radix;
      const unitsHigh = Math.floor(units / radix);
      const unitsLow = units - unitsHigh * radix;
      const lows = countLow * unitsLow;
      const carry = Math.floor(lows / radix);
      high = countHigh * unitsHigh * radix + countHigh * unitsLow + countLow * unitsHigh + carry;
      low = lows - carry * radix;
    }
    let sum = this.#low[currency]! + sign * low;
    let carried = 0;
    if (sum >= radix) {
      sum -= radix;
      carried = 1;
    } else if (sum < 0) {
      sum += radix;
      carried = -1;
    }
    const total = this.#high[currency]! + sign * high + carried;
    if (!(total <= largestHigh && total >= 0)) throw new BacktestError('tooManyDigits', { digits: this.#digits[currency]! });
    this.#low[currency] = sum;
    this.#high[currency] = total;
  }

  /** The balance as a double; exact up to 2^53 units, beyond that off by one unit in the last place at most. */
  toDouble(currency: number): number {
    return (this.#high[currency]! * radix + this.#low[currency]!) / this.#ones[currency]!;
  }

  toDecimal(currency: number): Decimal {
    const units = BigInt(this.#high[currency]!) * BigInt(radix) + BigInt(this.#low[currency]!);
    return fromUnits(units, this.#digits[currency]!);
  }
}

/** @throws {DomainError} `tooManyDigits` where the decimal has more digits */
export function toUnits(value: Decimal, digits: number): bigint {
  const [whole = '0', fraction = ''] = value.split('.');
  if (fraction.length > digits) throw new BacktestError('tooManyDigits', { balance: value, digits });
  return BigInt(whole + fraction.padEnd(digits, '0'));
}

/** The shortest plain form. */
function fromUnits(units: bigint, digits: number): Decimal {
  const text = units.toString().padStart(digits + 1, '0');
  const fraction = digits === 0 ? '' : text.slice(-digits).replace(/0+$/, '');
  const whole = digits === 0 ? text : text.slice(0, -digits);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Decimals of a plain decimal without trailing zeros. */
export const digitsOf = (value: Decimal): number => value.split('.')[1]?.length ?? 0;
