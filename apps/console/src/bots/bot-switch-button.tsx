import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ConfirmDialog } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../app/text.ts';
import type { BotView } from './bot-view.ts';
import type { useBotSwitch } from './use-bot-switch.ts';

/** Start or stop, whichever the bot's state allows. Stopping says first what it will do. */
export function BotSwitchButton({ bot, toggle }: { bot: BotView; toggle: ReturnType<typeof useBotSwitch> }) {
  const text = useText('bots');
  const [asking, setAsking] = useState(false);
  const { name } = bot;
  if (bot.state === 'stopped')
    return (
      <Button
        variant="contained"
        aria-label={text('startNamed', { name })}
        loading={toggle.isPending}
        onClick={() => toggle.mutate('start')}
      >
        {text('start')}
      </Button>
    );
  return (
    <>
      <Button
        variant="outlined"
        aria-label={text('stopNamed', { name })}
        disabled={bot.state === 'stopping'}
        onClick={() => setAsking(true)}
      >
        {text('stop')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={text('stopTitle', { name })}
        confirm={text('stopConfirm')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          toggle.mutate('stop');
        }}
      >
        <Typography variant="body2">{text('stopText', { name, count: bot.openOrderCount, exchange: bot.exchange.name })}</Typography>
      </ConfirmDialog>
    </>
  );
}
