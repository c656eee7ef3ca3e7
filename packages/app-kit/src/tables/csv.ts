/** A column of a table, on the screen and in a file. */
export interface CsvColumn<Row> {
  readonly head: string;
  readonly text: (row: Row) => string;
}

/** A spreadsheet reads a BOM as: this is UTF-8. */
const byteOrderMark = '\uFEFF';
/** What a spreadsheet would take for a formula; numbers are none. */
const formula = /^[=+\-@\t\r](?!\d)/;

const cellOf = (text: string): string => {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as a spreadsheet opens them (RFC 4180). No text of theirs is run as a formula. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ text }) => text(row)))];
  return byteOrderMark + lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}
