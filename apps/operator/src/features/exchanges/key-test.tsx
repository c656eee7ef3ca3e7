import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Problem, useCallForm } from '@tenbin/app-kit';
import { type TestedKey, testExchangeKey } from '@tenbin/contract';
import { FactList, Field, Panel, PasswordField, SmallTable, useErrorText } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';

interface KeyTestProps {
  readonly exchange: { readonly id: string; readonly requiresPassphrase: boolean };
}

/** Asks the exchange what a key may do; once it has answered the key is gone from the page as well. */
export function KeyTest({ exchange: { id, requiresPassphrase } }: KeyTestProps) {
  const text = useText('machine');
  const errorText = useErrorText();
  const [tested, setTested] = useState<TestedKey | null>(null);
  const form = useCallForm(testExchangeKey, {
    defaults: { key: '', secret: '', passPhrase: '' },
    input({ key, secret, passPhrase }) {
      setTested(null);
      return { params: { id }, body: { key: key.trim(), secret: secret.trim(), ...(requiresPassphrase && { passPhrase }) } };
    },
    onSuccess(answer) {
      form.reset();
      setTested(answer);
    },
  });
  return (
    <Panel title={text('testKey')}>
      <Typography variant="body2" sx={{ mb: 1 }}>
        {text('testKeyHelp')}
      </Typography>
      <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1, maxWidth: 640 }}>
        {form.error && <Problem>{errorText(form.error)}</Problem>}
        <Field label={text('apiKey')} autoComplete="off" {...form.field('key')} />
        <PasswordField label={text('secret')} autoComplete="off" {...form.field('secret')} />
        {requiresPassphrase && <PasswordField label={text('passPhrase')} autoComplete="off" {...form.field('passPhrase')} />}
        <Box>
          <Button type="submit" variant="outlined" loading={form.isSending}>
            {text('test')}
          </Button>
        </Box>
      </Box>
      {tested && <Answer tested={tested} />}
    </Panel>
  );
}

const rightNames = ['read', 'trade', 'withdraw', 'transfer'] as const;

function Answer({ tested: { rights, fault, balances } }: { readonly tested: TestedKey }) {
  const text = useText('machine');
  const said = (right: boolean | 'unknown') => text(right === 'unknown' ? 'rightUnknown' : right ? 'rightYes' : 'rightNo');
  const areRightsKnown = rights.withdraw !== 'unknown';
  return (
    <Box role="status" sx={{ display: 'grid', gap: 2, mt: 2 }}>
      <Alert severity={fault ? 'error' : areRightsKnown ? 'success' : 'warning'}>
        {text(fault ? `keyFault_${fault}` : areRightsKnown ? 'keySafe' : 'keyRightsUnknown')}
      </Alert>
      <FactList
        label={text('rights')}
        sx={{ gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 120px), 1fr))' }}
        facts={rightNames.map((name) => ({ name: text(`right_${name}`), value: said(rights[name]) }))}
      />
      {balances && balances.length > 0 ? (
        <SmallTable
          lined
          stacked="named"
          label={text('balances')}
          heads={[text('currency'), text('free'), text('locked'), text('total')]}
          rows={balances.map(({ currency, free, locked, total }) => ({ key: currency, cells: [currency, free, locked, total] }))}
        />
      ) : (
        <Typography variant="body2">{text(balances ? 'noBalances' : 'balancesNotReadable')}</Typography>
      )}
    </Box>
  );
}
