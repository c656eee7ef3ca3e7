import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import type { RouteInput } from '@tenbin/contract';
import { ActionMenu, formatDay } from '@tenbin/ui';
import { useState } from 'react';
import { useDownload } from '../tables/use-download.ts';

type DownloadRoute = Parameters<ReturnType<typeof useDownload>['start']>[1];

interface CsvMenuProps<R extends DownloadRoute> {
  /** On its button. */
  readonly label: string;
  /** What the two kinds are called. */
  readonly kinds: { readonly csv: string; readonly csvExcel: string };
  /** What the file is called, before the day. */
  readonly name: string;
  readonly route: R;
  /** What it is filtered by, as the call takes it. */
  readonly filter: object;
}

/** Saves a file of rows, plain or as spreadsheets in Japan read it. */
export function CsvMenu<R extends DownloadRoute>({ label, kinds, name, route, filter }: CsvMenuProps<R>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const file = useDownload();
  const save = (excel: boolean) => {
    setAnchor(null);
    file.start(`${name}-${formatDay(new Date())}.csv`, route, { query: { ...filter, ...(excel && { excel: 'true' }) } } as RouteInput<R>);
  };
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        loading={file.isPending}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <ActionMenu label={label} anchor={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => save(false)}>{kinds.csv}</MenuItem>
        <MenuItem onClick={() => save(true)}>{kinds.csvExcel}</MenuItem>
      </ActionMenu>
    </>
  );
}
