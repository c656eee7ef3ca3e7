import { BacktestError, candleError } from './backtest-error.ts';
import { type CandleColumns, priceColumns } from './candle-columns.ts';
import type { CandleProblem } from './candle-complaint.ts';

export interface CandleSource {
  /** File or other source, as the user knows it. */
  readonly source: string;
  /** The row of the first candle: 2 below a header. */
  readonly firstRow: number;
  /** Two, unless the interval is known without them. */
  readonly fewest?: number;
}

/**
 * Holds candles against what a candle is: prices above 0, the high at or above and the low at or below open and close,
 * a volume of 0 or more, times that grow and stand on the interval's grid.
 *
 * @throws {DomainError} `candleRowInvalid`: the first cell that is wrong, row by row; `tooFewCandles`
 */
export function checkCandles(columns: CandleColumns, { source, firstRow, fewest = 2 }: CandleSource): void {
  const { at, open, high, low, close, volume, intervalMs } = columns;
  if (at.length < fewest) throw new BacktestError('tooFewCandles', { source, candles: at.length, fewest });
  const start = at[0]!;
  for (let row = 0; row < at.length; row++) {
    // Written so that NaN fails as well.
    const isFine =
      low[row]! > 0 &&
      high[row]! < Number.POSITIVE_INFINITY &&
      high[row]! >= open[row]! &&
      high[row]! >= close[row]! &&
      low[row]! <= open[row]! &&
      low[row]! <= close[row]! &&
      volume[row]! >= 0 &&
      (row === 0 || at[row]! > at[row - 1]!) &&
      (at[row]! - start) % intervalMs === 0;
    if (isFine) continue;
    const { column, problem } = problemOf(columns, row);
    throw candleError({ source, row: row + firstRow, column, value: String(columns[column][row]), problem });
  }
}

/** The same again, slowly, for one row that is known to be wrong. */
function problemOf(
  columns: CandleColumns,
  row: number,
): { column: 'at' | 'volume' | (typeof priceColumns)[number]; problem: CandleProblem } {
  const time = columns.at[row]!;
  if (!Number.isFinite(time)) return { column: 'at', problem: 'notANumber' };
  if (!Number.isInteger(time)) return { column: 'at', problem: 'notWholeMilliseconds' };
  for (const column of priceColumns) {
    const price = columns[column][row]!;
    if (!Number.isFinite(price)) return { column, problem: 'notANumber' };
    if (!(price > 0)) return { column, problem: 'notPositive' };
  }
  if (Number.isNaN(columns.volume[row]!)) return { column: 'volume', problem: 'notANumber' };
  if (!(columns.volume[row]! >= 0)) return { column: 'volume', problem: 'negative' };
  const highest = Math.max(columns.open[row]!, columns.close[row]!);
  if (!(columns.high[row]! >= highest)) return { column: 'high', problem: 'highUnderOpenOrClose' };
  const lowest = Math.min(columns.open[row]!, columns.close[row]!);
  if (!(columns.low[row]! <= lowest)) return { column: 'low', problem: 'lowOverOpenOrClose' };
  if (row > 0 && !(time > columns.at[row - 1]!)) return { column: 'at', problem: 'notAfterThePrevious' };
  return { column: 'at', problem: 'offTheInterval' };
}
