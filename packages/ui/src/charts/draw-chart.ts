import {
  type AutoscaleInfo,
  BaselineSeries,
  CandlestickSeries,
  ColorType,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  LineStyle,
  type SeriesType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { formatNumber } from '../format/numbers.ts';
import { type ChartColours, type ChartModel, type ChartSeries, inOrder } from './chart-model.ts';

/** A drawn chart that takes new figures without being drawn anew. */
export interface DrawnChart {
  update(model: ChartModel, colours: ChartColours): void;
  /** Shows the newer half of what is shown. */
  zoomIn(): void;
  showAll(): void;
  remove(): void;
}

/** The library knows UTC only: times are moved so that its axis shows the reader's clock. */
const toTime = (at: number): UTCTimestamp => Math.floor(at / 1000 - new Date(at).getTimezoneOffset() * 60) as UTCTimestamp;

/** Below this span the axis tells seconds: minutes would repeat. */
const shortMs = 900_000;
/** Room right of the last candle for the names of the levels, in pixels. */
const levelLabelWidth = 72;
/** Nearer than this there is nothing to see. */
const fewestBars = 8;

/** Of an arrow: the candles are to be seen beside it. */
const markSize = 0.6;

/** @param onPoint - told which moment of the first series somebody points at; null where nobody does */
export function drawChart(element: HTMLElement, onPoint: (at: number | null) => void): DrawnChart {
  const chart = createChart(element, {
    autoSize: true,
    // Its makers are named on the help page instead.
    layout: { attributionLogo: false },
    handleScroll: { vertTouchDrag: false },
    rightPriceScale: { borderVisible: false, entireTextOnly: true },
    localization: { dateFormat: 'yyyy-MM-dd' },
    // At a fixed edge the outermost time is moved in, not cut off.
    timeScale: { borderVisible: false, fixLeftEdge: true, minBarSpacing: 0.1, timeVisible: true, secondsVisible: false },
  });
  let drawn: Drawn[] = [];
  let bars = 0;
  let moments: readonly number[] = [];
  chart.subscribeCrosshairMove(({ logical, point }) => onPoint((point && logical !== undefined && moments[Math.round(logical)]) || null));
  /** What was applied last: applying anything makes the whole chart measure itself again. */
  let frame = '';
  return {
    update(model, colours) {
      const isWhole = showsAll(chart, bars);
      const secondsVisible = spanOf(model) < shortMs;
      const rightOffsetPixels = model.levels?.length ? levelLabelWidth : 0;
      const next = JSON.stringify([colours, secondsVisible, rightOffsetPixels]);
      if (next !== frame) {
        frame = next;
        applyColours(chart, colours);
        chart.timeScale().applyOptions({ secondsVisible, rightOffsetPixels, fixRightEdge: rightOffsetPixels === 0 });
        chart.priceScale('right').applyOptions({ scaleMargins: { top: 0.12, bottom: 0.12 } });
      }
      if (drawn.length !== model.series.length || drawn.some(({ kind }, index) => kind !== model.series[index]?.kind)) {
        for (const { api } of drawn) chart.removeSeries(api);
        drawn = model.series.map((series) => addSeries(chart, series));
      }
      model.series.forEach((series, index) => {
        const target = drawn[index];
        if (target) fill(target, series, model, colours);
      });
      drawLevelsAndMarks(drawn[0], model);
      moments = inOrder(model.series[0] ? timesOf(model.series[0]) : []).map(({ at }) => at);
      bars = Math.max(...model.series.map((series) => timesOf(series).length));
      // Who looks at a part of it keeps that part.
      if (isWhole) chart.timeScale().fitContent();
    },
    zoomIn() {
      const range = chart.timeScale().getVisibleLogicalRange();
      if (range && range.to - range.from > fewestBars)
        chart.timeScale().setVisibleLogicalRange({ from: (range.from + range.to) / 2, to: range.to });
    },
    showAll: () => chart.timeScale().fitContent(),
    remove: () => chart.remove(),
  };
}

interface Drawn {
  readonly kind: ChartSeries['kind'];
  readonly api: ISeriesApi<SeriesType>;
  /** The look that was applied last. */
  look: string;
  levels: IPriceLine[];
  marks: ISeriesMarkersPluginApi<Time> | null;
}

const timesOf = (series: ChartSeries): readonly { readonly at: number }[] => (series.kind === 'candles' ? series.candles : series.points);

/** From the first to the last moment, in milliseconds. */
function spanOf({ series }: ChartModel): number {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const one of series) {
    for (const { at } of timesOf(one)) {
      first = Math.min(first, at);
      last = Math.max(last, at);
    }
  }
  return Math.max(0, last - first);
}

