import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, useAction, useClient } from '@tenbin/app-kit';
import {
  type AdministeredBot,
  ApiError,
  getBotOfOrganization,
  listBotsOfOrganization,
  type Mapped,
  startBotAsAdministrator,
  stopBotAsAdministrator,
} from '@tenbin/contract';
import { useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { TypedConfirm } from '../../app/typed-confirm.tsx';
import { useMayDo } from '../../app/use-self.ts';

/** What the server says of these is said to the bot's user: what an administrator can do is something else. */
const refusedForUser = ['paymentRequired', 'tradingLimitReached', 'exchangeNotInPlan', 'affiliateMayNotTrade'] as const;

interface BotSwitchProps {
  readonly bot: Mapped<AdministeredBot>;
  /** @param stopId - null: it was started */
  readonly onAsked: (stopId: string | null) => void;
}

/** Start or stop, whichever the bot's state and the role allow, with the bot's name typed. */
export function BotSwitch({ bot, onAsked }: BotSwitchProps) {
  const text = useText('administeredBots');
  const client = useClient();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const toast = useToast();
  const [mayStart, mayStop] = [useMayDo('bots'), useMayDo('stop')];
  const [isAsking, setAsking] = useState(false);
  const action = bot.state === 'stopped' ? 'start' : 'stop';
  const params = { id: bot.id };
  const facts = { name: bot.name, email: bot.email, exchange: bot.exchange.name, count: bot.openOrderCount };
  const toggle = useAction({
    mutationFn: async () => {
      if (action === 'stop') return (await client.call(stopBotAsAdministrator, { params })).stopId;
      await client.call(startBotAsAdministrator, { params });
      return null;
    },
    onSuccess: async (stop) => {
      for (const read of [getBotOfOrganization, listBotsOfOrganization]) await queries.invalidateQueries({ queryKey: keyOf(read) });
      onAsked(stop);
    },
    onError: (error) => {
      const refused = refusedForUser.find((code) => error instanceof ApiError && error.code === code);
      if (refused) toast('error', text(`refused_${refused}`, facts));
      else failed(error);
    },
    onSettled: () => setAsking(false),
  });
  return (
    <>
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
          typed={{ text: bot.name.trim(), label: text('typeName', { name: bot.name.trim() }) }}
          danger={action === 'stop'}
          busy={toggle.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => toggle.mutate()}
        />
      )}
    </>
  );
}
