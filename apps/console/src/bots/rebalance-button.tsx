import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, useAction, useClient, useInstallation } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import { autoRebalanceByBot, listRebalances } from '@tenbin/contract';
import { ConfirmDialog, useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../app/text.ts';
import { RebalancePlan } from './rebalance-plan.tsx';
import { botsQuery } from './use-bots.ts';

interface RebalanceButtonProps {
  readonly bot: BotView;
  /** The bot starts afterwards. */
  readonly starts: boolean;
  /** After one that failed. */
  readonly again?: boolean;
}

/** Asks for the wallet to be rebalanced, and says first what that does. Nothing where it is not offered, or the bot is not stopped. */
export function RebalanceButton({ bot, starts, again = false }: RebalanceButtonProps) {
  const client = useClient();
  const text = useText('rebalance');
  const failed = useFailureToast();
  const toast = useToast();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { features } = useInstallation().brand;
  const ask = useAction({
    mutationFn: () => client.call(autoRebalanceByBot, { params: { id: bot.id }, body: { autoActivation: starts } }),
    onSuccess: () => toast('success', text('asked', { name: bot.name })),
    onError: (error) => failed(error, text('askFailed')),
    onSettled: () => {
      setAsking(false);
      void queries.invalidateQueries({ queryKey: botsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: keyOf(listRebalances) });
    },
  });
  if (!features.autoRebalanceByBot || bot.state !== 'stopped') return null;
  return (
    <>
      <Button size="small" variant="outlined" color="inherit" onClick={() => setAsking(true)}>
        {text(again ? 'retry' : starts ? 'buttonStart' : 'button')}
      </Button>
      <ConfirmDialog
        open={asking}
        busy={ask.isPending}
        title={text('askTitle', { name: bot.name })}
        confirm={text(starts ? 'buttonStart' : 'button')}
        onClose={() => setAsking(false)}
        onConfirm={() => ask.mutate()}
      >
        <Typography variant="body2">
          {text('askText', { exchange: bot.exchange.name })} {starts && text('askStart')}
        </Typography>
        {asking && <RebalancePlan bot={bot} />}
      </ConfirmDialog>
    </>
  );
}
