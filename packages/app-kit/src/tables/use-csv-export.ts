import { useFailureToast } from '@tenbin/ui';
import { useAction } from '../app/use-action.ts';
import { useKitText } from '../words/text.ts';
import { type CsvColumn, toCsv } from './csv.ts';

const partSize = 100;
const maxRows = 10_000;

interface CsvExport<Row> {
  readonly fileName: string;
  readonly columns: readonly CsvColumn<Row>[];
  readonly fetchPart: (part: { readonly offset: number; readonly limit: number }) => Promise<readonly Row[]>;
}

/** Saves a whole list as a file, whatever page of it is shown; its first 10,000 rows. */
export function useCsvExport<Row>({ fileName, columns, fetchPart }: CsvExport<Row>) {
  const text = useKitText('kit');
  const failed = useFailureToast();
  return useAction({
    mutationFn: async () => {
      const rows: Row[] = [];
      for (;;) {
        const part = await fetchPart({ offset: rows.length, limit: partSize });
        rows.push(...part);
        if (part.length < partSize || rows.length >= maxRows) break;
      }
      saveFile(fileName, toCsv(columns, rows.slice(0, maxRows)), 'text/csv');
    },
    onError: (error) => failed(error, text('exportFailed')),
  });
}

/** Has the browser save a text. */
export function saveFile(name: string, content: string, type: 'text/csv' | 'application/json'): void {
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
