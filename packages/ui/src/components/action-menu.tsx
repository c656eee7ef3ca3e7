import Menu, { type MenuProps } from '@mui/material/Menu';
import { type ReactNode, useDeferredValue } from 'react';

interface ActionMenuProps extends Pick<MenuProps, 'anchorOrigin' | 'transformOrigin'> {
  readonly label: string;
  /** What it hangs on; null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What can be done, below the button that opens it. It lies outside of the page's landmarks, so that it is one. */
export function ActionMenu({ label, anchor, ...rest }: ActionMenuProps) {
  // The press is seen at once; drawing the menu holds up neither that nor what is pressed next.
  const shown = useDeferredValue(anchor);
  return (
    <Menu
      {...rest}
      anchorEl={shown}
      open={shown !== null}
      // Locking the scroll lays the whole page out anew.
      disableScrollLock
      slotProps={{ root: { role: 'region', 'aria-label': label }, list: { 'aria-label': label } }}
    />
  );
}
