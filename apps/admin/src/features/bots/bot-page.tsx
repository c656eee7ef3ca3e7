import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { changedSearch, PageLink, PageTitle, query } from '@tenbin/app-kit';
import {
  BalancesPanel,
  BotRoutesContext,
  BotState,
  OrderTruthPanel,
  ordersNow,
  PricePanel,
  RebalancePanel,
  ResultPanel,
  SettingsPanel,
  TimelinePanel,
  TransitionPanel,
  useOrderTruth,
} from '@tenbin/bot-views';
import { type AdministeredBot, getBotOfOrganization, type Mapped } from '@tenbin/contract';
import { Failure, formatDate, Loading, Panel } from '@tenbin/ui';
import { useCauseName } from '../../app/cause-name.ts';
import { useText } from '../../app/text.ts';
import { administeredBotRoutes } from './bot-routes.ts';
import { BotSwitch } from './bot-switch.tsx';

const route = getRouteApi('/shell/bots/bots/$botId');
const lookAgainMs = 5000;

/** A bot as its user sees it, to be looked at; it can be started and stopped. */
export function BotPage() {
  const text = useText('administeredBots');
  const { botId } = route.useParams();
  const bot = useQuery({ ...query(getBotOfOrganization, { params: { id: botId } }), refetchInterval: lookAgainMs });
  if (bot.data)
    return (
      <BotRoutesContext value={administeredBotRoutes}>
        <FoundBot key={botId} bot={bot.data} />
      </BotRoutesContext>
    );
  return (
    <>
      <PageTitle title={text('thisBot')} />
      <Panel>
        {bot.isPending && <Loading what={text('thisBot')} rows={6} height={72} />}
        {bot.isLoadingError && <Failure what={text('thisBot')} error={bot.error} onRetry={() => void bot.refetch()} />}
      </Panel>
    </>
  );
}

function FoundBot({ bot }: { bot: Mapped<AdministeredBot> }) {
  const text = useText('administeredBots');
  const nameOf = useCauseName();
  const navigate = route.useNavigate();
  const { pair, range, candles, page = 1, ...filter } = route.useSearch();
  const truth = useOrderTruth(bot);
  const change = (next: object) => void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  return (
    <>
      <PageTitle title={bot.name} action={<BotSwitch bot={bot} />}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, fontSize: 14 }}>
          <BotState state={bot.state} autoStartRequested={bot.autoStartRequested} />
          <PageLink to="/users/$userId" params={{ userId: bot.user }}>
            {bot.email}
          </PageLink>
          {bot.stopCause !== null && (
            <span>
              {nameOf(bot.stopCause)}
              {bot.stoppedAt && ` · ${text('stoppedAt', { at: formatDate(bot.stoppedAt) })}`}
            </span>
          )}
        </Box>
      </PageTitle>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <OrderTruthPanel orders={ordersNow(bot, truth.data)} truth={truth} expected={bot.expectedOrderCount || bot.pairs.length * 2} />
        <PricePanel folds bot={bot} pair={pair} candles={candles} onChange={change} />
        <TransitionPanel folds bot={bot} range={range} onRange={(next) => change({ range: next })} />
        {bot.startDate !== null && <ResultPanel bot={bot} />}
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            alignItems: 'start',
          }}
        >
          <BalancesPanel bot={bot} />
          <SettingsPanel bot={bot} />
        </Box>
        <RebalancePanel bot={bot} action={null} />
        <TimelinePanel
          bot={bot}
          filter={filter}
          page={page}
          onChange={(part) => void navigate({ search: (now) => changedSearch(now, part), replace: true, resetScroll: false })}
        />
      </Box>
    </>
  );
}
