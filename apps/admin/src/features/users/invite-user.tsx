import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, Problem, useAction, useClient } from '@tenbin/app-kit';
import { countUsers, inviteUser, listUsers } from '@tenbin/contract';
import { ConfirmDialog, Field, useErrorText, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';

/** Invites somebody by mail; they choose their password themselves. */
export function InviteUser() {
  const text = useText('users');
  const client = useClient();
  const queries = useQueryClient();
  const toast = useToast();
  const errorText = useErrorText();
  const [email, setEmail] = useState<string | null>(null);
  const invite = useAction({
    mutationFn: (address: string) => client.call(inviteUser, { body: { email: address } }),
    onSuccess: async (_, address) => {
      setEmail(null);
      toast('success', text('invited', { email: address }));
      for (const read of [listUsers, countUsers]) await queries.invalidateQueries({ queryKey: keyOf(read) });
    },
  });
  return (
    <>
      <Button variant="contained" onClick={() => setEmail('')}>
        {text('invite')}
      </Button>
      <ConfirmDialog
        open={email !== null}
        title={text('inviteTitle')}
        confirm={text('inviteConfirm')}
        busy={invite.isPending}
        waits={!email?.includes('@')}
        onClose={() => {
          setEmail(null);
          invite.reset();
        }}
        onConfirm={() => invite.mutate((email ?? '').trim())}
      >
        <Typography variant="body2" sx={{ mb: 2 }}>
          {text('inviteText')}
        </Typography>
        {invite.error && <Problem>{errorText(invite.error)}</Problem>}
        <Field
          label={text('email')}
          type="email"
          value={email ?? ''}
          inputProps={{ maxLength: 254 }}
          onChange={(event) => setEmail(event.target.value)}
        />
      </ConfirmDialog>
    </>
  );
}
