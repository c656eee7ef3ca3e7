import Box from '@mui/material/Box';
import { getRouteApi } from '@tanstack/react-router';
import { PageLink, PageTitle } from '@tenbin/app-kit';
import { Empty, Failure, formatDate, formatHolding, Loading, Panel, SmallTable, unknownFigure } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { BotNotFound } from '../../bots/bot-not-found.tsx';
import { useBots } from '../../bots/use-bots.ts';

const route = getRouteApi('/shell/bots/$botId/initial-balance');

/** What a bot began with. Nothing leads here: who looks after a user's bot is told the address. */
export function InitialBalancePage() {
  const text = useText('charts');
  const botText = useText('bot');
  const { botId } = route.useParams();
  const bots = useBots();
  const bot = bots.data?.find(({ id }) => id === botId);
  if (bots.data && !bot) return <BotNotFound />;
  const initial = Object.entries(bot?.config.initialBalance ?? {});
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageTitle title={text('initialBalance')} />
      <Panel
        title={bot?.name}
        action={
          bot && (
            <PageLink to="/bots/$botId" params={{ botId: bot.id }}>
              {botText('thisBot')}
            </PageLink>
          )
        }
      >
        {bots.isPending && <Loading what={text('initialBalance')} rows={3} height={32} />}
        {bots.isLoadingError && <Failure what={text('initialBalance')} error={bots.error} onRetry={() => void bots.refetch()} />}
        {bot && initial.length === 0 && <Empty title={text('transitionEmpty')} />}
        {bot && initial.length > 0 && (
          <>
            <SmallTable
              lined
              label={text('initialBalance')}
              heads={[text('currency'), text('initialBalance'), text('balanceNow')]}
              rows={initial.map(([currency, amount]) => {
                const now = bot.balances?.[currency];
                return {
                  key: currency,
                  cells: [currency, formatHolding(amount, currency), now === undefined ? unknownFigure : formatHolding(now, currency)],
                };
              })}
            />
            {bot.startDate && (
              <Box sx={{ mt: 1.5, fontSize: 14, color: 'text.secondary' }}>{text('initialSince', { at: formatDate(bot.startDate) })}</Box>
            )}
          </>
        )}
      </Panel>
    </Box>
  );
}
