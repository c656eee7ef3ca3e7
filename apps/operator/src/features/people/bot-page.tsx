import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { changedSearch, PageLink, PageTitle, query } from '@tenbin/app-kit';
import {
  BalancesPanel,
  type BotRoutes,
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
import {
  checkBalanceOfPlatformBot,
  countRecordsOfPlatformBot,
  countTimelineOfPlatformBot,
  getBalanceTransitionOfPlatformBot,
  getOrderTruthOfPlatformBot,
  getPlatformBot,
  getResultOfPlatformBot,
  getVolumeOfPlatformBot,
  listCandleFillsOfPlatformBot,
  listCandlesOfPlatformBot,
  listOrdersOfPlatformBot,
  listRebalancesOfPlatformBot,
  listRecordsOfPlatformBot,
  listTimelineOfPlatformBot,
  type Mapped,
  type PlatformBot,
} from '@tenbin/contract';
import { Failure, Loading, Panel } from '@tenbin/ui';
import { useOrganizationNames } from '../../app/organization-field.tsx';
import { useText } from '../../app/text.ts';

const route = getRouteApi('/shell/behind/bots/$botId');
const lookAgainMs = 5000;

/** How an operator reads about any bot. */
const platformBotRoutes: BotRoutes = {
  balance: checkBalanceOfPlatformBot,
  candleFills: listCandleFillsOfPlatformBot,
  candles: listCandlesOfPlatformBot,
  orders: listOrdersOfPlatformBot,
  orderTruth: getOrderTruthOfPlatformBot,
  rebalances: listRebalancesOfPlatformBot,
  recordCount: countRecordsOfPlatformBot,
  records: listRecordsOfPlatformBot,
  result: getResultOfPlatformBot,
  timeline: listTimelineOfPlatformBot,
  timelineCount: countTimelineOfPlatformBot,
  transition: getBalanceTransitionOfPlatformBot,
  volume: getVolumeOfPlatformBot,
};

/** A bot of any organization as its user sees it, to be looked at. */
export function BotPage() {
  const text = useText('platform');
  const { botId } = route.useParams();
  const bot = useQuery({ ...query(getPlatformBot, { params: { id: botId } }), refetchInterval: lookAgainMs });
  if (bot.data)
    return (
      <BotRoutesContext value={platformBotRoutes}>
        <FoundBot key={botId} bot={bot.data} />
      </BotRoutesContext>
    );
  return (
    <>
      <PageTitle title={text('bot')} />
      <Panel>
        {bot.isPending && <Loading what={text('bot')} rows={6} height={72} />}
        {bot.isLoadingError && <Failure what={text('bot')} error={bot.error} onRetry={() => void bot.refetch()} />}
      </Panel>
    </>
  );
}

function FoundBot({ bot }: { readonly bot: Mapped<PlatformBot> }) {
  const nameOf = useOrganizationNames();
  const navigate = route.useNavigate();
  const { pair, range, candles, page = 1, ...filter } = route.useSearch();
  const truth = useOrderTruth(bot);
  const change = (next: object) => void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  return (
    <>
      <PageTitle title={bot.name}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, fontSize: 14 }}>
          <BotState state={bot.state} autoStartRequested={bot.autoStartRequested} />
          <PageLink to="/organizations/$id" params={{ id: bot.organization }}>
            {nameOf(bot.organization)}
          </PageLink>
          <PageLink to="/users/$userId" params={{ userId: bot.user }}>
            {bot.email}
          </PageLink>
        </Box>
      </PageTitle>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <OrderTruthPanel orders={ordersNow(bot, truth.data)} truth={truth} expected={bot.expectedOrderCount || bot.pairs.length * 2} />
        <PricePanel folds bot={bot} pair={pair} candles={candles} onChange={change} />
        <TransitionPanel folds bot={bot} range={range} onRange={(next) => change({ range: next })} />
        {bot.startDate !== null && <ResultPanel bot={bot} />}
        <BalancesPanel bot={bot} />
        <SettingsPanel bot={bot} />
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
