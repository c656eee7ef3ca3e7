import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, Problem, useCallForm } from '@tenbin/app-kit';
import { cancelSubscription, getSelf } from '@tenbin/contract';
import { ConfirmDialog, PasswordField, useErrorText, useFailureToast, useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { botsQuery, useBots } from '../../bots/use-bots.ts';

/** Says what ends, and asks for the password. */
export function CancelDialog({ plan, onClose }: { plan: string; onClose: () => void }) {
  const text = useText('plan');
  const kitText = useText('kit');
  const errorText = useErrorText();
  const failures = useText('failures');
  const failed = useFailureToast();
  const toast = useToast();
  const queries = useQueryClient();
  const running = (useBots().data ?? []).filter(({ state }) => state !== 'stopped').map(({ name }) => name);
  const form = useCallForm(cancelSubscription, {
    defaults: { password: '' },
    input: ({ password }) => ({ body: { password } }),
    problems: ({ password }) => ({ password: password === '' && kitText('passwordRequired') }),
    onError: (error) => failed(error, failures('failedUpdatePlan')),
    onSuccess: () => {
      toast('success', text('cancelledNow', { plan }));
      void queries.invalidateQueries({ queryKey: keyOf(getSelf) });
      void queries.invalidateQueries({ queryKey: botsQuery.queryKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      title={text('cancelTitle', { plan })}
      confirm={text('cancel')}
      busy={form.isSending}
      onClose={onClose}
      onConfirm={() => void form.submit()}
    >
      <form noValidate onSubmit={form.submit}>
        <Box sx={{ mb: 2 }}>
          {text('cancelHelp')} {running.length > 0 && text('cancelBots', { bots: running.join(', ') })}
        </Box>
        {form.error && <Problem mb={2}>{errorText(form.error)}</Problem>}
        <PasswordField label={text('password')} autoComplete="current-password" {...form.field('password')} />
      </form>
    </ConfirmDialog>
  );
}
