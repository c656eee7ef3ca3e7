import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { getRouteApi } from '@tanstack/react-router';
import { decimals, Failure, formatNumber, LiveRegion, Panel } from '@tenbin/ui';
import { lazy, Suspense } from 'react';
import { PageTitle } from '../../app/page-title.tsx';
import { SelectField } from '../../app/select-field.tsx';
import { useText } from '../../app/text.ts';
import { type BotView, chosenBot, useBots } from '../../bots/bot-view.ts';
import { pricePanelHeight, transitionPanelHeight } from '../../bots/chart-panel-rooms.ts';
import { BotStates } from './bot-states.tsx';
import { cardColumns } from './figure-card.tsx';
import { FigureCards } from './figure-cards.tsx';
import { FirstSteps } from './first-steps.tsx';
import { RecentHistory } from './recent-history.tsx';

const route = getRouteApi('/shell/');
/** Charts come after the figures. */
const TransitionPanel = lazy(async () => ({ default: (await import('../../bots/transition-panel.tsx')).TransitionPanel }));
const PricePanel = lazy(async () => ({ default: (await import('../../bots/price-panel.tsx')).PricePanel }));

export function DashboardPage() {
  const text = useText('dashboard');
  const navigate = route.useNavigate();
  const { bot: botId } = route.useSearch();
  const bots = useBots();
  const bot = chosenBot(bots.data ?? [], botId);
  const choice = bots.data && bots.data.length > 1 && bot && (
    <Box sx={{ width: 220 }}>
      <SelectField
        small
        label={text('bot')}
        value={bot.id}
        options={bots.data.map(({ id, name }) => ({ value: id, name }))}
        onChange={(id) => void navigate({ search: (now) => ({ ...now, bot: id }), replace: true, resetScroll: false })}
      />
    </Box>
  );
  return (
    <>
      <PageTitle title={text('title')} action={choice} />
      {bots.isPending && <Waiting />}
      {bots.isLoadingError && (
        <Panel>
          <Failure what={text('title')} error={bots.error} onRetry={() => void bots.refetch()} />
        </Panel>
      )}
      {bots.data && !bot && <FirstSteps hasBot={false} />}
      {bots.data && bot && <Filled bots={bots.data} bot={bot} />}
    </>
  );
}

function Filled({ bots, bot }: { bots: readonly BotView[]; bot: BotView }) {
  const text = useText('dashboard');
  const botText = useText('bots');
  const navigate = route.useNavigate();
  const { range, pair, candles } = route.useSearch();
  const neverStarted = bots.every(({ startDate }) => startDate === null);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {neverStarted && <FirstSteps hasBot />}
      <FigureCards key={bot.id} bot={bot} />
      <BotStates bots={bots} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' } }}>
        <Suspense fallback={<Skeleton variant="rounded" sx={{ height: transitionPanelHeight }} />}>
          <TransitionPanel
            bot={bot}
            range={range}
            onRange={(next) => void navigate({ search: (now) => ({ ...now, range: next }), replace: true, resetScroll: false })}
          />
        </Suspense>
        <Suspense fallback={<Skeleton variant="rounded" sx={{ height: pricePanelHeight }} />}>
          <PricePanel
            bot={bot}
            pair={pair}
            candles={candles}
            onChange={(next) => void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })}
          />
        </Suspense>
      </Box>
      <RecentHistory bot={bot} />
      <LiveRegion>
        {text('status', {
          name: bot.name,
          state: botText(bot.state),
          bps: formatNumber(bot.basisPoint, { digits: decimals.bps, sign: 'always' }),
          count: bot.executionCount,
        })}
      </LiveRegion>
    </Box>
  );
}

function Waiting() {
  return (
    <Box sx={{ display: 'grid', gap: 2 }} role="status">
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: cardColumns }}>
        {['apy', 'trades', 'profit', 'volume'].map((card) => (
          <Skeleton key={card} variant="rounded" sx={{ height: { xs: 124, sm: 188 } }} />
        ))}
      </Box>
      <Skeleton variant="rounded" height={112} />
      <Skeleton variant="rounded" sx={{ height: transitionPanelHeight }} />
    </Box>
  );
}
