import IconButton from '@mui/material/IconButton';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { getSelf, signOut } from '@tenbin/contract';
import { AccountIcon } from '@tenbin/ui';
import { useState } from 'react';
import { client } from '../app/client.ts';
import { query } from '../app/query.ts';
import { forgetKey } from '../app/session.ts';
import { useText } from '../app/text.ts';

export function UserMenu() {
  const text = useText('shell');
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const self = useQuery(query(getSelf, {}));
  const close = () => setAnchor(null);
  const leave = async () => {
    close();
    await client.call(signOut, {}).catch(() => null);
    forgetKey('left');
  };
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
        <MenuItem onClick={leave}>{text('signOut')}</MenuItem>
      </Menu>
    </>
  );
}
