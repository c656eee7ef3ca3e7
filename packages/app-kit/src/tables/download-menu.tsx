import Button, { type ButtonProps } from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { ActionMenu, formatDay } from '@tenbin/ui';
import { useState } from 'react';
import { useDownload } from './use-download.ts';

/** A file that can be saved. */
export interface DownloadKind {
  readonly says: string;
  /** @param nameOf - what the file is called that begins so: with the day */
  readonly save: (start: ReturnType<typeof useDownload>['start'], nameOf: (what: string) => string) => void;
}

interface DownloadMenuProps extends Pick<ButtonProps, 'variant' | 'sx'> {
  readonly label: string;
  readonly kinds: readonly DownloadKind[];
}

/** A button that lists the files which can be saved of what is shown. */
export function DownloadMenu({ label, kinds, ...button }: DownloadMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { isPending, start } = useDownload();
  const nameOf = (what: string) => `${what}-${formatDay(new Date())}.csv`;
  return (
    <>
      <Button
        {...button}
        size="small"
        loading={isPending}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <ActionMenu label={label} anchor={anchor} onClose={() => setAnchor(null)}>
        {kinds.map(({ says, save }) => (
          <MenuItem
            key={says}
            onClick={() => {
              setAnchor(null);
              save(start, nameOf);
            }}
          >
            {says}
          </MenuItem>
        ))}
      </ActionMenu>
    </>
  );
}
