import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { getSelf, signOut } from '@tenbin/contract';
import { AccountIcon, ConfirmDialog, useErrorText } from '@tenbin/ui';
import { useState } from 'react';
import { client } from '../app/client.ts';
import { query } from '../app/query.ts';
import { forgetKey, storedKey } from '../app/session.ts';
import { useText } from '../app/text.ts';
import { useAction } from '../app/use-action.ts';

export function UserMenu() {
  const text = useText('shell');
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const self = useQuery(query(getSelf, {}));
  const close = () => setAnchor(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const leave = useAction({
    mutationFn: () => client.call(signOut, {}),
    onSuccess: () => forgetKey('left'),
    onError: (error) => setFailure(storedKey() === null ? null : error),
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
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        {self.data && (
          <ListSubheader
            role="presentation"
            sx={{ lineHeight: 1.6, pb: 1, maxWidth: 280, overflowWrap: 'anywhere', bgcolor: 'transparent' }}
          >
            {self.data.email}
          </ListSubheader>
        )}
        <MenuItem
          onClick={() => {
            close();
            void navigate({ to: '/account' });
          }}
        >
          {text('account')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close();
            void navigate({ to: '/help' });
          }}
        >
          {text('guide')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close();
            leave.mutate();
          }}
        >
          {text('signOut')}
        </MenuItem>
      </Menu>
      <SignOutFailed failure={failure} busy={leave.isPending} onRetry={() => leave.mutate()} onStay={() => setFailure(null)} />
    </>
  );
}

interface SignOutFailedProps {
  /** Null while nothing failed. */
  readonly failure: Error | null;
  readonly busy: boolean;
  readonly onRetry: () => void;
  readonly onStay: () => void;
}

/** The server did not end the session: trying again, leaving on this device alone, or staying is the person's choice. */
function SignOutFailed({ failure, busy, onRetry, onStay }: SignOutFailedProps) {
  const text = useText('shell');
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
      <Button onClick={() => forgetKey('left')}>{text('signOutHere')}</Button>
    </ConfirmDialog>
  );
}
