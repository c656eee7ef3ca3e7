import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import { getOwnOrganization } from '@tenbin/contract';
import { widthOfDelta } from '@tenbin/strategy';
import { ConfirmDialog, formatAmount, formatWidth } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../app/text.ts';
import type { useBotSwitch } from './use-bot-switch.ts';

/** Start or stop, whichever the bot's state allows. Either says first what it will do. */
export function BotSwitchButton({ bot, toggle }: { bot: BotView; toggle: ReturnType<typeof useBotSwitch> }) {
  const text = useText('bots');
  const { minimumBtcBalance: minimum } = useQuery(query(getOwnOrganization, {})).data ?? {};
  const [asking, setAsking] = useState<'start' | 'stop' | null>(null);
  const { name, exchange, pairs, delta } = bot;
  const action = bot.state === 'stopped' ? 'start' : 'stop';
  const says = {
    start: text('startText', {
      name,
      exchange: exchange.name,
      count: 2 * pairs.length,
      pairs: pairs.join(', '),
      width: formatWidth(widthOfDelta(delta)),
    }),
    stop: text('stopText', { name, exchange: exchange.name, count: bot.openOrderCount }),
  };
  return (
    <>
      <Button
        variant={action === 'start' ? 'contained' : 'outlined'}
        aria-label={text(`${action}Named`, { name })}
        loading={action === 'start' && toggle.isPending}
        disabled={bot.state === 'stopping'}
        onClick={() => setAsking(action)}
      >
        {text(action)}
      </Button>
      <ConfirmDialog
        open={asking === action}
        title={text(`${action}Title`, { name })}
        confirm={text(`${action}Confirm`)}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null);
          toggle.mutate(action);
        }}
      >
        <Typography variant="body2">{says[action]}</Typography>
        {action === 'start' && minimum && (
          <Typography variant="body2" sx={{ mt: 1 }}>
            {text('startMinimum', { minimum: formatAmount(minimum) })}
          </Typography>
        )}
      </ConfirmDialog>
    </>
  );
}
