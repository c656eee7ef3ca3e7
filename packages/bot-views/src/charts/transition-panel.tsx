import Box from '@mui/material/Box';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import type { BalancePoint } from '@tenbin/contract';
import {
  type ChartModel,
  decimals,
  Empty,
  FactList,
  Failure,
  FoldingPanel,
  formatAmount,
  formatDate,
  formatNumber,
  Loading,
  Panel,
  SelectField,
  TimeChart,
} from '@tenbin/ui';
import { useMemo } from 'react';
import { useBotRoutes } from '../bot-routes.ts';
import type { BotView } from '../bots/bot-view.ts';
import { useBotText } from '../words/text.ts';
import { initialGap, initialRoom, transitionHeight, transitionRoom } from './chart-panel-heights.ts';
import { overHolding, type WorthPoint, worthPoints } from './worth-over-holding.ts';

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

/** What the bot's balances were worth over time, up to its stop, beside what merely holding them would be worth. */
export function TransitionPanel({ bot, range: named, onRange, folds = false }: TransitionPanelProps) {
  const text = useBotText('charts');
  const range = isRange(named) ? named : usual;
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
      <Transition bot={bot} range={range} />
    </Card>
  );
}

function Transition({ bot, range }: { bot: BotView; range: Range }) {
  const routes = useBotRoutes();
  const text = useBotText('charts');
  const stoppedAt = bot.state === 'stopped' ? bot.stopReceipt?.confirmedAt : null;
  const end = stoppedAt ? Date.parse(stoppedAt) : Date.now();
  const start = new Date(Math.floor((end - ranges[range]) / stepMs) * stepMs).toISOString();
  const transition = useQuery({
    ...query(routes.transition, { params: { id: bot.id }, query: { start, points: 160 } }),
    placeholderData: keepPreviousData,
  });
  const initial = transition.data?.initialBalance ?? bot.config.initialBalance;
  const amounts = Object.entries(initial ?? {}).map(([currency, amount]) => `${formatAmount(amount)} ${currency}`);
  return (
    <>
      <Box sx={{ minHeight: transitionRoom }}>
        {transition.isPending && <Loading what={text('transition')} rows={5} />}
        {transition.isLoadingError && (
          <Failure what={text('transition')} error={transition.error} onRetry={() => void transition.refetch()} />
        )}
        {transition.data?.points.length === 0 && <Empty title={text(initial ? 'transitionNone' : 'transitionEmpty')} />}
        {transition.data && transition.data.points.length > 0 && <TransitionChart key={range} points={transition.data.points} />}
      </Box>
      <Box sx={{ mt: `${initialGap}px`, minHeight: initialRoom }}>
        {initial && (
          <FactList
            facts={[{ name: text('initialBalance'), value: amounts[0], more: amounts.slice(1) }]}
            sx={{ '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: 2.5 } }}
          />
        )}
      </Box>
    </>
  );
}

function TransitionChart({ points }: { points: readonly BalancePoint[] }) {
  const text = useBotText('charts');
  const { model, sentence } = useMemo(() => {
    const known = worthPoints(points);
    const byMoment = new Map(known.map((point) => [point.at, point]));
    const drawn: ChartModel = {
      digits: decimals.worth,
      series: [{ kind: 'difference', name: text('overHolding'), points: overHolding(known) }],
      notes: { name: text('value'), of: (at) => noteOf(byMoment.get(at), text) },
    };
    const last = known.at(-1);
    const says = last
      ? text('transitionSentence', {
          at: formatDate(new Date(last.at)),
          worth: money(last.worth),
          holding: money(last.holding),
          difference: formatNumber(last.worth - last.holding, { digits: decimals.worth, sign: 'always' }),
        })
      : text('transitionUnknown');
    return { model: drawn, sentence: says };
  }, [points, text]);
  return <TimeChart model={model} sentence={sentence} height={transitionHeight} />;
}

const money = (value: number): string => formatNumber(value, { digits: decimals.worth });

function noteOf(point: WorthPoint | undefined, text: ReturnType<typeof useBotText<'charts'>>): string {
  if (!point) return '';
  const parts = Object.entries(point.currencies).map(([currency, worth]) => `${currency} ${money(worth)}`);
  return text('transitionNote', { worth: money(point.worth), parts: parts.join(' · '), holding: money(point.holding) });
}
