import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { keyOf, useAction, useApp } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import { deleteBot, listDeletedBots } from '@tenbin/contract';
import { ActionMenu, ConfirmDialog, MoreIcon, useFailureToast, useToast } from '@tenbin/ui';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../app/text.ts';
import { stopAndWait } from '../../bots/use-bot-switch.ts';
import { botsQuery } from '../../bots/use-bots.ts';

type Action = 'edit' | 'delete';

/** Details, edit and delete. A running bot is stopped first, if the user wants that. */
export function BotMenu({ bot }: { bot: BotView }) {
  const text = useText('bots');
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState<Action | null>(null);
  const { name } = bot;
  const choose = (action: Action) => {
    setAnchor(null);
    if (action === 'edit' && bot.state === 'stopped') void navigate({ to: '/bots/$botId/edit', params: { botId: bot.id } });
    else setAsking(action);
  };
  return (
    <>
      <IconButton
        aria-label={text('more', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      <ActionMenu label={text('more', { name })} anchor={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => void navigate({ to: '/bots/$botId', params: { botId: bot.id } })}>{text('details')}</MenuItem>
        <MenuItem onClick={() => choose('edit')}>{text('edit')}</MenuItem>
        <MenuItem onClick={() => choose('delete')}>{text('delete')}</MenuItem>
      </ActionMenu>
      {asking && <ActionDialog bot={bot} action={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

/** While it waits for the stop it can be closed, or its page left: then nothing follows the stop. */
function ActionDialog({ bot, action, onClose }: { bot: BotView; action: Action; onClose: () => void }) {
  const text = useText('bots');
  const failed = useFailureToast();
  const toast = useToast();
  const navigate = useNavigate();
  const app = useApp();
  const { name } = bot;
  const facts = { name, count: bot.openOrderCount, exchange: bot.exchange.name };
  const [mustStop] = useState(bot.state !== 'stopped');
  const underWay = useRef<AbortController>(null);
  useEffect(() => () => underWay.current?.abort(), []);
  const act = useAction({
    mutationFn: async () => {
      underWay.current = new AbortController();
      const { signal } = underWay.current;
      const isStopped = !mustStop || (await stopAndWait(app, bot.id, signal));
      if (signal.aborted) return;
      if (!isStopped) return toast('warn', text('stopTakesLong'));
      if (action === 'edit') return navigate({ to: '/bots/$botId/edit', params: { botId: bot.id } });
      await app.client.call(deleteBot, { params: { id: bot.id } });
      toast('success', text('deleted', { name }));
    },
    onError: (error) => failed(error),
    onSettled: () => {
      // One that was given up is closed already; what is open by now is another.
      if (!underWay.current?.signal.aborted) onClose();
      void app.queries.invalidateQueries({ queryKey: botsQuery.queryKey });
      void app.queries.invalidateQueries({ queryKey: keyOf(listDeletedBots) });
    },
  });
  const words = action === 'edit' ? 'stopEdit' : mustStop ? 'stopDelete' : 'delete';
  return (
    <ConfirmDialog
      open
      danger={action === 'delete'}
      busy={act.isPending}
      interrupts={mustStop}
      title={text(`${words}Title`, { name })}
      confirm={text(`${words}Confirm`)}
      onConfirm={() => act.mutate()}
      onClose={onClose}
    >
      <Typography variant="body2">{text(`${words}Text`, facts)}</Typography>
      {action === 'delete' && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          {text('deleteStays')}
        </Typography>
      )}
    </ConfirmDialog>
  );
}
