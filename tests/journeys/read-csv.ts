/** The rows of a file of comma-separated values (RFC 4180), each by the names of the first line. */
export function readCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.replace(/^\uFEFF/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    const row = rows.at(-1) ?? [];
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') rows.push([]);
    if (end === '') break;
  }
  const [names = [], ...lines] = rows.filter((row) => row.some((cell) => cell !== ''));
  return lines.map((line) => Object.fromEntries(names.map((name, column) => [name, line[column] ?? ''])));
}
