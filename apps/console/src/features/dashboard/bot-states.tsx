import Box from '@mui/material/Box';
import { PageLink } from '@tenbin/app-kit';
import { BotState, type BotView, OrderCount } from '@tenbin/bot-views';
import { formatDate, Panel, useAgeText, useNow } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { BotMessages } from '../../bots/bot-messages.tsx';
import { FigureLink } from './figure-card.tsx';

/** Is it running, and does it need me? Every bot in one row. */
export function BotStates({ bots }: { bots: readonly BotView[] }) {
  const text = useText('dashboard');
  return (
    <Panel title={text('bots')} flush>
      <Box component="ul" aria-label={text('bots')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {bots.map((bot) => (
          <Box
            component="li"
            key={bot.id}
            sx={{ px: { xs: 2, sm: 2.5 }, py: 1.5, borderTop: '1px solid', borderColor: 'divider', display: 'grid', gap: 1 }}
          >
            <StateRow bot={bot} />
            <BotMessages bot={bot} />
          </Box>
        ))}
      </Box>
    </Panel>
  );
}

/** Where there is little room. Beside another, a text that grows ("9 seconds ago") would make the other one wrap. */
const lineOfItsOwn = { color: 'text.secondary', gridColumn: { xs: '1 / -1', md: 'auto' } } as const;

function StateRow({ bot }: { bot: BotView }) {
  const text = useText('dashboard');
  const ageText = useAgeText();
  const now = useNow(5000);
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 0.25,
        alignItems: 'baseline',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(140px, 1.2fr) 110px 1.6fr 1.2fr auto' },
        fontSize: 14,
      }}
    >
      <PageLink to="/bots/$botId" params={{ botId: bot.id }} sx={{ fontWeight: 600, color: 'text.primary', overflowWrap: 'anywhere' }}>
        {bot.name}
      </PageLink>
      <BotState state={bot.state} autoStartRequested={bot.autoStartRequested} />
      <Box component="span" sx={lineOfItsOwn}>
        {bot.state === 'running' && bot.runningSince ? text('since', { at: formatDate(bot.runningSince) }) : ''}
      </Box>
      <Box component="span" sx={lineOfItsOwn}>
        {bot.lastFillAt ? (
          <FigureLink to="/history/" search={{ bot: bot.id }} title={text('toRecords')}>
            {text('lastFill')} {text('ago', { age: ageText(bot.lastFillAt, now) })}
          </FigureLink>
        ) : (
          text('noFillYet')
        )}
      </Box>
      <span>
        {text('orders')} <OrderCount bot={bot} />
      </span>
    </Box>
  );
}
