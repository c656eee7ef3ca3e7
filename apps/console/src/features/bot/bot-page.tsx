import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { getRouteApi } from '@tanstack/react-router';
import { PageLink, PageTitle, useInstallation } from '@tenbin/app-kit';
import { BotPanels, BotState, type BotView, type OrdersNow, ReceiptWords } from '@tenbin/bot-views';
import { AnnualRate, decimals, FactList, Failure, Figure, Loading, Panel, radius } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { useText } from '../../app/text.ts';
import { BotMessages } from '../../bots/bot-messages.tsx';
import { BotNotFound } from '../../bots/bot-not-found.tsx';
import { BotSwitchButton } from '../../bots/bot-switch-button.tsx';
import { LastingStop } from '../../bots/lasting-stop.tsx';
import { useOutsideStop } from '../../bots/outside-stop.tsx';
import { RebalanceButton } from '../../bots/rebalance-button.tsx';
import { StartRefusal } from '../../bots/start-refusal.tsx';
import { useBotSwitch } from '../../bots/use-bot-switch.ts';
import { useBots } from '../../bots/use-bots.ts';
import { HelpLink } from '../../shell/help-link.tsx';

const route = getRouteApi('/shell/bots/$botId');

export function BotPage() {
  const text = useText('bot');
  const { botId } = route.useParams();
  const bots = useBots();
  const bot = bots.data?.find(({ id }) => id === botId);
  if (bot) return <FoundBot key={bot.id} bot={bot} />;
  if (bots.data) return <BotNotFound />;
  return (
    <>
      <PageTitle title={text('thisBot')} />
      <Panel>
        {bots.isPending && <Loading what={text('thisBot')} rows={6} height={72} />}
        {bots.isLoadingError && <Failure what={text('thisBot')} error={bots.error} onRetry={() => void bots.refetch()} />}
      </Panel>
    </>
  );
}

function FoundBot({ bot }: { bot: BotView }) {
  const text = useText('bot');
  const navigate = route.useNavigate();
  const toggle = useBotSwitch(bot);
  const { features } = useInstallation().brand;
  return (
    <>
      <PageTitle
        title={bot.name}
        action={
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, fontSize: 14 }}>
            {bot.state === 'stopped' && (
              <PageLink to="/bots/$botId/edit" params={{ botId: bot.id }}>
                {text('edit')}
              </PageLink>
            )}
            <PageLink to="/history/" search={{ bot: bot.id }}>
              {text('history')}
            </PageLink>
            <BotSwitchButton bot={bot} toggle={toggle} />
          </Box>
        }
      >
        <BotState state={bot.state} autoStartRequested={bot.autoStartRequested} />
      </PageTitle>
      <BotPanels
        bot={bot}
        search={route.useSearch()}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        rebalance={
          features.autoRebalanceByBot ? (
            <>
              <RebalanceButton bot={bot} starts={false} />
              <RebalanceButton bot={bot} starts />
            </>
          ) : undefined
        }
      >
        {(orders) => (
          <>
            {toggle.error && <StartRefusal bot={bot} error={toggle.error} onDismiss={() => toggle.reset()} />}
            <LastingStop bot={bot} />
            <BotMessages bot={bot} />
            <StopReceipt bot={bot} orders={orders} />
            <Figures bot={bot} />
          </>
        )}
      </BotPanels>
    </>
  );
}

function Figures({ bot }: { bot: BotView }) {
  const text = useText('bot');
  const started = bot.startDate !== null;
  const figures: readonly (readonly [name: string, figure: ReactNode, help?: ReactNode])[] = [
    [
      text('profit'),
      <Figure
        key="profit"
        value={started ? bot.basisPoint : null}
        digits={decimals.bps}
        unit="bp"
        reason={text('notYet')}
        change
        size="large"
      />,
      <HelpLink key="help" topic="whatIsBp" />,
    ],
    [
      text(bot.isAnnualRateProvisional && bot.annualRate !== null ? 'provisionalRate' : 'rate'),
      <AnnualRate key="rate" value={bot.annualRate} reason={text(started ? 'noRate' : 'notYet')} size="large" />,
    ],
    [text('trades'), <Figure key="trades" value={started ? bot.executionCount : null} digits={0} reason={text('notYet')} size="large" />],
  ];
  return (
    <Paper sx={{ border: '1px solid', borderColor: 'divider', borderRadius: `${radius.card}px`, p: 2.5 }}>
      <FactList
        facts={figures.map(([name, value, help]) => ({ name, value, help }))}
        sx={{
          gap: { xs: 0.5, sm: 2 },
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' },
          '& > div': { display: { xs: 'flex', sm: 'block' }, justifyContent: 'space-between', alignItems: 'baseline' },
        }}
      />
    </Paper>
  );
}

/** What the last stop did; where somebody else stopped the bot, their stop says it. */
function StopReceipt({ bot, orders }: { bot: BotView; orders: OrdersNow }) {
  const text = useText('bot');
  const isStoppedByOthers = useOutsideStop(bot) !== undefined;
  if (!bot.stopReceipt || bot.state !== 'stopped' || isStoppedByOthers) return null;
  const { forced } = bot.stopReceipt;
  return (
    <Alert severity={forced || orders.kind === 'left' ? 'warning' : 'info'}>
      <strong>{text(forced ? 'receiptForced' : 'receipt')}</strong>
      <br />
      <ReceiptWords receipt={bot.stopReceipt} />
      {!forced && orders.kind === 'left' && ` ${text('leftAfterStop')}`}
    </Alert>
  );
}
