import { formatDay } from '../format/dates.ts';
import type { ChartModel, ChartSeries } from './chart-model.ts';

/** Moments from the first to the last one that are seen, in epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What a chart's height holds, from the lowest to the highest value. */
export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Free above and below what is drawn, as a share of it. */
const margin = 0.12;
/** How many of its last decimal the scale holds at least: less would show noise as a cliff. */
const leastSteps = 10;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Ticks of a time axis: what people count in. */
const stepsMs = [
  ...[1, 5, 15, 30].map((seconds) => seconds * 1000),
  ...[1, 5, 15, 30].map((minutes) => minutes * 60_000),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 7, 14, 30, 90, 365].map((days) => days * dayMs),
];

export const momentsOf = (series: ChartSeries): readonly number[] =>
  (series.kind === 'candles' ? series.candles : series.points).map(({ at }) => at);

/** How long a candle lasts, or the least time between two points; 0 where there are fewer than two. */
export function spacingOf(moments: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let index = 1; index < moments.length; index++) {
    const gap = (moments[index] ?? 0) - (moments[index - 1] ?? 0);
    if (gap > 0) least = Math.min(least, gap);
  }
  return Number.isFinite(least) ? least : 0;
}

/** All of it; half a candle more on either side. Null where there is no moment at all. */
export function wholeSpan({ series }: ChartModel): Span | null {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const one of series) {
    const moments = momentsOf(one);
    const half = one.kind === 'candles' ? spacingOf(moments) / 2 : 0;
    for (const at of moments) {
      from = Math.min(from, at - half);
      to = Math.max(to, at + half);
    }
  }
  if (from > to) return null;
  return from === to ? { from: from - 500, to: to + 500 } : { from, to };
}

/** A part within the whole that is not shorter than `least`, where the whole is not; null where it is all of it. */
export function clampSpan({ from, to }: Span, whole: Span, least: number): Span | null {
  const length = Math.min(Math.max(to - from, least), whole.to - whole.from);
  if (length >= whole.to - whole.from) return null;
  const start = Math.min(Math.max((from + to - length) / 2, whole.from), whole.to - length);
  return { from: start, to: start + length };
}

/** Of a whole that has grown, what is looked at: who looked at its end looks at its end, everybody else at what they saw. */
export function followSpan({ from, to }: Span, { before, whole, least }: Growth): Span | null {
  const moved = before.to - to < 1 ? whole.to - before.to : 0;
  return clampSpan({ from: from + moved, to: to + moved }, whole, least);
}

interface Growth {
  /** The whole when they began to look. */
  readonly before: Span;
  readonly whole: Span;
  readonly least: number;
}

/** What lies between two moments, and the next on either side: a line comes in from one and goes out to the other. */
function around<One extends { readonly at: number }>(all: readonly One[], { from, to }: Span): readonly One[] {
  const first = all.findIndex(({ at }) => at >= from);
  const last = all.findLastIndex(({ at }) => at <= to);
  return all.slice(Math.max(0, (first === -1 ? all.length : first) - 1), last + 2);
}

/** What a series has between two moments. */
function valuesOf(series: ChartSeries, span: Span): readonly number[] {
  if (series.kind === 'candles') {
    const seen = series.candles.filter(({ at }) => at >= span.from && at <= span.to);
    return (seen.length > 0 ? seen : around(series.candles, span)).flatMap(({ low, high }) => [low, high]);
  }
  const values = around(series.points, span).map(({ value }) => value);
  return series.kind === 'difference' ? [0, ...values] : values;
}

const rangeOf = (values: readonly number[]): ValueRange =>
  values.reduce(({ low, high }, value) => ({ low: Math.min(low, value), high: Math.max(high, value) }), {
    low: Number.POSITIVE_INFINITY,
    high: Number.NEGATIVE_INFINITY,
  });

/** The lowest and the highest of what is seen, with room around; of a model that has a moment. */
export function valueRange({ series, levels = [], digits }: ChartModel, span: Span): ValueRange {
  const seen = series.flatMap((one) => valuesOf(one, span));
  const own = rangeOf(seen);
  const near = own.high - own.low;
  // A level far from all prices is out of sight, rather than the prices a flat line.
  const close = levels.map(({ value }) => value).filter((value) => value > own.low - near && value < own.high + near);
  const { low, high } = rangeOf([own.low, own.high, ...close]);
  const room = low === high ? Math.abs(low) * 0.01 || 1 : (high - low) * margin;
  const missing = Math.max(0, leastSteps * 10 ** -digits - (high - low + 2 * room));
  return { low: low - room - missing / 2, high: high + room + missing / 2 };
}

/** Round values within a range, a handful of them. */
export function valueTicks({ low, high }: ValueRange, most: number): readonly number[] {
  const rough = (high - low) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step);
  const ticks: number[] = [];
  for (let index = first; index * step <= high && ticks.length <= most; index++) ticks.push(index * step);
  return ticks;
}

const two = (value: number): string => String(value).padStart(2, '0');

function labelOf(at: number, step: number): string {
  const date = new Date(at);
  const [hours, minutes, seconds] = [date.getHours(), date.getMinutes(), date.getSeconds()];
  if (hours + minutes + seconds === 0) return formatDay(date).slice(5);
  return step < 60_000 ? `${two(hours)}:${two(minutes)}:${two(seconds)}` : `${two(hours)}:${two(minutes)}`;
}

/** Round moments by the reader's clock, at most so many; midnights are told by their day. */
export function timeTicks({ from, to }: Span, most: number): readonly Tick[] {
  const step = stepsMs.find((one) => (to - from) / one <= most) ?? Math.ceil((to - from) / most / dayMs) * dayMs;
  const start = new Date(from);
  const ticks: Tick[] = [];
  // Counted from a midnight of the reader's, which not every day is 24 hours after the last one.
  const sinceMidnight = from - new Date(start.getFullYear(), start.getMonth(), start.getDate()).getTime();
  for (let index = step >= dayMs ? 0 : Math.ceil(sinceMidnight / step); ; index++) {
    const days = step >= dayMs ? index * Math.round(step / dayMs) : 0;
    const midnight = new Date(start.getFullYear(), start.getMonth(), start.getDate() + days).getTime();
    const at = step >= dayMs ? midnight : midnight + index * step;
    if (at > to) return ticks;
    if (at >= from) ticks.push({ at, label: labelOf(at, step) });
  }
}

/** The one of them, in order, that is nearest. */
export function nearestMoment(moments: readonly number[], at: number): number | null {
  let [low, high] = [0, moments.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [moments[low - 1], moments[low]];
  if (after === undefined) return null;
  return before !== undefined && at - before < after - at ? before : after;
}

/**
 * Moves labels apart that would cover one another, as little as it takes.
 *
 * @param places - in order, pixels
 * @param most - none is moved further than this
 */
export function spread(places: readonly number[], { apart, most }: { readonly apart: number; readonly most: number }): readonly number[] {
  const moved: number[] = [];
  for (const place of places) moved.push(Math.max(place, (moved.at(-1) ?? Number.NEGATIVE_INFINITY) + apart));
  for (let index = moved.length - 1, limit = most; index >= 0; index--, limit = (moved[index + 1] ?? most) - apart)
    moved[index] = Math.min(moved[index] ?? 0, limit);
  return moved;
}
