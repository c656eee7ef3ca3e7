import type { MoneyResult } from '@tenbin/contract';
import { add, type Decimal, negate, subtract } from '@tenbin/market';

/** What the change of a bot's worth since its start is made of: trading + fees + price is change, to the last digit. */
export interface MoneyParts {
  readonly change: Decimal;
  /** What its orders earned, and what the exchange rounded. */
  readonly trading: Decimal;
  /** Never above 0. */
  readonly fees: Decimal;
  /** What prices did to what it held. */
  readonly price: Decimal;
}

export function moneyParts({ result, earned, rounding, fees }: Pick<MoneyResult, 'result' | 'earned' | 'rounding' | 'fees'>): MoneyParts {
  const trading = add(earned, rounding);
  return { change: result, trading, fees: negate(fees), price: add(subtract(result, trading), fees) };
}
