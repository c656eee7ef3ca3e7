import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, Problem, useCallForm } from '@tenbin/app-kit';
import { type AdministeredUser, listUserEvents, type Mapped, viewUser } from '@tenbin/contract';
import { ConfirmDialog, Field, formatDate, useErrorText } from '@tenbin/ui';
import { useEffect, useState } from 'react';
import { useText } from '../../app/text.ts';

interface ReadyView {
  readonly url: string;
  readonly openUntil: Date | string;
  readonly endsAt: Date | string;
}

/** Looks at the console as a user sees it: why, and with the administrator's own second factor; then a window of its own. */
export function ViewAs({ user, onClose }: { readonly user: Mapped<AdministeredUser>; readonly onClose: () => void }) {
  const text = useText('users');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<ReadyView | null>(null);
  const form = useCallForm(viewUser, {
    defaults: { reason: '', code: '' },
    input: ({ reason, code }) => ({ params: { id: user.id }, body: { reason: reason.trim(), code: code.trim() } }),
    onSuccess: (view) => {
      setOpened(view);
      void queries.invalidateQueries({ queryKey: keyOf(listUserEvents) });
    },
  });
  const [reason, code] = form.watch(['reason', 'code']);
  if (opened) return <OpenView {...opened} email={user.email} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title={text('viewTitle', { email: user.email })}
      confirm={text('viewConfirm')}
      busy={form.isSending}
      waits={reason.trim() === '' || code.trim() === ''}
      onClose={onClose}
      onConfirm={() => void form.submit()}
    >
      <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1.5 }}>
        <Box sx={{ fontSize: 14 }}>{text('viewText')}</Box>
        {form.error && <Problem>{errorText(form.error)}</Problem>}
        <Field label={text('viewReason')} required multiline minRows={2} inputProps={{ maxLength: 500 }} {...form.field('reason')} />
        <Field
          label={text('viewCode')}
          help={text('viewCodeHelp')}
          autoComplete="one-time-code"
          required
          inputProps={{ maxLength: 40 }}
          {...form.field('code')}
        />
        <button type="submit" hidden />
      </Box>
    </ConfirmDialog>
  );
}

function OpenView({ url, openUntil, endsAt, email, onClose }: ReadyView & { readonly email: string; readonly onClose: () => void }) {
  const text = useText('users');
  const [isTooLate, setTooLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTooLate(true), Math.max(0, new Date(openUntil).getTime() - Date.now()));
    return () => clearTimeout(timer);
  }, [openUntil]);
  return (
    <ConfirmDialog
      open
      title={text('viewReadyTitle')}
      confirm={text('viewOpen')}
      waits={isTooLate}
      onClose={onClose}
      onConfirm={() => {
        window.open(url, '_blank', 'noopener,noreferrer');
        onClose();
      }}
    >
      {isTooLate ? text('viewTooLate') : text('viewReady', { email, until: formatDate(openUntil), at: formatDate(endsAt) })}
    </ConfirmDialog>
  );
}
