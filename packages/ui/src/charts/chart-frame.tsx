import { formatNumber } from '../format/numbers.ts';
import type { ChartColours, ChartLevel, ChartModel } from './chart-model.ts';
import { type Span, spread, timeTicks, type ValueRange, valueTicks } from './chart-scale.ts';
import type { Grid } from './chart-shapes.ts';

export const fontSize = 12;
/** Below the plot, for the times. */
export const axisHeight = 24;
const labelGap = 6;
const labelHeight = fontSize * 1.5;
const digitWidth = 7.2;

export interface Plot {
  readonly span: Span;
  readonly range: ValueRange;
  readonly grid: Grid;
  readonly width: number;
  readonly height: number;
}

/** Right of the plot, for the values: as wide as the longest of them. */
export function axisWidthOf(range: ValueRange, digits: number): number {
  const longest = Math.max(...[range.low, range.high].map((value) => formatNumber(value, { digits }).length));
  return Math.ceil(longest * digitWidth) + 2 * labelGap;
}

/** A value on the axis, apart from its ticks. */
export function AxisLabel({ plot: { grid, width }, value, y = grid.y(value), digits, colours, border }: AxisLabelProps) {
  const label = formatNumber(value, { digits });
  return (
    <>
      <rect
        x={width + 1}
        y={y - labelHeight / 2}
        width={label.length * digitWidth + 2 * labelGap - 2}
        height={labelHeight}
        rx={2}
        fill={colours.paper}
        stroke={border}
      />
      <text x={width + labelGap} y={y} dominantBaseline="central" fill={colours.text}>
        {label}
      </text>
    </>
  );
}

interface AxisLabelProps {
  readonly plot: Plot;
  readonly value: number;
  /** Where it stands, in pixels, where not at its value. */
  readonly y?: number | undefined;
  readonly digits: number;
  readonly colours: ChartColours;
  readonly border: string;
}

/** The lines and figures around what is drawn. */
export function ChartFrame({ plot, digits, colours }: { plot: Plot; digits: number; colours: ChartColours }) {
  const { span, range, grid, width, height } = plot;
  return (
    <>
      {valueTicks(range, Math.max(2, Math.floor(height / 48))).map((value) => (
        <g key={value}>
          <path d={`M0 ${grid.y(value)}H${width}`} stroke={colours.line} />
          <text x={width + labelGap} y={grid.y(value)} dominantBaseline="central" fill={colours.text}>
            {formatNumber(value, { digits })}
          </text>
        </g>
      ))}
      {timeTicks(span, Math.max(1, Math.floor(width / 90))).map(({ at, label }) => {
        const x = grid.x(at);
        // At an edge it is moved in, not cut off.
        const half = (label.length * digitWidth) / 2;
        return (
          <text
            key={at}
            x={Math.min(Math.max(x, half), Math.max(half, width - half))}
            y={height + axisHeight / 2 + 2}
            textAnchor="middle"
            dominantBaseline="central"
            fill={colours.text}
          >
            {label}
          </text>
        );
      })}
    </>
  );
}

/**
 * Orders that wait, and what was last: lines right across, with their values on the axis. Where there is no room for all
 * values, those nearest to the last price stand.
 */
export function ChartLevels({ plot, model, colours }: { plot: Plot; model: ChartModel; colours: ChartColours }) {
  const { grid, range, height } = plot;
  const last = lastOf(model, colours);
  const levels = [...(model.levels ?? []).map((level) => ({ ...level, dashes: '6 4' })), ...last];
  const seen = levels.filter(({ value }) => grid.y(value) >= 0 && grid.y(value) <= height).sort((a, b) => b.value - a.value);
  const middle = last[0]?.value ?? (range.low + range.high) / 2;
  const named = seen
    .toSorted((a, b) => Math.abs(a.value - middle) - Math.abs(b.value - middle))
    .slice(0, Math.floor(height / labelHeight))
    .sort((a, b) => b.value - a.value);
  const places = spread(
    named.map(({ value }) => grid.y(value)),
    { apart: labelHeight, most: height },
  );
  return seen.map((level, index) => (
    <Level
      // biome-ignore lint/suspicious/noArrayIndexKey: two orders may wait at one price under one name
      key={index}
      plot={plot}
      level={level}
      y={places[named.indexOf(level)]}
      digits={model.digits}
      colours={colours}
    />
  ));
}

interface LevelProps {
  readonly plot: Plot;
  readonly level: ChartLevel & { readonly dashes: string | null };
  /** Where its name and value stand, in pixels; undefined where there is no room for them. */
  readonly y: number | undefined;
  readonly digits: number;
  readonly colours: ChartColours;
}

function Level({ plot, level: { value, label, colour, dashes }, y, digits, colours }: LevelProps) {
  const { grid, width } = plot;
  return (
    <>
      {dashes && <path d={`M0 ${grid.y(value)}H${width}`} stroke={colour} strokeDasharray={dashes} />}
      {label && y !== undefined && (
        <text
          x={width - labelGap}
          y={y}
          textAnchor="end"
          dominantBaseline="central"
          fill={colours.text}
          stroke={colours.paper}
          strokeWidth={4}
          paintOrder="stroke"
        >
          {label}
        </text>
      )}
      {y !== undefined && <AxisLabel plot={plot} value={value} y={y} digits={digits} colours={colours} border={colour} />}
    </>
  );
}

/** Of candles the newest price as a level, of a difference only its figure on the axis. */
function lastOf({ series: [first] }: ChartModel, { text }: ChartColours) {
  const last = { label: '', colour: text };
  if (first?.kind === 'candles') return first.candles.slice(-1).map(({ close }) => ({ ...last, value: close, dashes: '1 3' }));
  if (first?.kind === 'difference') return first.points.slice(-1).map(({ value }) => ({ ...last, value, dashes: null }));
  return [];
}
