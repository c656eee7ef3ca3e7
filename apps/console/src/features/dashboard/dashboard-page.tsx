import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { getRouteApi } from '@tanstack/react-router';
import { PageTitle } from '@tenbin/app-kit';
import { type BotView, transitionPanelHeight } from '@tenbin/bot-views';
import { PricePanel } from '@tenbin/bot-views/price-panel';
import { TransitionPanel } from '@tenbin/bot-views/transition-panel';
import { decimals, Failure, formatNumber, LiveRegion, Panel, SelectField } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { chosenBot, useBots } from '../../bots/use-bots.ts';
import { BotStates } from './bot-states.tsx';
import { cardColumns, cardHeights, lastCardHeights } from './figure-card.tsx';
import { FigureCards } from './figure-cards.tsx';
import { FirstSteps } from './first-steps.tsx';
import { MoneyCard, moneyCardHeight } from './money-card.tsx';
import { RecentHistory } from './recent-history.tsx';

const route = getRouteApi('/shell/');

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
  // Is it running? comes first where there is room for one thing at a time.
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const neverStarted = bots.every(({ startDate }) => startDate === null);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {neverStarted && <FirstSteps hasBot />}
      {isPhone && <BotStates bots={bots} />}
      <MoneyCard key={bot.id} bot={bot} />
      <FigureCards key={`cards ${bot.id}`} bot={bot} />
      {!isPhone && <BotStates bots={bots} />}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' } }}>
        <TransitionPanel
          bot={bot}
          range={range}
          onRange={(next) => void navigate({ search: (now) => ({ ...now, range: next }), replace: true, resetScroll: false })}
        />
        <PricePanel
          bot={bot}
          pair={pair}
          candles={candles}
          onChange={(next) => void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })}
        />
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
  const text = useText('dashboard');
  const uiText = useText('ui');
  return (
    <Box sx={{ display: 'grid', gap: 2 }} role="status" aria-label={uiText('loading', { what: text('title') })}>
      <Skeleton variant="rounded" sx={{ height: 168, display: { sm: 'none' } }} />
      <Skeleton variant="rounded" sx={{ height: moneyCardHeight }} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: cardColumns }}>
        {['apy', 'trades', 'profit'].map((card) => (
          <Skeleton key={card} variant="rounded" sx={{ height: cardHeights }} />
        ))}
        <Skeleton variant="rounded" sx={{ height: lastCardHeights }} />
      </Box>
      <Skeleton variant="rounded" height={112} sx={{ display: { xs: 'none', sm: 'block' } }} />
      <Skeleton variant="rounded" sx={{ height: transitionPanelHeight }} />
    </Box>
  );
}
