import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, Problem, useCallForm } from '@tenbin/app-kit';
import { connectExchange, type Exchange, listExchangeAccounts, type Mapped } from '@tenbin/contract';
import { Field, PasswordField, SelectField, useErrorText, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';

const trimmed = (value: string): string => value.trim();

/** Stores a key once the exchange takes it: for a new account, or in the place of the key of one that is connected. */
export function ConnectForm({ exchanges }: { exchanges: readonly Mapped<Exchange>[] }) {
  const text = useText('exchanges');
  const setupText = useText('setup');
  const errorText = useErrorText();
  const toast = useToast();
  const queries = useQueryClient();
  const requiresPassphrase = (exchangeId: string) => exchanges.find(({ id }) => id === exchangeId)?.requiresPassphrase ?? false;
  // Only the server knows whether the key takes the place of a stored one.
  const [replaces, setReplaces] = useState(false);
  const form = useCallForm(connectExchange, {
    defaults: { exchangeId: exchanges[0]?.id ?? '', apiKey: '', secret: '', passPhrase: '', password: '' },
    input: ({ exchangeId, apiKey, secret, passPhrase, password }) => ({
      body: { exchangeId, apiKey, secret, ...(requiresPassphrase(exchangeId) && { passPhrase }), ...(password && { password }) },
    }),
    problems: ({ exchangeId, apiKey, secret, passPhrase, password }) => ({
      password: replaces && password === '' && setupText('passwordRequired'),
      apiKey: apiKey === '' && setupText('keyRequired'),
      secret: secret === '' && setupText('secretRequired'),
      passPhrase: requiresPassphrase(exchangeId) && passPhrase === '' && setupText('passphraseRequired'),
    }),
    onSuccess: ({ exchange, apiKey }, { exchangeId }) => {
      form.reset({ exchangeId, apiKey: '', secret: '', passPhrase: '', password: '' });
      setReplaces(false);
      toast('success', text('connectedNow', { account: text('account', { exchange: exchange.name, tail: apiKey }) }));
      void queries.invalidateQueries({ queryKey: keyOf(listExchangeAccounts) });
    },
    onError: (_, fields) => {
      if (fields.includes('password')) setReplaces(true);
    },
  });
  const exchangeId = form.watch('exchangeId');
  const field = (name: 'apiKey' | 'secret' | 'passPhrase') => form.field(name, { setValueAs: trimmed });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.submit}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, maxWidth: 420, '& > p': { m: 0, fontSize: 14 } }}
    >
      <p>{text('connectHelp')}</p>
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      <SelectField
        label={setupText('exchange')}
        value={exchangeId}
        options={exchanges.map(({ id, name }) => ({ value: id, name }))}
        onChange={(id) => form.setValue('exchangeId', id)}
      />
      <Field label={setupText('apiKey')} autoComplete="off" spellCheck={false} {...field('apiKey')} />
      <PasswordField label={setupText('secret')} autoComplete="off" {...field('secret')} />
      {requiresPassphrase(exchangeId) && <PasswordField label={setupText('passphrase')} autoComplete="off" {...field('passPhrase')} />}
      {replaces && (
        <PasswordField
          label={setupText('password')}
          autoComplete="current-password"
          help={setupText('replacesKey')}
          {...form.field('password')}
        />
      )}
      <Box>
        <Button type="submit" variant="contained" loading={form.isSending}>
          {text('connectButton')}
        </Button>
      </Box>
    </Box>
  );
}
