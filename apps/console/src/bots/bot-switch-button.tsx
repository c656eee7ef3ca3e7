import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { BotView } from '@tenbin/bot-views';
import { ConfirmDialog, formatWidth, widthOf } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../app/text.ts';
import type { useBotSwitch } from './use-bot-switch.ts';

/** Start or stop, whichever the bot's state allows. Either says first what it will do. */
export function BotSwitchButton({ bot, toggle }: { bot: BotView; toggle: ReturnType<typeof useBotSwitch> }) {
  const text = useText('bots');
  const [asking, setAsking] = useState<'start' | 'stop' | null>(null);
  const { name, exchange, pairs, delta } = bot;
  const wish = bot.state === 'stopped' ? 'start' : 'stop';
  const says = {
    start: text('startText', {
      name,
      exchange: exchange.name,
      count: 2 * pairs.length,
      pairs: pairs.join(', '),
      width: formatWidth(widthOf(delta)),
    }),
    stop: text('stopText', { name, exchange: exchange.name, count: bot.openOrderCount }),
  };
  return (
    <>
      <Button
        variant={wish === 'start' ? 'contained' : 'outlined'}
        aria-label={text(`${wish}Named`, { name })}
        loading={wish === 'start' && toggle.isPending}
        disabled={bot.state === 'stopping'}
        onClick={() => setAsking(wish)}
      >
        {text(wish)}
      </Button>
      <ConfirmDialog
        open={asking === wish}
        title={text(`${wish}Title`, { name })}
        confirm={text(`${wish}Confirm`)}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null);
          toggle.mutate(wish);
        }}
      >
        <Typography variant="body2">{says[wish]}</Typography>
      </ConfirmDialog>
    </>
  );
}
