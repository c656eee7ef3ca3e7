import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { AnyOwnAccountRoutes } from '@tenbin/contract';
import { PasswordField, useErrorText, useToast } from '@tenbin/ui';
import { Problem } from '../forms/problem.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { NewPasswordFields, newPasswordProblems, noPassword } from '../passwords/new-password-fields.tsx';
import { useText } from './text.ts';

/** Another password: the other sessions end. */
export function ChangePasswordForm({ route }: { readonly route: AnyOwnAccountRoutes['changePassword'] }) {
  const text = useText('account');
  const authText = useText('auth');
  const kitText = useText('kit');
  const securityText = useText('security');
  const errorText = useErrorText();
  const toast = useToast();
  const form = useCallForm(route, {
    defaults: noPassword,
    input: ({ password, newPassword }) => ({ body: { password, newPassword } }),
    problems: (entered) => ({
      password: entered.password === '' && kitText('passwordRequired'),
      ...newPasswordProblems(entered, authText, kitText),
    }),
    onSuccess: () => {
      form.reset(noPassword);
      toast('success', text('passwordChanged'));
    },
  });
  return (
    <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'flex', flexDirection: 'column', gap: 1, maxWidth: 420 }}>
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      <PasswordField label={securityText('currentPassword')} autoComplete="current-password" {...form.field('password')} />
      <NewPasswordFields form={form} />
      <Box>
        <Button type="submit" variant="contained" loading={form.isSending}>
          {securityText('changePassword')}
        </Button>
      </Box>
    </Box>
  );
}
