import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { PageLink } from '@tenbin/app-kit';
import { BotState, type BotView, OrderCount } from '@tenbin/bot-views';
import { widthOfDelta } from '@tenbin/strategy';
import { decimals, FactList, Figure, formatDate, formatWidth, percent, radius, useAgeText, useNow } from '@tenbin/ui';
import { useId } from 'react';
import { useText } from '../../app/text.ts';
import { BotMessages } from '../../bots/bot-messages.tsx';
import { BotSwitchButton } from '../../bots/bot-switch-button.tsx';
import { LastingStop } from '../../bots/lasting-stop.tsx';
import { StartRefusal } from '../../bots/start-refusal.tsx';
import { useBotSwitch } from '../../bots/use-bot-switch.ts';
import { BotMenu } from './bot-menu.tsx';

/** One bot of the list: what it is, how it does, what one can do with it. */
export function BotRow({ bot }: { bot: BotView }) {
  const text = useText('bots');
  const id = useId();
  const toggle = useBotSwitch(bot);
  return (
    <Paper
      component="li"
      aria-labelledby={id}
      sx={{ border: '1px solid', borderColor: 'divider', borderRadius: `${radius.card}px`, p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 2 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, justifyContent: 'space-between' }}>
        <Box sx={{ minWidth: 0, display: 'grid', gap: 0.5 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
            <PageLink id={id} to="/bots/$botId" params={{ botId: bot.id }} sx={{ fontSize: 16, fontWeight: 600, color: 'text.primary' }}>
              {bot.name}
            </PageLink>
            <BotState state={bot.state} autoStartRequested={bot.autoStartRequested} />
          </Box>
          <Box sx={{ fontSize: 14, color: 'text.secondary' }}>
            {bot.exchange.name} · {bot.pairs.join(', ')}
            {bot.state === 'running' && bot.runningSince && <> · {text('runningSince', { at: formatDate(bot.runningSince) })}</>}
          </Box>
        </Box>
        <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
          <BotSwitchButton bot={bot} toggle={toggle} />
          <BotMenu bot={bot} />
        </Box>
      </Box>
      <BotFigures bot={bot} />
      {toggle.error && <StartRefusal bot={bot} error={toggle.error} onDismiss={() => toggle.reset()} />}
      <LastingStop bot={bot} />
      <BotMessages bot={bot} />
    </Paper>
  );
}

function BotFigures({ bot }: { bot: BotView }) {
  const text = useText('bots');
  const profit = (
    <Figure value={bot.executionCount === 0 ? null : bot.basisPoint} digits={decimals.bps} unit="bp" change reason={text('noFillYet')} />
  );
  return (
    <FactList
      facts={[
        { name: text('width'), value: percent(formatWidth(widthOfDelta(bot.delta))) },
        { name: text('profit'), value: profit },
        { name: text('lastFill'), value: <LastFill at={bot.lastFillAt} /> },
        { name: text('openOrders'), value: <OrderCount bot={bot} /> },
      ]}
      sx={{
        gap: { xs: 1.5, sm: 2 },
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, 1fr)' },
        borderTop: '1px solid',
        borderColor: 'divider',
        pt: 2,
        '& dd': { m: 0, fontSize: 16, fontWeight: 600 },
      }}
    />
  );
}

function LastFill({ at }: { at: string | null }) {
  const text = useText('bots');
  const ageText = useAgeText();
  const now = useNow(5000);
  return at === null ? (
    <Figure value={null} digits={0} reason={text('noFillYet')} />
  ) : (
    <span title={formatDate(at)}>{text('ago', { age: ageText(at, now) })}</span>
  );
}
