import { DownloadMenu } from '@tenbin/app-kit';
import { downloadRecords, downloadTaxRecords } from '@tenbin/contract';
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
  const query = { ...recordFilterOf(search), timeZone };
  return (
    <DownloadMenu
      label={text('download')}
      kinds={[
        {
          says: text('downloadCsv'),
          save: (start, nameOf) => start(nameOf('records'), downloadRecords, { query: { ...query, excel: false } }),
        },
        {
          says: text('downloadExcel'),
          save: (start, nameOf) => start(nameOf('records'), downloadRecords, { query: { ...query, excel: true } }),
        },
        { says: text('downloadTaxes'), save: (start, nameOf) => start(nameOf('cryptact'), downloadTaxRecords, { query }) },
      ]}
      sx={{ whiteSpace: 'nowrap', flexShrink: 0 }}
    />
  );
}
