import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { SmallTable } from '../components/small-table.tsx';
import { formatDate } from '../format/dates.ts';
import { formatNumber, unknownFigure } from '../format/numbers.ts';
import { useUiText } from '../words/ui-text.ts';
import type { ChartColours, ChartModel, ChartSeries } from './chart-model.ts';
import { captionGap, captionRoom } from './chart-room.ts';
import { clampSpan, followSpan, momentsOf, type Span, spacingOf, wholeSpan } from './chart-scale.ts';
import { fewestBars, SvgChart } from './svg-chart.tsx';

interface TimeChartProps {
  readonly model: ChartModel;
  /** What the chart says, in one sentence: for everybody. */
  readonly sentence: string;
  readonly height?: number;
}

const rowsInTable = 60;

/** Lines, differences or candles over time, with a sentence, a legend and a table. */
export function TimeChart({ model, sentence, height = 280 }: TimeChartProps) {
  const text = useUiText('ui');
  const { palette, tones } = useTheme();
  const [kept, setKept] = useState<{ readonly view: Span; readonly whole: Span } | null>(null);
  const [asTable, setAsTable] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const colours = useMemo<ChartColours>(
    () => ({
      text: palette.text.secondary,
      paper: palette.background.paper,
      line: palette.divider,
      up: tones.gain,
      down: tones.loss,
    }),
    [palette, tones],
  );
  const whole = useMemo(() => wholeSpan(model), [model]);
  const least = useMemo(() => (model.series[0] ? spacingOf(momentsOf(model.series[0])) * fewestBars : 0), [model]);
  const view = useMemo(() => whole && kept && followSpan(kept.view, { before: kept.whole, whole, least }), [kept, whole, least]);
  const setView = (next: Span | null) => setKept(whole && next && { view: next, whole });
  const zoomIn = () => {
    if (!whole) return;
    const { from, to } = view ?? whole;
    setView(clampSpan({ from: to - Math.max(least, (to - from) / 2), to }, whole, least));
  };
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      <Box sx={{ position: 'relative', height }} aria-hidden>
        {whole && (
          <SvgChart model={model} colours={colours} height={height} whole={whole} view={view} onView={setView} onPoint={setPointed} />
        )}
        {pointed !== null && <Readout model={model} at={pointed} />}
      </Box>
      <Box
        component="figcaption"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 2,
          rowGap: 0.5,
          mt: `${captionGap}px`,
          alignItems: 'center',
          alignContent: 'flex-start',
          minHeight: captionRoom,
        }}
      >
        <Legend series={model.series} />
        <Box sx={{ whiteSpace: 'nowrap', ml: 'auto' }}>
          <Button size="small" onClick={zoomIn}>
            {text('zoomIn')}
          </Button>
          <Button size="small" onClick={() => setView(null)}>
            {text('showAll')}
          </Button>
          <Button size="small" onClick={() => setAsTable(!asTable)} aria-expanded={asTable}>
            {text(asTable ? 'hideTable' : 'showTable')}
          </Button>
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', flexBasis: '100%' }}>
          {sentence}
        </Typography>
      </Box>
      {asTable && <ChartTable model={model} label={sentence} />}
    </Box>
  );
}

/** What stands at the moment that somebody points at. */
function Readout({ model: { series, digits, notes }, at }: { model: ChartModel; at: number }) {
  const text = useUiText('ui');
  const figure = (value: number | undefined) => (value === undefined ? unknownFigure : formatNumber(value, { digits }));
  const lines = series.map((one) => {
    if (one.kind !== 'candles') return `${one.name} ${figure(one.points.find((point) => point.at === at)?.value)}`;
    const candle = one.candles.find((point) => point.at === at);
    return (['open', 'high', 'low', 'close'] as const).map((part) => `${text(`price${part}`)} ${figure(candle?.[part])}`).join(' · ');
  });
  return (
    <Box
      sx={{
        position: 'absolute',
        top: 0,
        left: 0,
        zIndex: 3,
        maxWidth: '85%',
        px: 1,
        py: 0.5,
        fontSize: 13,
        whiteSpace: 'pre-line',
        bgcolor: 'background.paper',
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: 1,
        pointerEvents: 'none',
      }}
    >
      {[formatDate(new Date(at)), ...lines, notes?.of(at)].filter(Boolean).join('\n')}
    </Box>
  );
}

function Legend({ series }: { series: readonly ChartSeries[] }) {
  return series.map((one) =>
    one.kind !== 'line' ? null : (
      <Box key={one.name} component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, fontSize: 14 }}>
        <Box component="span" aria-hidden sx={{ width: 14, borderTop: `2px ${one.dashed ? 'dashed' : 'solid'} ${one.colour}` }} />
        {one.name}
      </Box>
    ),
  );
}

function ChartTable({ model, label }: { model: ChartModel; label: string }) {
  const text = useUiText('ui');
  const columns = model.series.map((series) => ({
    name: series.name,
    values: new Map<number, number>(
      series.kind === 'candles' ? series.candles.map(({ at, close }) => [at, close]) : series.points.map(({ at, value }) => [at, value]),
    ),
  }));
  const times = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))].sort((a, b) => b - a).slice(0, rowsInTable);
  return (
    <SmallTable
      label={label}
      maxHeight={320}
      sx={{ mt: 1 }}
      heads={[text('time'), ...columns.map(({ name }) => name), ...(model.notes ? [model.notes.name] : [])]}
      rows={times.map((at) => ({
        key: String(at),
        cells: [
          formatDate(new Date(at)),
          ...columns.map(({ values }) => {
            const value = values.get(at);
            return value === undefined ? unknownFigure : formatNumber(value, { digits: model.digits });
          }),
          ...(model.notes ? [model.notes.of(at) || unknownFigure] : []),
        ],
      }))}
    />
  );
}
