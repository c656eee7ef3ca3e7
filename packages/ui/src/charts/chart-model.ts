/** What a chart shows, independent of what draws it. Times are epoch milliseconds. */

export interface ChartPoint {
  readonly at: number;
  readonly value: number;
}

export interface ChartCandle {
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export type ChartSeries =
  | {
      readonly kind: 'line';
      readonly name: string;
      readonly colour: string;
      readonly dashed?: boolean;
      readonly points: readonly ChartPoint[];
    }
  /** Filled from 0, in the colours of gain and loss; 0 is always within its scale. */
  | { readonly kind: 'difference'; readonly name: string; readonly points: readonly ChartPoint[] }
  | { readonly kind: 'candles'; readonly name: string; readonly candles: readonly ChartCandle[] };

/** A level right across the chart: an order waiting at its price. */
export interface ChartLevel {
  readonly value: number;
  readonly label: string;
  readonly colour: string;
}

/** Something that happened at one of the first series' moments: fills. */
export interface ChartMark {
  readonly at: number;
  readonly above: boolean;
  readonly colour: string;
}

export interface ChartModel {
  /** Each in order of time. */
  readonly series: readonly ChartSeries[];
  readonly levels?: readonly ChartLevel[];
  readonly marks?: readonly ChartMark[];
  /** Decimals of the scale. */
  readonly digits: number;
  /** What else is told of a moment of the first series: where one points, and in a column of the table. */
  readonly notes?: { readonly name: string; readonly of: (at: number) => string };
}

/** Colours of the frame, and of candles. */
export interface ChartColours {
  readonly text: string;
  readonly paper: string;
  readonly line: string;
  readonly up: string;
  readonly down: string;
}
