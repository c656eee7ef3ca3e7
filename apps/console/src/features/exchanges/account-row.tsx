import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, PageLink, useAction, useClient } from '@tenbin/app-kit';
import { type ExchangeAccount, listExchangeAccounts, type Mapped, removeExchangeAccount } from '@tenbin/contract';
import { ConfirmDialog, formatDate, useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { botsQuery } from '../../bots/use-bots.ts';

/** One connected account, the bots that trade with it, and a way to have its key erased. */
export function AccountRow({ account: { id, exchange, apiKey, connectedAt, bots } }: { account: Mapped<ExchangeAccount> }) {
  const text = useText('exchanges');
  const client = useClient();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const remove = useAction({
    mutationFn: () => client.call(removeExchangeAccount, { params: { id } }),
    onSuccess: () => toast('success', text('removed', { exchange: exchange.name })),
    onError: (error) => failed(error),
    onSettled: () => {
      setAsking(false);
      void queries.invalidateQueries({ queryKey: botsQuery.queryKey });
      return queries.invalidateQueries({ queryKey: keyOf(listExchangeAccounts) });
    },
  });
  const name = text('account', { exchange: exchange.name, tail: apiKey });
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: 2 }}>
      <Box sx={{ minWidth: 0 }}>
        <strong>{apiKey === '' ? text('accountRemoved', { exchange: exchange.name }) : name}</strong>
        <Box sx={{ fontSize: 14, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {text('since', { at: formatDate(connectedAt) })} · {bots.length === 0 ? text('noBots') : `${text('bots')} `}
          {bots.map((bot, index) => (
            <span key={bot.id}>
              {index > 0 && ', '}
              <PageLink to={apiKey === '' ? '/bots/$botId/edit' : '/bots/$botId'} params={{ botId: bot.id }}>
                {bot.name}
              </PageLink>
            </span>
          ))}
        </Box>
      </Box>
      {apiKey !== '' && (
        <Button color="error" aria-label={text('removeAccount', { account: name })} onClick={() => setAsking(true)}>
          {text('remove')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title={text('removeTitle', { account: name })}
        confirm={text('remove')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        {text(bots.length === 0 ? 'removeHelp' : 'removeHelpBots', { bots: bots.map((bot) => bot.name).join(', ') })}
      </ConfirmDialog>
    </Box>
  );
}
