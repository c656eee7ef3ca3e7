/** Pages of rows, each read when it is asked for, after the last row of the one before. */
export async function* pagesAfter<Row>(
  limit: number,
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void, void> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last);
    last = rows.at(-1);
    if (last) yield rows;
    if (rows.length < limit) return;
  }
}
