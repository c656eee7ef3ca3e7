import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Problem, useCallForm } from '@tenbin/app-kit';
import { type ExchangeAccount, type Mapped, showExchangeKeys } from '@tenbin/contract';
import { FactList, Panel, PasswordField, useErrorText } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';

/** The whole API keys, for as long as they are looked at. Secrets are shown to nobody. */
export function ApiKeysPanel() {
  const text = useText('security');
  const kitText = useText('kit');
  const errorText = useErrorText();
  const [accounts, setAccounts] = useState<readonly Mapped<ExchangeAccount>[] | null>(null);
  const form = useCallForm(showExchangeKeys, {
    defaults: { password: '' },
    input: ({ password }) => ({ body: { password } }),
    problems: ({ password }) => ({ password: password === '' && kitText('passwordRequired') }),
    onSuccess: (shown) => {
      form.reset();
      setAccounts(shown);
    },
  });
  return (
    <Panel title={text('apiKeys')} action={accounts && <Button onClick={() => setAccounts(null)}>{text('hideKeys')}</Button>}>
      {accounts ? (
        <FactList
          label={text('apiKeys')}
          facts={accounts.map(({ exchange, apiKey, bots }) => ({
            // One may have several accounts at one exchange.
            name: [exchange.name, apiKey.slice(-4)].filter(Boolean).join(' … '),
            value: apiKey === '' ? text('keyRemoved') : <code>{apiKey}</code>,
            more: [bots.length === 0 ? text('keyWithoutBot') : text('keyOfBots', { bots: bots.map(({ name }) => name).join(', ') })],
          }))}
          sx={{ gap: 1.5, '& dd': { m: 0, overflowWrap: 'anywhere' } }}
        />
      ) : (
        <Box
          component="form"
          noValidate
          onSubmit={form.submit}
          sx={{ display: 'flex', flexDirection: 'column', gap: 1, maxWidth: 420, '& > p': { m: 0, mb: 1, fontSize: 14 } }}
        >
          <p>{text('apiKeysHelp')}</p>
          {form.error && <Problem>{errorText(form.error)}</Problem>}
          <PasswordField label={text('currentPassword')} autoComplete="current-password" {...form.field('password')} />
          <Box>
            <Button type="submit" variant="outlined" loading={form.isSending}>
              {text('showKeys')}
            </Button>
          </Box>
        </Box>
      )}
      {accounts?.length === 0 && text('noKeys')}
    </Panel>
  );
}
