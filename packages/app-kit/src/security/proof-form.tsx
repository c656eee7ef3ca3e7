import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {
  type deleteSelf,
  exportSelf,
  type Mapped,
  type RouteReply,
  type removeAuthenticator,
  type removePasskey,
  type renewRecoveryCodes,
  type setUpAuthenticator,
  type setUpPasskey,
} from '@tenbin/contract';
import { Field, PasswordField, useErrorText } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { Problem } from '../forms/problem.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { useText } from './text.ts';

type Proven =
  | typeof setUpAuthenticator
  | typeof removeAuthenticator
  | typeof renewRecoveryCodes
  | typeof deleteSelf
  | typeof exportSelf
  | typeof removePasskey
  | typeof setUpPasskey;

/** What is kept of somebody may be more than a page should hold: a browser has it on its disk. */
type ReplyOf<R extends Proven> = R extends typeof exportSelf ? Blob : Mapped<RouteReply<R>>;

interface ProofFormProps<R extends Proven> {
  readonly route: R;
  /** Of what it is about, where the address names it. */
  readonly id?: string;
  readonly submit: string;
  readonly danger?: boolean;
  /** Not where there is no second factor. */
  readonly asksCode?: boolean;
  readonly children: ReactNode;
  readonly onDone: (reply: ReplyOf<R>) => void;
  readonly onClose: () => void;
}

/** For what takes the password, and a code where there is a second factor. */
export function ProofForm<R extends Proven>({
  route,
  id = '',
  submit,
  danger = false,
  asksCode = true,
  children,
  onDone,
  onClose,
}: ProofFormProps<R>) {
  const text = useText('security');
  const kitText = useText('kit');
  const errorText = useErrorText();
  const form = useCallForm(route as Proven, {
    defaults: { password: '', code: '' },
    input: ({ password, code }) => ({
      params: { id },
      body: { password, ...(asksCode && { code: code.trim() }) } as { password: string; code: string },
    }),
    problems: ({ password, code }) => ({
      password: password === '' && kitText('passwordRequired'),
      code: asksCode && code.trim() === '' && kitText('codeRequired'),
    }),
    send: (client, input) =>
      (route === exportSelf ? client.download<Proven>(route, input) : client.call<Proven>(route, input)) as Promise<ReplyOf<R>>,
    onSuccess: onDone,
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.submit}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1, maxWidth: 420, mt: 1, '& > p': { m: 0, mb: 1, fontSize: 14 } }}
    >
      <p>{children}</p>
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      <PasswordField label={text('currentPassword')} autoComplete="current-password" {...form.field('password')} />
      {asksCode && <Field label={text('factorCode')} autoComplete="one-time-code" {...form.field('code')} />}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} loading={form.isSending}>
          {submit}
        </Button>
        <Button onClick={onClose}>{text('cancel')}</Button>
      </Box>
    </Box>
  );
}
