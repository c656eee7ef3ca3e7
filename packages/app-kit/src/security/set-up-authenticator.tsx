import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { RouteReply, setUpAuthenticator } from '@tenbin/contract';
import { Field, useErrorText } from '@tenbin/ui';
import { useState } from 'react';
import { Problem } from '../forms/problem.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { ProofForm } from './proof-form.tsx';
import { QrCode } from './qr-code.tsx';
import { useSecurityRoutes } from './security-routes.ts';
import { useText } from './text.ts';

type SetUp = RouteReply<typeof setUpAuthenticator>;

interface SetUpProps {
  readonly asksCode: boolean;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** The password, then the secret and a code that shows that the app has it. */
export function SetUpAuthenticator({ asksCode, onDone, onClose }: SetUpProps) {
  const text = useText('security');
  const routes = useSecurityRoutes();
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  if (setUp) return <Confirm setUp={setUp} onDone={onDone} onClose={onClose} />;
  return (
    <ProofForm route={routes.setUpAuthenticator} submit={text('next')} asksCode={asksCode} onDone={setSetUp} onClose={onClose}>
      {text('setUpHelp')}
    </ProofForm>
  );
}

function Confirm({ setUp, onDone, onClose }: Omit<SetUpProps, 'asksCode'> & { readonly setUp: SetUp }) {
  const text = useText('security');
  const routes = useSecurityRoutes();
  const kitText = useText('kit');
  const errorText = useErrorText();
  const form = useCallForm(routes.addAuthenticator, {
    defaults: { code: '' },
    input: ({ code }) => ({ body: { setUp: setUp.setUp, code: code.trim() } }),
    problems: ({ code }) => ({ code: code.trim() === '' && kitText('codeRequired') }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.submit}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1, maxWidth: 420, mt: 1, '& > p': { m: 0, mb: 1, fontSize: 14 } }}
    >
      <p>{text('scanHelp')}</p>
      <QrCode value={setUp.url} label={text('qrCode')} />
      <p>
        {text('secretHelp')}
        <br />
        <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
          {setUp.secret.match(/.{4}/g)?.join(' ')}
        </Box>
      </p>
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      <Field label={text('appCode')} inputMode="numeric" autoComplete="one-time-code" {...form.field('code')} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" loading={form.isSending}>
          {text('confirmAuthenticator')}
        </Button>
        <Button onClick={onClose}>{text('cancel')}</Button>
      </Box>
    </Box>
  );
}
