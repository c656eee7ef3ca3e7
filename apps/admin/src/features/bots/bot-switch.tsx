import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, useAction, useClient } from '@tenbin/app-kit';
import {
  type AdministeredBot,
  getBotOfOrganization,
  listBotsOfOrganization,
  type Mapped,
  startBotAsAdministrator,
  stopBotAsAdministrator,
} from '@tenbin/contract';
import { useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { StopReceipt } from '../../app/stop-receipt.tsx';
import { useText } from '../../app/text.ts';
import { TypedConfirm } from '../../app/typed-confirm.tsx';
import { useMayDo } from '../../app/use-self.ts';

/** Start or stop, whichever the bot's state and the role allow; a stop ends with its receipt. */
export function BotSwitch({ bot }: { bot: Mapped<AdministeredBot> }) {
  const text = useText('administeredBots');
  const client = useClient();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const toast = useToast();
  const [mayStart, mayStop] = [useMayDo('bots'), useMayDo('stop')];
  const [isAsking, setAsking] = useState(false);
  const [stopId, setStopId] = useState<string | null>(null);
  const action = bot.state === 'stopped' ? 'start' : 'stop';
  const params = { id: bot.id };
  const toggle = useAction({
    mutationFn: async () => {
      if (action === 'stop') return (await client.call(stopBotAsAdministrator, { params })).stopId;
      await client.call(startBotAsAdministrator, { params });
      toast('success', text('startAsked', { name: bot.name }));
      return null;
    },
    onSuccess: async (stop) => {
      setStopId(stop);
      for (const read of [getBotOfOrganization, listBotsOfOrganization]) await queries.invalidateQueries({ queryKey: keyOf(read) });
    },
    onError: (error) => failed(error),
    onSettled: () => setAsking(false),
  });
  const facts = { name: bot.name, email: bot.email, exchange: bot.exchange.name, count: bot.openOrderCount };
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {(action === 'start' ? mayStart : mayStop) && (
        <Button variant={action === 'start' ? 'contained' : 'outlined'} disabled={bot.state === 'stopping'} onClick={() => setAsking(true)}>
          {text(action)}
        </Button>
      )}
      {isAsking && (
        <TypedConfirm
          title={text(`${action}Title`, facts)}
          says={text(`${action}Text`, facts)}
          confirm={text(action)}
          danger={action === 'stop'}
          busy={toggle.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => toggle.mutate()}
        />
      )}
      {stopId && <StopReceipt id={stopId} />}
    </Box>
  );
}
