import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PageLink, PageTitle, query } from '@tenbin/app-kit';
import { BotPanels, type BotRoutes, BotRoutesContext, BotState } from '@tenbin/bot-views';
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
      <BotPanels
        bot={bot}
        search={route.useSearch()}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        rebalance={null}
      />
    </>
  );
}
