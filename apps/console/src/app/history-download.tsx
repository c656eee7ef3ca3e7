import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { useDownload } from '@tenbin/app-kit';
import { downloadRecords, downloadTaxRecords } from '@tenbin/contract';
import { ActionMenu, formatDay } from '@tenbin/ui';
import { useState } from 'react';
import type { HistorySearch } from './history-search.ts';
import { recordFilterOf } from './record-filter.ts';
import { useText } from './text.ts';

interface HistoryDownloadProps {
  readonly search: HistorySearch;
  /** Whose clocks the times are of; the reader's unless that is said. */
  readonly timeZone?: string;
}

/** Saves all records that are filtered as a file. */
export function HistoryDownload({ search, timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone }: HistoryDownloadProps) {
  const text = useText('history');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const file = useDownload();
  const save = (kind: 'csv' | 'excel' | 'taxes') => {
    setAnchor(null);
    const query = { ...recordFilterOf(search), timeZone };
    const name = (what: string) => `${what}-${formatDay(new Date())}.csv`;
    if (kind === 'taxes') file.start(name('cryptact'), downloadTaxRecords, { query });
    else file.start(name('records'), downloadRecords, { query: { ...query, excel: kind === 'excel' } });
  };
  return (
    <>
      <Button
        size="small"
        loading={file.isPending}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ whiteSpace: 'nowrap', flexShrink: 0 }}
      >
        {text('download')}
      </Button>
      <ActionMenu label={text('download')} anchor={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => save('csv')}>{text('downloadCsv')}</MenuItem>
        <MenuItem onClick={() => save('excel')}>{text('downloadExcel')}</MenuItem>
        <MenuItem onClick={() => save('taxes')}>{text('downloadTaxes')}</MenuItem>
      </ActionMenu>
    </>
  );
}
