import { Readable } from 'node:stream';
import type { CsvColumns } from '@tenbin/contract';

type Cell = string | number | Date | null;

export interface CsvOptions {
  /** With a byte order mark, and times as a reader of this time zone writes them. */
  readonly excel?: boolean | undefined;
  readonly timeZone: string;
}

/** What a spreadsheet would take for a formula, or for the end of a cell; full-width forms count. */
const dangerous = /^[=+\-@＝＋－＠\t\r\n\0]/;
const decimal = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const endOfLine = '\r\n';

/**
 * Comma separated values (RFC 4180), one text for each page of rows: the next page is asked for when this one has been
 * taken, so that no more than a page is ever held.
 */
export async function* csvOf(
  columns: CsvColumns,
  pages: AsyncIterable<readonly Readonly<Record<string, Cell>>[]>,
  { excel = false, timeZone }: CsvOptions,
): AsyncGenerator<string, void, void> {
  const names = Object.keys(columns);
  const timeOf = excel ? localTime(timeZone) : (at: Date) => at.toISOString();
  const cellOf = (name: string, value: Cell): string => {
    if (value === null) return '';
    if (value instanceof Date) return timeOf(value);
    const text = String(value);
    return columns[name] === 'number' && decimal.test(text) ? text : quoted(neutralized(text));
  };
  yield (excel ? '\u{feff}' : '') + names.map(quoted).join() + endOfLine;
  for await (const rows of pages) yield rows.map((row) => names.map((name) => cellOf(name, row[name] ?? null)).join() + endOfLine).join('');
}

/** Texts as a stream of bytes, which waits for its reader. */
export const bytesOf = (texts: AsyncIterable<string>): Readable => Readable.from(texts, { objectMode: false, highWaterMark: 64 * 1024 });

const neutralized = (text: string): string => (dangerous.test(text) ? `'${text}` : text);
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** '2026-01-31 09:00:00', which spreadsheets read as a time. */
function localTime(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at);
}
