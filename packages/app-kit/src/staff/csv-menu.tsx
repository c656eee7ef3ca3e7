import type { RouteInput } from '@tenbin/contract';
import { type DownloadKind, DownloadMenu } from '../tables/download-menu.tsx';
import type { useDownload } from '../tables/use-download.ts';

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
  const kindOf = (says: string, excel: object): DownloadKind => ({
    says,
    save: (start, nameOf) => start(nameOf(name), route, { query: { ...filter, ...excel } } as RouteInput<R>),
  });
  return <DownloadMenu variant="outlined" label={label} kinds={[kindOf(kinds.csv, {}), kindOf(kinds.csvExcel, { excel: 'true' })]} />;
}
