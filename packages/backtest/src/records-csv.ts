import { contractRecords } from './contract-records.ts';
import type { Backtest } from './run-backtest.ts';

/** The records of a run as comma-separated lines, header first, each with its line end: for notebooks and scripts. */
export function* recordsCsv(backtest: Backtest): Generator<string> {
  const { currencies, worthIn } = backtest.market;
  const balances = currencies.map((currency) => `balance_${currency}`);
  yield `${['timestamp_ms', 'pair', 'side', 'price', 'amount', 'fee', 'fee_currency', 'basis_point_changed', 'annual_rate', 'delta', `volume_${worthIn}`, ...balances].join(',')}\n`;
  for (const record of contractRecords(backtest)) {
    const { at, pair, side, price, amount, fee, feeCurrency, basisPointChanged, annualRate, delta, volume } = record;
    const held = currencies.map((currency) => record.balances[currency]);
    yield `${[at, pair, side, price, amount, fee, feeCurrency, basisPointChanged.toFixed(6), annualRate ?? '', delta, volume.toFixed(4), ...held].join(',')}\n`;
  }
}