/** Nothing was scrolled or zoomed away. */
function showsAll(chart: IChartApi, bars: number): boolean {
  const range = chart.timeScale().getVisibleLogicalRange();
  return bars === 0 || range === null || (range.from <= 0 && range.to >= bars - 1);
}

function addSeries(chart: IChartApi, { kind }: ChartSeries): Drawn {
  const definition = { line: LineSeries, difference: BaselineSeries, candles: CandlestickSeries }[kind];
  return { kind, api: chart.addSeries(definition) as ISeriesApi<SeriesType>, look: '', levels: [], marks: null };
}

function fill(target: Drawn, series: ChartSeries, { digits }: ChartModel, colours: ChartColours): void {
  const { api } = target;
  const look = JSON.stringify([series.kind === 'line' ? [series.colour, series.dashed] : null, digits, colours]);
  if (look !== target.look) applyLook(api, series, { digits, colours });
  target.look = look;
  if (series.kind === 'candles') api.setData(inOrder(series.candles).map(({ at, ...candle }) => ({ time: toTime(at), ...candle })));
  else api.setData(inOrder(series.points).map(({ at, value }) => ({ time: toTime(at), value })));
}

function applyLook(
  api: ISeriesApi<SeriesType>,
  series: ChartSeries,
  { digits, colours }: { readonly digits: number; readonly colours: ChartColours },
): void {
  const shared = {
    priceFormat: { type: 'custom' as const, minMove: 10 ** -digits, formatter: (value: number) => formatNumber(value, { digits }) },
    priceLineVisible: series.kind === 'candles',
    lastValueVisible: series.kind !== 'line',
  };
  switch (series.kind) {
    case 'candles':
      api.applyOptions({
        ...shared,
        upColor: colours.up,
        downColor: colours.down,
        wickUpColor: colours.up,
        wickDownColor: colours.down,
        borderVisible: false,
      });
      break;
    case 'difference':
      api.applyOptions({
        ...shared,
        baseValue: { type: 'price', price: 0 },
        topLineColor: colours.up,
        topFillColor1: faint(colours.up),
        topFillColor2: faint(colours.up),
        bottomLineColor: colours.down,
        bottomFillColor1: faint(colours.down),
        bottomFillColor2: faint(colours.down),
        lineWidth: 2,
        autoscaleInfoProvider: withZero,
      });
      break;
    case 'line':
      api.applyOptions({ ...shared, color: series.colour, lineWidth: 2, lineStyle: series.dashed ? LineStyle.Dashed : LineStyle.Solid });
      break;
    default:
      series satisfies never;
  }
}

/** Of a colour as brands set them, #rrggbb. */
const faint = (colour: string): string => `${colour}26`;

/** Above or below nothing is what a difference says. */
const withZero = (own: () => AutoscaleInfo | null): AutoscaleInfo | null => {
  const info = own();
  if (!info?.priceRange) return info;
  const { minValue, maxValue } = info.priceRange;
  return { ...info, priceRange: { minValue: Math.min(0, minValue), maxValue: Math.max(0, maxValue) } };
};

function drawLevelsAndMarks(target: Drawn | undefined, { levels = [], marks = [] }: ChartModel): void {
  if (!target) return;
  for (const level of target.levels) target.api.removePriceLine(level);
  target.levels = levels.map(({ value, label, colour }) =>
    target.api.createPriceLine({
      price: value,
      title: label,
      color: colour,
      lineWidth: 1,
      lineStyle: LineStyle.Dashed,
      axisLabelVisible: true,
    }),
  );
  const shown = [...marks]
    .sort((a, b) => a.at - b.at)
    .map(({ at, above, colour }) => ({
      time: toTime(at) as Time,
      position: above ? ('aboveBar' as const) : ('belowBar' as const),
      shape: above ? ('arrowDown' as const) : ('arrowUp' as const),
      color: colour,
      size: markSize,
    }));
  if (target.marks) target.marks.setMarkers(shown);
  else if (shown.length > 0) target.marks = createSeriesMarkers(target.api, shown);
}

function applyColours(chart: IChartApi, { text, line }: ChartColours): void {
  chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: text,
      fontSize: 12,
      fontFamily: 'inherit',
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: line } },
    crosshair: { vertLine: { color: text, labelVisible: true }, horzLine: { color: text } },
  });
}
