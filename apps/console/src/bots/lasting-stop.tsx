import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useClient } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import { forceStopBot } from '@tenbin/contract';
import { ConfirmDialog, useFailureToast, useNow, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../app/text.ts';
import { botsQuery } from './use-bots.ts';

/** Longer than forcing a stop takes where anybody does it: then it is offered again. */
const forcingTimeoutMs = 30_000;

interface LastingStopProps {
  readonly bot: BotView;
  readonly stopping: NonNullable<BotView['stopping']>;
}

/** Shown while a stop lasts: why, and that its owner may end it without the exchange's confirmation. */
export const LastingStop = ({ bot }: { bot: BotView }) => bot.stopping && <Stopping bot={bot} stopping={bot.stopping} />;

function Stopping({ bot, stopping }: LastingStopProps) {
  const text = useText('bots');
  const [asking, setAsking] = useState(false);
  const force = useForceStop(bot);
  const now = useNow();
  const { name, exchange } = bot;
  if (new Date(stopping.forcibleAt).getTime() > now) return null;
  const isForcing = stopping.forcedAt !== null && now - new Date(stopping.forcedAt).getTime() < forcingTimeoutMs;
  return (
    <Alert severity="warning" role="status">
      <strong>{text('stopLasts')}</strong>
      <br />
      {isForcing ? text('stopForcing') : text('stopLastsText', { name })}
      {!isForcing && (
        <Box sx={{ mt: 1 }}>
          <Button color="inherit" variant="outlined" size="small" loading={force.isPending} onClick={() => setAsking(true)}>
            {text('forceStop')}
          </Button>
        </Box>
      )}
      <ConfirmDialog
        open={asking}
        danger
        title={text('forceTitle', { name })}
        confirm={text('forceConfirm')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          force.mutate();
        }}
      >
        <Typography variant="body2">{text('forceText', { name, exchange: exchange.name })}</Typography>
        <Typography variant="body2" sx={{ mt: 1 }}>
          {text('forceNext', { exchange: exchange.name })}
        </Typography>
      </ConfirmDialog>
    </Alert>
  );
}

function useForceStop({ id, name }: BotView) {
  const client = useClient();
  const text = useText('bots');
  const failed = useFailureToast();
  const toast = useToast();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(forceStopBot, { params: { id } }),
    onSuccess: () => toast('success', text('forceAsked', { name })),
    onError: (error) => failed(error),
    onSettled: () => queries.invalidateQueries({ queryKey: botsQuery.queryKey }),
  });
}
