import Menu, { type MenuProps } from '@mui/material/Menu';
import type { ReactNode } from 'react';

interface ActionMenuProps extends Pick<MenuProps, 'anchorOrigin' | 'transformOrigin'> {
  readonly label: string;
  /** What it hangs on; null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What can be done, below the button that opens it. It lies outside of the page's landmarks, so that it is one. */
export const ActionMenu = ({ label, anchor, ...rest }: ActionMenuProps) => (
  <Menu
    {...rest}
    anchorEl={anchor}
    open={anchor !== null}
    // Locking the scroll lays the whole page out anew.
    disableScrollLock
    slotProps={{ root: { role: 'region', 'aria-label': label }, list: { 'aria-label': label } }}
  />
);
