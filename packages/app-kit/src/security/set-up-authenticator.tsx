import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { RouteReply, setUpAuthenticator } from '@tenbin/contract';
import { Field, useErrorText } from '@tenbin/ui';
import { useState } from 'react';
import { encode } from 'uqr';
import { Problem } from '../forms/problem.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { ProofForm } from './proof-form.tsx';
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

/** Black on white in every theme: cameras expect that. */
function QrCode({ value, label }: { readonly value: string; readonly label: string }) {
  const { size, data } = encode(value, { border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={220} height={220} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
