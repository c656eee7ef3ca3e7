/** What is wrong with a cell. */
export type CandleProblem =
  | 'missing'
  | 'notANumber'
  | 'notPositive'
  | 'negative'
  | 'notWholeMilliseconds'
  | 'highUnderOpenOrClose'
  | 'lowOverOpenOrClose'
  | 'notAfterThePrevious'
  | 'offTheInterval'
  | 'moreColumnsThanTheHeader';

/** A cell that cannot be used. Rows count from 1, the header is row 1. */
export interface CandleComplaint {
  /** File or other source, as the user knows it. */
  readonly source: string;
  readonly row: number;
  readonly column: string;
  readonly value: string;
  readonly problem: CandleProblem;
}
