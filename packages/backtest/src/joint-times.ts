/**
 * The times that all columns have.
 *
 * @param columns - increasing times in whole milliseconds, at least one column
 * @returns for each column the rows at those times: `rows[c][i]` of column c is joint time i
 */
export function jointTimes(columns: readonly Float64Array[]): { readonly at: Float64Array; readonly rows: readonly Int32Array[] } {
  const longest = Math.min(...columns.map((column) => column.length));
  const at = new Float64Array(longest);
  const rows = columns.map(() => new Int32Array(longest));
  const cursors = new Int32Array(columns.length);
  let found = 0;
  let wanted = Number.NEGATIVE_INFINITY;
  for (;;) {
    let agreeing = 0;
    for (let c = 0; c < columns.length; c++) {
      const column = columns[c]!;
      let cursor = cursors[c]!;
      while (cursor < column.length && column[cursor]! < wanted) cursor++;
      cursors[c] = cursor;
      if (cursor === column.length) return { at: at.slice(0, found), rows: rows.map((row) => row.slice(0, found)) };
      if (column[cursor]! === wanted) agreeing++;
      else wanted = column[cursor]!;
    }
    if (agreeing < columns.length) continue;
    at[found] = wanted;
    for (let c = 0; c < columns.length; c++) rows[c]![found] = cursors[c]!;
    found++;
    // Times are whole milliseconds.
    wanted += 1;
  }
}
