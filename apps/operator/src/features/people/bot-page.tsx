import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PageLink, PageTitle, query } from '@tenbin/app-kit';
import { UnreadPage } from '@tenbin/app-kit/staff';
import { BotPanels, BotRoutesContext, type BotSearch, BotState, QuotingPanels } from '@tenbin/bot-views';
import { getPlatformBot, type Mapped, type PlatformBot } from '@tenbin/contract';
import { marketMakerKinds } from '@tenbin/strategy';
import { useBotName } from '../../app/bot-name.ts';
import { useOrganizationNames } from '../../app/organization-field.tsx';
import { platformBotRoutes } from '../../app/platform-bot-routes.ts';
import { useText } from '../../app/text.ts';
import { WhyStopped } from '../../app/why-stopped.tsx';

const route = getRouteApi('/shell/behind/bots/$botId');
const lookAgainMs = 5000;

/** A bot of any organization as its user sees it, or one of the platform's own, to be looked at. */
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
  return <UnreadPage key={botId} what={text('bot')} read={bot} />;
}

/** What there is to see of a bot of each kind. */
const panelsOf: Readonly<Record<PlatformBot['kind'], typeof BotPanels | typeof QuotingPanels>> = {
  balancing: BotPanels,
  spread: QuotingPanels,
  calculateOrder: QuotingPanels,
  byHand: QuotingPanels,
};

function FoundBot({ bot }: { readonly bot: Mapped<PlatformBot> }) {
  const navigate = route.useNavigate();
  const botName = useBotName();
  const Panels = panelsOf[bot.kind];
  const looked = {
    bot,
    search: route.useSearch(),
    onSearch: (search: (now: BotSearch) => BotSearch) => void navigate({ search, replace: true, resetScroll: false }),
  };
  return (
    <>
      <PageTitle title={botName(bot)}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, fontSize: 14 }}>
          <BotState state={bot.state} autoStartRequested={bot.autoStartRequested} />
          {bot.user === null ? <OfPlatform bot={bot} /> : <OfUser user={bot.user} bot={bot} />}
        </Box>
      </PageTitle>
      <Box sx={{ mb: 2, '&:empty': { display: 'none' } }}>
        <WhyStopped bot={bot} />
      </Box>
      <Panels {...looked} rebalance={bot.user === null ? undefined : null} />
    </>
  );
}

function OfUser({ bot, user }: { readonly bot: Mapped<PlatformBot>; readonly user: string }) {
  const nameOf = useOrganizationNames();
  return (
    <>
      <PageLink to="/organizations/$id" params={{ id: bot.organization }}>
        {nameOf(bot.organization)}
      </PageLink>
      <PageLink to="/users/$userId" params={{ userId: user }}>
        {bot.email}
      </PageLink>
    </>
  );
}

/** Where its money is, and how it quotes. */
function OfPlatform({ bot: { virtualAccount, exchange, kind, pairs } }: { readonly bot: Mapped<PlatformBot> }) {
  const text = useText('platform');
  if (virtualAccount === null) return text('thePlatform');
  const named = { exchange: exchange.name, name: virtualAccount };
  const maker = marketMakerKinds.find((one) => one === kind);
  return (
    <>
      {text('thePlatform')}
      <PageLink to="/virtual-accounts/account" search={named}>
        {text('itsVirtualAccount')}
      </PageLink>
      {maker !== undefined && (
        <PageLink to="/virtual-accounts/market-maker" search={{ ...named, pair: pairs[0] ?? '', kind: maker }}>
          {text('itsMaker')}
        </PageLink>
      )}
    </>
  );
}
