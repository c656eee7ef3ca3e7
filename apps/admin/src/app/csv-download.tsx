import { CsvMenu } from '@tenbin/app-kit/staff';
import type { ComponentProps } from 'react';
import { useText } from './text.ts';

type CsvDownloadProps = Omit<ComponentProps<typeof CsvMenu>, 'kinds'>;

/** Saves a file of rows; times are those of the organization's clocks. */
export function CsvDownload(given: CsvDownloadProps) {
  const text = useText('shell');
  return <CsvMenu {...given} kinds={{ csv: text('csv'), csvExcel: text('csvExcel') }} />;
}
