import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { type ChartModel, type ChartPoint, decimals, formatNumber, formatWidth, SelectField, TimeChart } from '@tenbin/ui';
import { memo, useMemo, useState } from 'react';
import { useText } from '../app/text.ts';
import type { Trial } from './worker-messages.ts';

const views = ['profit', 'worth'] as const;
type View = (typeof views)[number];

/** The profit of balancing over time, or the worth beside that of merely holding. It can be dragged and zoomed. */
export const BacktestCurve = memo(function BacktestCurve({ trial: { curve, figures, width } }: { trial: Trial }) {
  const text = useText('backtest');
  const { tones, palette } = useTheme();
  const [view, setView] = useState<View>('profit');
  const model = useMemo<ChartModel>(() => {
    const points = (column: Float64Array): ChartPoint[] => Array.from(column, (value, index) => ({ at: curve.at[index] ?? 0, value }));
    const profit = {
      kind: 'line' as const,
      name: text('profitCurve'),
      colour: tones.series[0] ?? palette.primary.main,
      points: points(curve.profit),
    };
    const inMoney = (name: string) => `${name} (${figures.worthIn})`;
    const worth = { ...profit, name: inMoney(text('worth')), points: points(curve.worth) };
    const holding = {
      kind: 'line' as const,
      name: inMoney(text('holding')),
      colour: palette.text.primary,
      dashed: true,
      points: points(curve.holding),
    };
    return { digits: decimals.bpsCompared, series: view === 'profit' ? [profit] : [worth, holding] };
  }, [curve, view, figures.worthIn, text, tones, palette]);
  const sentence = text('curveSentence', {
    width: formatWidth(width),
    bps: formatNumber(figures.basisPoints, { digits: decimals.bpsCompared, sign: 'always' }),
    trades: formatNumber(figures.executions, { digits: 0 }),
    start: formatNumber(figures.startWorth, { digits: decimals.worth }),
    worth: formatNumber(figures.endWorth, { digits: decimals.worth }),
    holding: formatNumber(figures.holdingWorth, { digits: decimals.worth }),
    currency: figures.worthIn,
  });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ width: 260 }}>
        <SelectField
          small
          label={text('curve')}
          value={view}
          options={views.map((value) => ({ value, name: text(value === 'profit' ? 'profitCurve' : 'worthCurve') }))}
          onChange={(next) => setView(next as View)}
        />
      </Box>
      <TimeChart model={model} sentence={sentence} height={260} />
    </Box>
  );
});
