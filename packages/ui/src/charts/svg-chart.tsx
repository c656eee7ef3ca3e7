import Box from '@mui/material/Box';
import { type PointerEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { AxisLabel, axisHeight, axisWidthOf, ChartFrame, ChartLevels, fontSize, type Plot } from './chart-frame.tsx';
import type { ChartColours, ChartModel } from './chart-model.ts';
import { clampSpan, momentsOf, nearestMoment, type Span, spacingOf, valueRange } from './chart-scale.ts';
import { gridOf, shapesOf } from './chart-shapes.ts';

interface SvgChartProps {
  readonly model: ChartModel;
  readonly colours: ChartColours;
  readonly height: number;
  /** All that there is to be seen. */
  readonly whole: Span;
  /** The part that is looked at; null is all of it. */
  readonly view: Span | null;
  readonly onView: (view: Span | null) => void;
  /** The moment of the first series that somebody points at; null where nobody does. */
  readonly onPoint: (at: number | null) => void;
}

/** Until it is known how wide it may be. */
const startWidth = 600;
/** Room right of the last candle for the names of the levels. */
const levelLabelWidth = 72;
/** Nearer than this there is nothing to see. */
export const fewestBars = 8;
/** A turn of the wheel, in pixels, that doubles what is seen. */
const doubling = 400;

/** Where a finger or the mouse went down, and what was seen then. */
interface Grip {
  readonly x: number;
  readonly view: Span;
}

/** Draws a chart that can be dragged, zoomed by wheel or two fingers, and pointed at. */
export function SvgChart({ model, colours, height, whole, view, onView, onPoint }: SvgChartProps) {
  const place = useRef<SVGSVGElement>(null);
  const clip = useId();
  const outer = useWidth(place);
  const [pointer, setPointer] = useState<{ readonly at: number; readonly y: number } | null>(null);
  const grips = useRef(new Map<number, Grip>());
  const moments = useMemo(() => (model.series[0] ? momentsOf(model.series[0]) : []), [model]);
  const { plot, shapes } = useMemo(() => {
    const seen = view ?? whole;
    const range = valueRange(model, seen);
    const width = Math.max(1, outer - axisWidthOf(range, model.digits));
    const drawn = view || !model.levels?.length ? width : Math.max(1, width - levelLabelWidth);
    const size = { width, height: height - axisHeight };
    // What lies right of the last candle is later than it.
    const span = { from: seen.from, to: seen.from + ((seen.to - seen.from) * width) / drawn };
    const grid = gridOf(span, range, size);
    const plotted: Plot = { span, range, grid, ...size };
    return { plot: plotted, shapes: shapesOf(model, grid, colours) };
  }, [model, whole, view, outer, height, colours]);
  const least = spacingOf(moments) * fewestBars;
  const momentAt = (x: number, span = plot.span): number => span.from + (x / plot.width) * (span.to - span.from);
  const xOf = ({ clientX }: { readonly clientX: number }): number => clientX - (place.current?.getBoundingClientRect().left ?? 0);
  const zoomed = useRef<(event: WheelEvent) => void>(() => undefined);
  zoomed.current = (event) => {
    const { from, to } = view ?? whole;
    const factor = 2 ** (event.deltaY / doubling);
    const middle = momentAt(xOf(event));
    const next = clampSpan({ from: middle - (middle - from) * factor, to: middle + (to - middle) * factor }, whole, least);
    // Who sees all of it already scrolls the page.
    if (next === null && view === null) return;
    event.preventDefault();
    onView(next);
  };
  // A handler of React's cannot keep the page from scrolling.
  useEffect(() => {
    const element = place.current;
    const onWheel = (event: WheelEvent): void => zoomed.current(event);
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);
  const point = (event: PointerEvent): void => {
    const at = nearestMoment(moments, momentAt(xOf(event)));
    const y = event.clientY - (place.current?.getBoundingClientRect().top ?? 0);
    setPointer(at === null ? null : { at, y });
    onPoint(at);
  };
  const leave = (): void => {
    setPointer(null);
    onPoint(null);
  };
  const onMove = (event: PointerEvent<SVGSVGElement>): void => {
    const grip = grips.current.get(event.pointerId);
    if (!grip) {
      point(event);
      return;
    }
    const seen = grip.view;
    const perPixel = (seen.to - seen.from) / plot.width;
    const other = [...grips.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) {
      const moved = (grip.x - xOf(event)) * perPixel;
      if (view) onView(clampSpan({ from: seen.from + moved, to: seen.to + moved }, whole, least));
      else point(event);
      return;
    }
    const apart = Math.max(10, Math.abs(grip.x - other.x));
    const factor = apart / Math.max(10, Math.abs(xOf(event) - other.x));
    const fixed = momentAt(other.x, seen);
    onView(clampSpan({ from: fixed - (fixed - seen.from) * factor, to: fixed + (seen.to - fixed) * factor }, whole, least));
  };
  const onDown = (event: PointerEvent<SVGSVGElement>): void => {
    event.currentTarget.setPointerCapture?.(event.pointerId);
    // Every finger begins anew where a further one comes.
    for (const [id, { x }] of grips.current) grips.current.set(id, { x, view: view ?? whole });
    grips.current.set(event.pointerId, { x: xOf(event), view: view ?? whole });
  };
  const onUp = (event: PointerEvent): void => void grips.current.delete(event.pointerId);
  const [x, y] = pointer ? [plot.grid.x(pointer.at), Math.min(pointer.y, plot.height)] : [0, 0];
  const valueAt = plot.range.high - (y / plot.height) * (plot.range.high - plot.range.low);
  return (
    <Box
      component="svg"
      ref={place}
      width="100%"
      height={height}
      sx={{ display: 'block', touchAction: 'pan-y', color: colours.text, fontVariantNumeric: 'tabular-nums', userSelect: 'none' }}
      fontSize={fontSize}
      onPointerMove={onMove}
      onPointerDown={onDown}
      onPointerUp={onUp}
      onPointerCancel={onUp}
      onPointerLeave={leave}
    >
      <clipPath id={clip}>
        <rect width={plot.width} height={plot.height} />
      </clipPath>
      <ChartFrame plot={plot} digits={model.digits} colours={colours} />
      <g clipPath={`url(#${clip})`}>
        {shapes.map(({ path, fill = 'none', stroke, opacity, dashed }, index) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: a shape has no name, and its place never changes
            key={index}
            d={path}
            fill={fill}
            stroke={stroke}
            strokeWidth={2}
            strokeLinejoin="round"
            strokeDasharray={dashed ? '6 4' : undefined}
            opacity={opacity}
          />
        ))}
      </g>
      <ChartLevels plot={plot} model={model} colours={colours} />
      {pointer && x >= 0 && x <= plot.width && (
        <g pointerEvents="none">
          <path d={`M${x} 0V${plot.height}M0 ${y}H${plot.width}`} stroke={colours.text} strokeDasharray="4 4" />
          <AxisLabel plot={plot} value={valueAt} digits={model.digits} colours={colours} border={colours.text} />
        </g>
      )}
    </Box>
  );
}

function useWidth(place: { readonly current: SVGSVGElement | null }): number {
  const [width, setWidth] = useState(startWidth);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = (): void => setWidth(Math.round(element.getBoundingClientRect().width) || startWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}
