import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Problem, query, useCallForm, useNamedCall } from '@tenbin/app-kit';
import { createVirtualAccount, listPlatformExchanges } from '@tenbin/contract';
import { ConfirmDialog, Failure, Field, Loading, PasswordField, SelectField, useErrorText, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';

/** Makes a virtual account; the first one of an exchange takes the key of the platform's account there. */
export function NewAccount() {
  const text = useText('markets');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="contained" onClick={() => setAsking(true)}>
        {text('newAccount')}
      </Button>
      {isAsking && <AccountForm onClose={() => setAsking(false)} />}
    </>
  );
}

function AccountForm({ onClose }: { readonly onClose: () => void }) {
  const text = useText('markets');
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const call = useNamedCall();
  const exchanges = useQuery(query(listPlatformExchanges, {}));
  const form = useCallForm(createVirtualAccount, {
    defaults: { exchangeName: '', name: '', key: '', secret: '', passPhrase: '' },
    input: ({ exchangeName, name, key, secret, passPhrase }) => ({
      body: {
        exchangeName,
        name: name.trim(),
        ...(key.trim() !== '' && {
          credentials: { key: key.trim(), secret: secret.trim(), ...(passPhrase.trim() !== '' && { passPhrase: passPhrase.trim() }) },
        }),
      },
    }),
    send: (_, input) => call(createVirtualAccount, input),
    problems: ({ exchangeName, key, secret }) => ({
      exchangeName: exchangeName === '' && text('required'),
      secret: key.trim() !== '' && secret.trim() === '' && text('required'),
      key: key.trim() === '' && secret.trim() !== '' && text('required'),
    }),
    onSuccess: ({ exchangeName: exchange, name }) => {
      onClose();
      toast('success', text('accountMade', { name }));
      void queries.invalidateQueries();
      void navigate({ to: '/virtual-accounts/account', search: { exchange, name } });
    },
  });
  return (
    <ConfirmDialog
      open
      title={text('newAccount')}
      confirm={text('make')}
      busy={form.isSending}
      onClose={onClose}
      onConfirm={() => void form.submit()}
    >
      {exchanges.isPending && <Loading what={text('exchange')} rows={1} />}
      {exchanges.isLoadingError && <Failure what={text('exchange')} error={exchanges.error} onRetry={() => void exchanges.refetch()} />}
      {exchanges.data && (
        <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
          {form.error && <Problem>{errorText(form.error)}</Problem>}
          <SelectField
            label={text('exchange')}
            value={form.watch('exchangeName')}
            options={[
              { value: '', name: text('chooseExchange') },
              ...exchanges.data.filter(({ enabled }) => enabled).map(({ name }) => ({ value: name, name })),
            ]}
            onChange={(next) => form.setValue('exchangeName', next, { shouldValidate: true })}
          />
          <Field label={text('name')} autoComplete="off" inputProps={{ maxLength: 40 }} {...form.field('name')} />
          <Box sx={{ fontSize: 14 }}>{text('keyHelp')}</Box>
          <Field label={text('apiKey')} autoComplete="off" {...form.field('key')} />
          <PasswordField label={text('secret')} autoComplete="off" {...form.field('secret')} />
          <PasswordField label={text('passPhrase')} autoComplete="off" {...form.field('passPhrase')} />
        </Box>
      )}
    </ConfirmDialog>
  );
}
