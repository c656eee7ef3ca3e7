import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Problem, useCallForm } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import { showApiKeys } from '@tenbin/contract';
import { FactList, Panel, PasswordField, useErrorText } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';

/** The whole API keys, for as long as they are looked at. Secrets are shown to nobody. */
export function ApiKeysPanel() {
  const text = useText('security');
  const kitText = useText('kit');
  const errorText = useErrorText();
  const [bots, setBots] = useState<readonly BotView[] | null>(null);
  const form = useCallForm(showApiKeys, {
    defaults: { password: '' },
    input: ({ password }) => ({ body: { password } }),
    problems: ({ password }) => ({ password: password === '' && kitText('passwordRequired') }),
    onSuccess: (shown) => {
      form.reset();
      setBots(shown);
    },
  });
  return (
    <Panel title={text('apiKeys')} action={bots && <Button onClick={() => setBots(null)}>{text('hideKeys')}</Button>}>
      {bots ? (
        <FactList
          label={text('apiKeys')}
          facts={bots.map(({ name, exchange, apiKey, hasSecret }) => ({
            name: `${name} (${exchange.name})`,
            value: hasSecret ? <code>{apiKey}</code> : text('keyRemoved'),
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
      {bots?.length === 0 && text('noKeys')}
    </Panel>
  );
}
