import { type Currency, DomainError } from '@tenbin/market';
import { type Units, unitDigits } from './units.ts';

/** Binance counts every currency so. */
const defaultDigits = 8;

/** How finely each currency is counted: what is moved is whole units of that size, and what does not fit is cut off. */
export class MoneyDigits {
  readonly #digits = new Map<Currency, number>();
  readonly #units = new Map<Currency, Units>();

  /** Decimals of a currency's money; 8 unless told. */
  of(currency: Currency): number {
    return this.#digits.get(currency) ?? defaultDigits;
  }

  /** The smallest amount of a currency, in units. */
  unitOf(currency: Currency): Units {
    return this.#units.get(currency) ?? defaultUnit;
  }

  /** What is left of an amount when its currency's digits are cut off; the amount is not negative. */
  cut(currency: Currency, amount: Units): Units {
    return amount - (amount % this.unitOf(currency));
  }

  /** Currencies that are counted otherwise than usual, or have been. */
  entries(): Iterable<readonly [Currency, number]> {
    return this.#digits;
  }

  /** @throws {DomainError} `invalidDigits` */
  set(currency: Currency, digits: number): void {
    if (!Number.isInteger(digits) || digits < 0 || digits > unitDigits) throw new DomainError('invalidDigits', { currency, digits });
    this.#digits.set(currency, digits);
    this.#units.set(currency, unitWith(digits));
  }
}

const unitWith = (digits: number): Units => 10n ** BigInt(unitDigits - digits);
const defaultUnit = unitWith(defaultDigits);
