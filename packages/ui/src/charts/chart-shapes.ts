import type { ChartCandle, ChartColours, ChartMark, ChartModel, ChartPoint, ChartSeries } from './chart-model.ts';
import { momentsOf, type Span, spacingOf, type ValueRange } from './chart-scale.ts';

/** A path of an SVG. */
export interface Shape {
  readonly path: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly opacity?: number;
  readonly dashed?: boolean;
}

/** Where moments and values lie, in pixels. */
export interface Grid {
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
}

export const gridOf = (
  { from, to }: Span,
  { low, high }: ValueRange,
  { width, height }: { readonly width: number; readonly height: number },
): Grid => ({
  x: (at) => ((at - from) / (to - from)) * width,
  y: (value) => height - ((value - low) / (high - low)) * height,
});

/** Nobody sees a hundredth of a pixel. */
const round = (pixels: number): number => Math.round(pixels * 10) / 10;

/** Thinner than this a candle is not seen. */
const thinnest = 1;
/** Of the space between two candles, what a body takes. */
const bodyShare = 0.7;
const markPixels = 5;
const markGap = 4;

/** Every series of a chart as paths, in the order in which they are painted: a thousand candles are four of them. */
export function shapesOf({ series, marks = [] }: ChartModel, grid: Grid, colours: ChartColours): readonly Shape[] {
  const first = series[0];
  return [
    ...series.flatMap((one) => shapesOfSeries(one, grid, colours)),
    ...(first?.kind === 'candles' ? markShapes(marks, first.candles, grid) : []),
  ];
}

function shapesOfSeries(series: ChartSeries, grid: Grid, { up, down }: ChartColours): readonly Shape[] {
  switch (series.kind) {
    case 'line':
      return [{ path: lineOf(series.points, grid), stroke: series.colour, dashed: series.dashed ?? false }];
    case 'difference':
      return [
        ...differenceShapes(series.points, grid, { colour: up, side: Math.max }),
        ...differenceShapes(series.points, grid, { colour: down, side: Math.min }),
      ];
    case 'candles': {
      const half = Math.max(thinnest, (grid.x(spacingOf(momentsOf(series))) - grid.x(0)) * bodyShare) / 2;
      const rising = series.candles.filter(({ open, close }) => close >= open);
      const falling = series.candles.filter(({ open, close }) => close < open);
      return [candleShape(rising, grid, { half, colour: up }), candleShape(falling, grid, { half, colour: down })];
    }
    default:
      return series satisfies never;
  }
}

const lineOf = (points: readonly ChartPoint[], { x, y }: Grid): string =>
  points.map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${round(x(at))} ${round(y(value))}`).join('');

interface Half {
  readonly colour: string;
  /** What a value counts as on this side of 0. */
  readonly side: (value: number, zero: number) => number;
}

/** One side of 0 alone: the line, and what lies between it and 0. */
function differenceShapes(points: readonly ChartPoint[], grid: Grid, { colour, side }: Half): readonly Shape[] {
  const crossed = points.flatMap((point, index) => {
    const last = points[index - 1];
    if (!last || last.value * point.value >= 0) return [point];
    const share = last.value / (last.value - point.value);
    return [{ at: last.at + (point.at - last.at) * share, value: 0 }, point];
  });
  const ends = [crossed[0], crossed.at(-1)].filter((point) => point !== undefined);
  if (ends.length < 2) return [];
  const own = crossed.map(({ at, value }) => ({ at, value: side(value, 0) }));
  const outline = lineOf(own, grid);
  const [from, to] = ends.map(({ at }) => round(grid.x(at)));
  const zero = round(grid.y(0));
  // Without what runs along 0, which belongs to neither side.
  const pieces = own.flatMap((point, index) => {
    const next = own[index + 1];
    return next && (point.value !== 0 || next.value !== 0) ? [lineOf([point, next], grid)] : [];
  });
  return [
    { path: `${outline}L${to} ${zero}L${from} ${zero}Z`, fill: colour, opacity: 0.15 },
    { path: pieces.join(''), stroke: colour },
  ];
}

function candleShape(
  candles: readonly ChartCandle[],
  { x, y }: Grid,
  { half, colour }: { readonly half: number; readonly colour: string },
): Shape {
  const path = candles.map(({ at, open, high, low, close }) => {
    const middle = x(at);
    const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))];
    const body = Math.max(thinnest, bottom - top);
    return (
      `M${round(middle - 0.5)} ${round(y(high))}h1V${round(y(low))}h-1Z` +
      `M${round(middle - half)} ${round(top)}h${round(2 * half)}v${round(body)}h${-round(2 * half)}Z`
    );
  });
  return { path: path.join(''), fill: colour };
}

function markShapes(marks: readonly ChartMark[], candles: readonly ChartCandle[], { x, y }: Grid): readonly Shape[] {
  const byMoment = new Map(candles.map((candle) => [candle.at, candle]));
  const byColour = new Map<string, string>();
  for (const { at, above, colour } of marks) {
    const candle = byMoment.get(at);
    if (!candle) continue;
    const tip = round(above ? y(candle.high) - markGap : y(candle.low) + markGap);
    const away = above ? -markPixels : markPixels;
    const arrow = `M${round(x(at))} ${tip}l${-markPixels} ${away * 1.6}h${2 * markPixels}Z`;
    byColour.set(colour, (byColour.get(colour) ?? '') + arrow);
  }
  return [...byColour].map(([colour, path]) => ({ path, fill: colour }));
}
