import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getBalanceTransition } from '@tenbin/contract';
import {
  type ChartModel,
  decimals,
  Empty,
  Failure,
  FoldingPanel,
  formatAmount,
  formatDate,
  formatNumber,
  Loading,
  Panel,
  TimeChart,
} from '@tenbin/ui';
import { useMemo } from 'react';
import { query } from '../app/query.ts';
import { SelectField } from '../app/select-field.tsx';
import { useText } from '../app/text.ts';
import type { BotView } from './bot-view.ts';
import { initialGap, initialRoom, transitionHeight, transitionRoom } from './chart-panel-rooms.ts';
import { stackWorth } from './stack-worth.ts';

const hourMs = 3_600_000;
const ranges = { '1h': hourMs, '24h': 24 * hourMs, '7d': 7 * 24 * hourMs, '30d': 30 * 24 * hourMs } as const;
type Range = keyof typeof ranges;
const usual: Range = '24h';
/** The start of a range moves in steps, so that a read can be kept. */
const stepMs = 60_000;

const isRange = (name: string | undefined): name is Range => name !== undefined && name in ranges;

interface TransitionPanelProps {
  readonly bot: BotView;
  /** From the address. */
  readonly range: string | undefined;
  readonly onRange: (range: string) => void;
  /** On a phone it is only its title until it is opened. */
  readonly folds?: boolean;
}

/** What the bot's balances were worth over time, beside what merely holding them would be worth. */
export function TransitionPanel({ bot, range: named, onRange, folds = false }: TransitionPanelProps) {
  const text = useText('dashboard');
  const range = isRange(named) ? named : usual;
  const start = new Date(Math.floor((Date.now() - ranges[range]) / stepMs) * stepMs).toISOString();
  const transition = useQuery({
    ...query(getBalanceTransition, { params: { id: bot.id }, query: { start, points: 160 } }),
    placeholderData: keepPreviousData,
  });
  const initial = transition.data?.initialBalance ?? bot.config.initialBalance;
  const Card = folds ? FoldingPanel : Panel;
  return (
    <Card
      title={text('transition')}
      action={
        <Box sx={{ width: 120 }}>
          <SelectField
            small
            label={text('range')}
            value={range}
            options={(Object.keys(ranges) as Range[]).map((name) => ({ value: name, name: text(`range${name}`) }))}
            onChange={onRange}
          />
        </Box>
      }
    >
      <Box sx={{ minHeight: transitionRoom }}>
        {transition.isPending && <Loading what={text('transition')} rows={5} />}
        {transition.isLoadingError && (
          <Failure what={text('transition')} error={transition.error} onRetry={() => void transition.refetch()} />
        )}
        {transition.data?.points.length === 0 && <Empty title={text('transitionEmpty')} />}
        {transition.data && transition.data.points.length > 0 && <TransitionChart points={transition.data.points} />}
      </Box>
      <Box sx={{ mt: `${initialGap}px`, minHeight: initialRoom }}>
        {initial && (
          <Box
            component="dl"
            sx={{
              m: 0,
              display: 'flex',
              flexWrap: 'wrap',
              columnGap: 2.5,
              fontSize: 14,
              '& dt': { color: 'text.secondary' },
              '& dd': { m: 0 },
            }}
          >
            <dt>{text('initialBalance')}</dt>
            {Object.entries(initial).map(([currency, amount]) => (
              <dd key={currency}>
                {formatAmount(amount)} {currency}
              </dd>
            ))}
          </Box>
        )}
      </Box>
    </Card>
  );
}

type Points = Parameters<typeof stackWorth>[0];

function TransitionChart({ points }: { points: Points }) {
  const text = useText('dashboard');
  const { tones, palette } = useTheme();
  const { model, sentence } = useMemo(() => {
    const { layers, holding, at, worth, held } = stackWorth(points);
    const drawn: ChartModel = {
      digits: decimals.worth,
      series: [
        ...layers.map(({ currency, points: line }, index) => ({
          kind: 'area' as const,
          name: currency,
          colour: tones.series[index % tones.series.length] ?? palette.primary.main,
          points: line,
        })),
        { kind: 'line', name: text('holding'), colour: palette.text.primary, dashed: true, points: holding },
      ],
    };
    const money = (value: number | null) => (value === null ? '–' : formatNumber(value, { digits: decimals.worth }));
    const difference = worth === null || held === null ? '–' : formatNumber(worth - held, { digits: decimals.worth, sign: 'always' });
    const says =
      at === null
        ? text('transitionUnknown')
        : text('transitionSentence', { at: formatDate(new Date(at)), worth: money(worth), holding: money(held), difference });
    return { model: drawn, sentence: says };
  }, [points, tones, palette, text]);
  return <TimeChart model={model} sentence={sentence} height={transitionHeight} />;
}
