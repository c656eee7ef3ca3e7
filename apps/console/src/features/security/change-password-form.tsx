import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { Problem, useCallForm } from '@tenbin/app-kit';
import { NewPasswordFields, newPasswordProblems, noPassword } from '@tenbin/app-kit/passwords';
import { changePassword } from '@tenbin/contract';
import { ConfirmDialog, PasswordField, useErrorText, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { botsQuery, useBots } from '../../bots/use-bots.ts';

/** Another password. What it does to the bots is said before it is sent. */
export function ChangePasswordForm() {
  const text = useText('security');
  const authText = useText('auth');
  const kitText = useText('kit');
  const errorText = useErrorText();
  const toast = useToast();
  const queries = useQueryClient();
  const running = (useBots().data ?? []).filter(({ active, state }) => active || state !== 'stopped').map(({ name }) => name);
  const effects = running.length > 0 ? text('effectsBots', { bots: running.join(', ') }) : text('effectsNone');
  const [isAsking, setAsking] = useState(false);
  const form = useCallForm(changePassword, {
    defaults: noPassword,
    input: ({ password, newPassword }) => ({ body: { password, newPassword } }),
    problems: (entered) => ({
      password: entered.password === '' && kitText('passwordRequired'),
      ...newPasswordProblems(entered, authText, kitText),
    }),
    onSuccess: ({ stoppedBots, removedApiKeys }) => {
      setAsking(false);
      form.reset(noPassword);
      toast('success', text('passwordChanged', { stoppedBots, removedApiKeys }));
      void queries.invalidateQueries({ queryKey: botsQuery.queryKey });
    },
    onError: () => setAsking(false),
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.handleSubmit(() => setAsking(true))}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1, maxWidth: 420 }}
    >
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      <PasswordField label={text('currentPassword')} autoComplete="current-password" {...form.field('password')} />
      <NewPasswordFields form={form} />
      <Box>
        <Button type="submit" variant="contained">
          {text('changePassword')}
        </Button>
      </Box>
      <ConfirmDialog
        open={isAsking}
        title={text('changePasswordTitle')}
        confirm={text('changePassword')}
        danger={running.length > 0}
        busy={form.isSending}
        onConfirm={() => void form.submit()}
        onClose={() => setAsking(false)}
      >
        {effects}
      </ConfirmDialog>
    </Box>
  );
}
