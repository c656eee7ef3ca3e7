import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { AccountIcon, ActionMenu, ConfirmDialog, useErrorText } from '@tenbin/ui';
import { useState } from 'react';
import { useApp } from '../app/app-context.tsx';
import { useAction } from '../app/use-action.ts';
import { useKitText } from '../words/text.ts';

export interface UserMenuProps {
  /** Whose session it is; undefined while that is not known. */
  readonly who: string | undefined;
  readonly entries: readonly { readonly label: string; readonly to: NonNullable<LinkProps['to']> }[];
}

export function UserMenu({ who, entries }: UserMenuProps) {
  const text = useKitText('kit');
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { client, session, signOut } = useApp();
  const close = () => setAnchor(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const leave = useAction({
    mutationFn: () => client.call(signOut, {}),
    onSuccess: () => session.end('left'),
    onError: (error) => setFailure(session.key() === null ? null : error),
  });
  return (
    <>
      <IconButton
        aria-label={text('userMenu')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <AccountIcon />
      </IconButton>
      <ActionMenu
        label={text('userMenu')}
        anchor={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        {who !== undefined && (
          <ListSubheader
            role="presentation"
            sx={{ lineHeight: 1.6, pb: 1, maxWidth: 280, overflowWrap: 'anywhere', bgcolor: 'transparent' }}
          >
            {who}
          </ListSubheader>
        )}
        {entries.map(({ label, to }) => (
          <MenuItem
            key={label}
            onClick={() => {
              close();
              void navigate({ to });
            }}
          >
            {label}
          </MenuItem>
        ))}
        <MenuItem
          onClick={() => {
            close();
            leave.mutate();
          }}
        >
          {text('signOut')}
        </MenuItem>
      </ActionMenu>
      <SignOutFailed
        failure={failure}
        busy={leave.isPending}
        onRetry={() => leave.mutate()}
        onLeave={() => session.end('left')}
        onStay={() => setFailure(null)}
      />
    </>
  );
}

interface SignOutFailedProps {
  /** Null while nothing failed. */
  readonly failure: Error | null;
  readonly busy: boolean;
  readonly onRetry: () => void;
  /** On this device alone. */
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** The server did not end the session: trying again, leaving on this device alone, or staying is the person's choice. */
function SignOutFailed({ failure, busy, onRetry, onLeave, onStay }: SignOutFailedProps) {
  const text = useKitText('kit');
  const errorText = useErrorText();
  return (
    <ConfirmDialog
      open={failure !== null}
      title={text('signOutFailedTitle')}
      confirm={text('tryAgain')}
      cancel={text('stay')}
      busy={busy}
      onConfirm={onRetry}
      onClose={onStay}
    >
      <Typography variant="body1" sx={{ mb: 1.5 }}>
        {errorText(failure)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {text('signOutFailed')}
      </Typography>
      <Button onClick={onLeave}>{text('signOutHere')}</Button>
    </ConfirmDialog>
  );
}
