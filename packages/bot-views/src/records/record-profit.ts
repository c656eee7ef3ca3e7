import type { ContractRecord, Mapped } from '@tenbin/contract';
import { add, type Decimal, negate, tradeChange } from '@tenbin/market';

export type RecordView = Mapped<ContractRecord>;

/** The balances around a fill, and the geometric means whose growth is its profit. */
export interface RecordProfit {
  readonly rows: readonly { readonly currency: string; readonly before: string; readonly after: string }[];
  readonly meanBefore: number;
  readonly meanAfter: number;
  /** What it would be without the fee, as far as that was taken from these balances. */
  readonly meanWithoutFee: number;
}

/** Takes the fill back out of the balances after it: so the calculation of a record needs nothing but the record. */
export function profitOf(
  record: Pick<RecordView, 'pair' | 'side' | 'amount' | 'notional' | 'fee' | 'feeCurrency' | 'balance'>,
): RecordProfit {
  const change = tradeChange(record);
  const rows = Object.entries(record.balance).map(([currency, after]) => ({
    currency,
    after,
    before: add(after, negate(change[currency] ?? '0')),
  }));
  const withoutFee = rows.map(({ currency, after }) => (currency === record.feeCurrency ? add(after, record.fee) : after));
  return {
    rows,
    meanBefore: meanOf(rows.map(({ before }) => before)),
    meanAfter: meanOf(rows.map(({ after }) => after)),
    meanWithoutFee: meanOf(withoutFee),
  };
}

const meanOf = (amounts: readonly Decimal[]): number =>
  Math.exp(amounts.reduce((sum, amount) => sum + Math.log(Number(amount)), 0) / amounts.length);
