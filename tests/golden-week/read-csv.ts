import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns the rows of a table of the week, each by its column's head */
export function readCsv<Column extends string>(name: string): Readonly<Record<Column, string>>[] {
  const [head = '', ...lines] = readFileSync(join(import.meta.dirname, `${name}.csv`), 'utf8')
    .trim()
    .split('\n');
  const columns = head.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? ''])) as Record<Column, string>;
  });
}
