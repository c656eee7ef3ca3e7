import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, PageLink, Problem, useCallForm } from '@tenbin/app-kit';
import { type ExchangeAccount, listExchangeAccounts, type Mapped, removeExchangeAccount } from '@tenbin/contract';
import { ConfirmDialog, formatDate, PasswordField, useErrorText, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { botsQuery } from '../../bots/use-bots.ts';

type Account = Mapped<ExchangeAccount>;

/** One connected account, the bots that trade with it, and a way to have its key erased. */
export function AccountRow({ account }: { account: Account }) {
  const { exchange, apiKey, connectedAt, bots } = account;
  const text = useText('exchanges');
  const [isAsking, setAsking] = useState(false);
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
      {isAsking && <RemoveDialog account={account} onClose={() => setAsking(false)} />}
    </Box>
  );
}

/** Says what goes, and asks for the password. */
function RemoveDialog({ account: { id, exchange, apiKey, bots }, onClose }: { account: Account; onClose: () => void }) {
  const text = useText('exchanges');
  const setupText = useText('setup');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const toast = useToast();
  const form = useCallForm(removeExchangeAccount, {
    defaults: { password: '' },
    input: ({ password }) => ({ params: { id }, body: { password } }),
    problems: ({ password }) => ({ password: password === '' && setupText('passwordRequired') }),
    onSuccess: () => {
      toast('success', text('removed', { exchange: exchange.name }));
      void queries.invalidateQueries({ queryKey: botsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: keyOf(listExchangeAccounts) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      title={text('removeTitle', { account: text('account', { exchange: exchange.name, tail: apiKey }) })}
      confirm={text('remove')}
      busy={form.isSending}
      onConfirm={() => void form.submit()}
      onClose={onClose}
    >
      <form noValidate onSubmit={form.submit}>
        <Box sx={{ mb: 2 }}>
          {text(bots.length === 0 ? 'removeHelp' : 'removeHelpBots', { bots: bots.map((bot) => bot.name).join(', ') })}
        </Box>
        {form.error && <Problem mb={2}>{errorText(form.error)}</Problem>}
        <PasswordField label={setupText('password')} autoComplete="current-password" {...form.field('password')} />
      </form>
    </ConfirmDialog>
  );
}
