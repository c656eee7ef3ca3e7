import { Readable } from 'node:stream';
import type { CsvColumns } from '@tenbin/contract';

type Cell = string | number | Date | null;

export interface CsvOptions {
  /**
   * With a byte order mark, and times as a spreadsheet reads them, whose column says by whose clocks; else they are ISO 8601
   * with their distance to UTC.
   */
  readonly excel?: boolean | undefined;
  /** In which times are told. */
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
  const timeOf = excel ? localTimes(timeZone) : zonedTimes(timeZone);
  const cellOf = (name: string, value: Cell): string => {
    if (value === null) return '';
    if (value instanceof Date) return timeOf(value);
    const text = String(value);
    return columns[name] === 'number' && decimal.test(text) ? text : quoted(neutralized(text));
  };
  const heading = (name: string): string => quoted(excel && columns[name] === 'time' ? `${name} (${timeZone})` : name);
  yield (excel ? '\u{feff}' : '') + names.map(heading).join() + endOfLine;
  for await (const rows of pages) yield rows.map((row) => names.map((name) => cellOf(name, row[name] ?? null)).join() + endOfLine).join('');
}

/** Texts as a stream of bytes, which waits for its reader. */
export const bytesOf = (texts: AsyncIterable<string>): Readable => Readable.from(texts, { objectMode: false, highWaterMark: 64 * 1024 });

const neutralized = (text: string): string => (dangerous.test(text) ? `'${text}` : text);
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** '2026-01-31 09:00:00', which spreadsheets read as a time. */
export function localTimes(timeZone: string): (at: Date) => string {
  const clock = clockOf(timeZone);
  return (at) => clock(at).time.slice(0, 19).replace('T', ' ');
}

/** '2026-01-31T09:00:00.000+09:00' */
function zonedTimes(timeZone: string): (at: Date) => string {
  const clock = clockOf(timeZone);
  return (at) => {
    const { time, offset } = clock(at);
    return time + offset;
  };
}

const minuteMs = 60_000;
/** Clocks are changed at no other moments. */
const quarterMs = 15 * minuteMs;

/** What clocks of a time zone show, and how far ahead of UTC that is. Asking is slow, and rows come in the order of time. */
function clockOf(timeZone: string): (at: Date) => { readonly time: string; readonly offset: string } {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  let known = { quarter: Number.NaN, offset: '', aheadMs: 0 };
  return (at) => {
    const quarter = Math.floor(at.getTime() / quarterMs);
    if (quarter !== known.quarter) {
      const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
      const [, sign = '+', hours = '00', minutes = '00'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
      const aheadMs = (Number(hours) * 60 + Number(minutes)) * minuteMs * (sign === '-' ? -1 : 1);
      known = { quarter, offset: aheadMs === 0 ? 'Z' : `${sign}${hours}:${minutes}`, aheadMs };
    }
    return { time: new Date(at.getTime() + known.aheadMs).toISOString().slice(0, -1), offset: known.offset };
  };
}
