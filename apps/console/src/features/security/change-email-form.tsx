import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { emailFault } from '@tenbin/accounts';
import { Problem, query, useApp, useCallForm } from '@tenbin/app-kit';
import { changeEmail, getSelf } from '@tenbin/contract';
import { Field, PasswordField, useErrorText, useFailureToast } from '@tenbin/ui';
import { keepEmailChange } from '../../app/email-change.ts';
import { useText } from '../../app/text.ts';

/** Another address. Nobody is signed in here until its code is entered. */
export function ChangeEmailForm() {
  const text = useText('security');
  const kitText = useText('kit');
  const failures = useText('failures');
  const errorText = useErrorText();
  const failed = useFailureToast();
  const navigate = useNavigate();
  const { session } = useApp();
  const email = useQuery(query(getSelf, {})).data?.email ?? '';
  const form = useCallForm(changeEmail, {
    defaults: { newEmail: '', password: '' },
    input: ({ newEmail, password }) => ({ body: { email, newEmail: newEmail.trim(), password } }),
    problems: ({ newEmail, password }) => {
      const fault = emailFault(newEmail);
      return { newEmail: fault && kitText(fault), password: password === '' && kitText('passwordRequired') };
    },
    onError: (error) => failed(error, failures('failedChangeEmail')),
    onSuccess: async (_, { newEmail }) => {
      const key = session.key();
      if (key !== null) keepEmailChange({ newEmail: newEmail.trim(), key });
      await navigate({ to: '/verify-email', search: { email: newEmail.trim() } });
      session.end('left');
    },
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.submit}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1, maxWidth: 420, '& > p': { m: 0, mb: 1, fontSize: 14 } }}
    >
      <p>{text('emailHelp', { email })}</p>
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      <Field label={text('newEmail')} type="email" autoComplete="email" {...form.field('newEmail')} />
      <PasswordField label={text('currentPassword')} autoComplete="current-password" {...form.field('password')} />
      <Box>
        <Button type="submit" variant="contained" loading={form.isSending} disabled={email === ''}>
          {text('sendCode')}
        </Button>
      </Box>
    </Box>
  );
}
