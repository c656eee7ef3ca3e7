import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { given, PageLink, PageTitle, query } from '@tenbin/app-kit';
import { UnreadPage } from '@tenbin/app-kit/staff';
import { BotPanels, BotRoutesContext, BotState, useCauseLabel } from '@tenbin/bot-views';
import { type AdministeredBot, getBotOfOrganization, type Mapped } from '@tenbin/contract';
import { formatDate } from '@tenbin/ui';
import { StopReceipt } from '../../app/stop-receipt.tsx';
import { useText } from '../../app/text.ts';
import { administeredBotRoutes } from './bot-routes.ts';
import { BotSwitch } from './bot-switch.tsx';
import { StartProgress } from './start-progress.tsx';

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
  return <UnreadPage key={botId} what={text('thisBot')} read={bot} />;
}

function FoundBot({ bot }: { bot: Mapped<AdministeredBot> }) {
  const text = useText('administeredBots');
  const labelOf = useCauseLabel();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const remember = (asked: { readonly stop?: string | undefined; readonly started?: true | undefined }) =>
    void navigate({
      search: ({ stop: _stop, started: _started, ...now }) => ({ ...now, ...given(asked) }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <PageTitle
        title={bot.name}
        action={<BotSwitch bot={bot} onAsked={(stop) => remember(stop === null ? { started: true } : { stop })} />}
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, fontSize: 14 }}>
          <BotState state={bot.state} autoStartRequested={bot.autoStartRequested} />
          <PageLink to="/users/$userId" params={{ userId: bot.user }}>
            {bot.email}
          </PageLink>
          {bot.keyEndsAt !== null && <span>{text('keyEndsAt', { at: formatDate(bot.keyEndsAt) })}</span>}
          {bot.stopCause !== null && (
            <span>
              {labelOf(bot.stopCause)}
              {bot.stoppedAt && ` · ${text('stoppedAt', { at: formatDate(bot.stoppedAt) })}`}
            </span>
          )}
        </Box>
      </PageTitle>
      <Box sx={{ display: 'grid', gap: 1, '&:not(:empty)': { mb: 2 } }}>
        {search.stop === undefined ? (
          <StartProgress bot={bot} isAsked={search.started === true} onOver={() => remember({})} />
        ) : (
          <StopReceipt key={search.stop} id={search.stop} onClose={() => remember({})} />
        )}
      </Box>
      <BotPanels
        bot={bot}
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        rebalance={null}
      />
    </>
  );
}
