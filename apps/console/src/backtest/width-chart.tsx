import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { decimals, formatNumber, formatWidth } from '@tenbin/ui';
import { memo, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { isArtefact, type Region } from './best-region.ts';
import { type Scale, scaleOf, ticksOf } from './width-scale.ts';
import type { WidthPoint } from './worker-messages.ts';

interface WidthChartProps {
  readonly points: readonly WidthPoint[];
  /** First and last width of the axis, percent. */
  readonly span: readonly [number, number];
  readonly width: number;
  readonly region: Region | null;
  readonly onWidth: (width: number) => void;
}

const height = 220;
const room = { left: 56, right: 12, top: 12, bottom: 26 } as const;

/** Result against width, both ways of filling. A press sets the width; what it shows is also in the table below it. */
export function WidthChart({ points, span, width, region, onWidth }: WidthChartProps) {
  const { palette } = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const across = useAcross(place);
  const x = useMemo(() => scaleOf(span, [room.left, Math.max(room.left + 1, across - room.right)]), [span, across]);
  const choose = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons !== 1) return;
    onWidth(x.at(event.clientX - event.currentTarget.getBoundingClientRect().left));
  };
  return (
    <Box ref={place} aria-hidden sx={{ height, minWidth: 0, overflow: 'hidden', touchAction: 'pan-y', cursor: 'crosshair' }}>
      <svg width={across} height={height} onPointerDown={choose} onPointerMove={choose} fontSize={12} role="presentation">
        <Results points={points} span={span} region={region} x={x} across={across} />
        <line x1={x.of(width)} x2={x.of(width)} y1={room.top} y2={height - room.bottom} stroke={palette.text.primary} strokeWidth={1.5} />
      </svg>
    </Box>
  );
}

interface ResultsProps extends Pick<WidthChartProps, 'points' | 'span' | 'region'> {
  readonly x: Scale;
  readonly across: number;
}

/** All but the width that is looked at: it stays while the slider moves. */
const Results = memo(function Results({ points, span, region, x, across }: ResultsProps) {
  const { palette, tones } = useTheme();
  const values = points.flatMap(({ path, cautious }) => [path, cautious]);
  const low = Math.min(0, ...values);
  const high = Math.max(0.01, ...values);
  const y = (value: number) => height - room.bottom - ((value - low) / (high - low)) * (height - room.top - room.bottom);
  const line = (value: (point: WidthPoint) => number) => points.map((one) => `${x.of(one.width)},${y(value(one))}`).join(' ');
  return (
    <>
      {region && (
        <rect
          x={x.of(region.from) - 3}
          width={x.of(region.to) - x.of(region.from) + 6}
          y={room.top}
          height={height - room.top - room.bottom}
          fill={palette.success.main}
          opacity={0.16}
        />
      )}
      <Artefacts points={points} x={x} colour={palette.warning.main} />
      {levelsBetween(low, high).map((level) => (
        <g key={level}>
          <line x1={room.left} x2={across - room.right} y1={y(level)} y2={y(level)} stroke={palette.divider} />
          <text x={room.left - 6} y={y(level) + 4} textAnchor="end" fill={palette.text.secondary}>
            {formatNumber(level, { digits: Math.abs(level) < 10 && level !== 0 ? decimals.bpsCompared : 0 })}
          </text>
        </g>
      ))}
      {ticksOf(span).map((tick) => (
        <text key={tick} x={x.of(tick)} y={height - 8} textAnchor="middle" fill={palette.text.secondary}>
          {formatWidth(tick)}
        </text>
      ))}
      <polyline points={line(({ path }) => path)} fill="none" stroke={tones.series[0]} strokeWidth={2} strokeLinejoin="round" />
      <polyline
        points={line(({ cautious }) => cautious)}
        fill="none"
        stroke={tones.series[1]}
        strokeWidth={2}
        strokeDasharray="5 4"
        strokeLinejoin="round"
      />
    </>
  );
});

/** Where the result rests on guesses about the candles' insides. */
function Artefacts({ points, x, colour }: { points: readonly WidthPoint[]; x: Scale; colour: string }) {
  return points.map((point, index) => {
    if (!isArtefact(point)) return null;
    const from = x.of(points[index - 1]?.width ?? point.width);
    const to = x.of(points[index + 1]?.width ?? point.width);
    return (
      <rect
        key={point.width}
        x={(from + x.of(point.width)) / 2}
        width={Math.max(1, (to - from) / 2)}
        y={room.top}
        height={height - room.top - room.bottom}
        fill={colour}
        opacity={0.16}
      />
    );
  });
}

/** A few round levels from the lowest to the highest result. */
function levelsBetween(low: number, high: number): number[] {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step);
}

function useAcross(place: RefObject<HTMLDivElement | null>): number {
  const [across, setAcross] = useState(600);
  useEffect(() => {
    if (!place.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setAcross(entry.contentRect.width));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return across;
}
