import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { decimals, formatNumber, formatWidth, hidden, percent, SmallTable } from '@tenbin/ui';
import { memo, useMemo, useState } from 'react';
import { useText } from '../app/text.ts';
import { isArtefact, type Region } from './best-region.ts';
import { WidthChart } from './width-chart.tsx';
import { widthsAcross } from './width-scale.ts';
import type { WidthPoint } from './worker-messages.ts';

const widest: readonly [number, number] = [0.1, 20];
const widthsShown = 60;
/** How far a nearer look goes to both sides of the width. */
const nearFactor = 2.5;

interface Zoom {
  readonly isNear: boolean;
  toggle(): void;
}

/** The widths that are compared: all that make sense, or those around the one that is looked at. */
export function useWidths(width: number) {
  const [near, setNear] = useState<number | null>(null);
  return useMemo(() => {
    const span: readonly [number, number] = near === null ? widest : [Math.max(0.02, near / nearFactor), Math.min(90, near * nearFactor)];
    const zoom: Zoom = { isNear: near !== null, toggle: () => setNear(near === null ? width : null) };
    return { span, zoom, widths: near === null ? allWidths : widthsAcross(span, widthsShown) };
  }, [near, width]);
}
const allWidths = widthsAcross(widest, widthsShown);

interface WidthResultsProps {
  readonly points: readonly WidthPoint[];
  readonly isSwept: boolean;
  readonly region: Region | null;
  readonly span: readonly [number, number];
  readonly zoom: Zoom;
  readonly width: number;
  readonly onWidth: (width: number) => void;
}

/** What every width would have brought, where the best ones lie, and where the result cannot be trusted. */
export const WidthResults = memo(function WidthResults({ points, isSwept, region, span, zoom, width, onWidth }: WidthResultsProps) {
  const text = useText('backtest');
  const { tones, palette } = useTheme();
  const [asTable, setAsTable] = useState(false);
  const signs = [
    { name: text('path'), look: { borderTop: `2px solid ${tones.series[0]}` } },
    { name: text('cautious'), look: { borderTop: `2px dashed ${tones.series[1]}` } },
    { name: text('bestRegion'), look: { height: 10, bgcolor: palette.success.main, opacity: 0.4 } },
    { name: text('artefact'), look: { height: 10, bgcolor: palette.warning.main, opacity: 0.4 } },
  ];
  return (
    <Box
      component="section"
      aria-label={text('byWidth')}
      sx={{ borderTop: '1px solid', borderColor: 'divider', pt: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
        <Typography variant="h3" component="h3" sx={{ fontSize: 16, fontWeight: 600 }}>
          {text('byWidth')}
        </Typography>
        <Button size="small" aria-pressed={zoom.isNear} onClick={zoom.toggle}>
          {text(zoom.isNear ? 'allWidths' : 'nearWidths')}
        </Button>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text('byWidthTerms')}
      </Typography>
      <WidthChart points={points} span={span} width={width} region={region} onWidth={onWidth} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, fontSize: 14 }}>
        {signs.map(({ name, look }) => (
          <Box key={name} component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
            <Box component="span" aria-hidden sx={{ width: 16, ...look }} />
            {name}
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
        <Typography variant="body2" role="status" sx={{ color: 'text.secondary', flex: '1 1 300px', minHeight: { xs: 68, sm: 45 } }}>
          {!isSwept && text('comparing', { done: points.length, count: widthsShown })}
          {isSwept &&
            (region
              ? text('regionSentence', {
                  from: formatWidth(region.from),
                  to: formatWidth(region.to),
                  best: formatWidth(region.best),
                  bps: formatNumber(region.basisPoints, { digits: decimals.bpsCompared, sign: 'always' }),
                })
              : text('noRegion'))}
        </Typography>
        {region && (
          <Button size="small" onClick={() => onWidth(region.best)}>
            {text('useBest', { width: formatWidth(region.best) })}
          </Button>
        )}
        <Button size="small" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
          {text(asTable ? 'hideTable' : 'showTable')}
        </Button>
      </Box>
      {asTable && <WidthTable points={points} />}
      {!asTable && <span style={hidden}>{text('tableHint')}</span>}
    </Box>
  );
});

function WidthTable({ points }: { points: readonly WidthPoint[] }) {
  const text = useText('backtest');
  const bps = (value: number) => formatNumber(value, { digits: decimals.bpsCompared, sign: 'always' });
  return (
    <SmallTable
      label={text('byWidth')}
      maxHeight={320}
      heads={(['width', 'path', 'cautious', 'shared', 'trust'] as const).map((head) => text(head))}
      rows={points.map((point) => ({
        key: String(point.width),
        cells: [
          percent(formatWidth(point.width)),
          `${bps(point.path)} bp`,
          `${bps(point.cautious)} bp`,
          percent(formatNumber(100 * point.sharedCandleShare, { digits: 1 })),
          text(isArtefact(point) ? 'artefact' : 'sound'),
        ],
      }))}
    />
  );
}
