import { type Currency, type Decimal, DomainError, parseDecimal } from '@tenbin/market';
import { toUnits, type Units } from '../ledger/units.ts';

/** A coin that an account pays its fees in, for less: BNB on Binance. */
export interface FeeCoin {
  readonly currency: Currency;
  /** The share that is left off: '0.25' is 25 %. */
  readonly discount: Decimal;
  /** What one coin costs in a currency; before any market is asked. */
  readonly prices?: Readonly<Record<Currency, Decimal>> | undefined;
}

/** So much of a currency. */
export interface Money {
  readonly currency: Currency;
  readonly amount: Units;
}

const one = toUnits('1');

/** @throws {DomainError} `invalidCurrency`, `invalidDiscount`, `notADecimal`, `notPositive` */
export function checkFeeCoin({ currency, discount, prices = {} }: FeeCoin): void {
  if (!/^[A-Z0-9]{1,20}$/.test(currency)) throw new DomainError('invalidCurrency', { currency: currency.slice(0, 40) });
  if (toUnits(parseDecimal(discount)) > one) throw new DomainError('invalidDiscount', { discount });
  for (const [of, price] of Object.entries(prices))
    if (toUnits(parseDecimal(price)) <= 0n) throw new DomainError('notPositive', { of, price });
}
