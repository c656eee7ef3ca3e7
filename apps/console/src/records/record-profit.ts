import type { ContractRecord, Mapped } from '@tenbin/contract';
import { add, negate, parsePair, subtract } from '@tenbin/market';

export type RecordView = Mapped<ContractRecord>;

/** The balances around a fill, and the geometric means whose growth is its profit. */
export interface RecordProfit {
  readonly rows: readonly { readonly currency: string; readonly before: string; readonly after: string }[];
  readonly meanBefore: number;
  readonly meanAfter: number;
}

/** Takes the fill back out of the balances after it: so the calculation of a record needs nothing but the record. */
export function profitOf(
  record: Pick<RecordView, 'pair' | 'side' | 'amount' | 'notional' | 'fee' | 'feeCurrency' | 'balance'>,
): RecordProfit {
  const { base, counter } = parsePair(record.pair);
  const [baseChange, counterChange] =
    record.side === 'buy' ? [record.amount, negate(record.notional)] : [negate(record.amount), record.notional];
  const change: Record<string, string> = { [base]: baseChange, [counter]: counterChange };
  change[record.feeCurrency] = subtract(change[record.feeCurrency] ?? '0', record.fee);
  const rows = Object.entries(record.balance).map(([currency, after]) => ({
    currency,
    after,
    before: add(after, negate(change[currency] ?? '0')),
  }));
  const mean = (side: 'before' | 'after') => Math.exp(rows.reduce((sum, row) => sum + Math.log(Number(row[side])), 0) / rows.length);
  return { rows, meanBefore: mean('before'), meanAfter: mean('after') };
}
