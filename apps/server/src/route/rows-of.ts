/** Pages of what is stored as pages of rows. */
export async function* rowsOf<Stored, Row>(pages: AsyncIterable<readonly Stored[]>, rowOf: (one: Stored) => Row): AsyncGenerator<Row[]> {
  for await (const page of pages) yield page.map(rowOf);
}
