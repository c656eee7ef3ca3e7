/** A member of an object: one value, or a list by pages. */
type Member = () => Promise<unknown> | AsyncIterable<readonly unknown[]>;

/** An object as JSON text in parts, each written when the one before has been taken: no more than a page is ever held. */
export async function* jsonParts(members: Readonly<Record<string, Member>>): AsyncGenerator<string, void, void> {
  let before = '{\n';
  for (const [name, read] of Object.entries(members)) {
    yield `${before}${JSON.stringify(name)}: `;
    const value = read();
    if (value instanceof Promise) yield JSON.stringify(await value, null, 1);
    else yield* listParts(value);
    before = ',\n';
  }
  yield '\n}\n';
}

async function* listParts(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string, void, void> {
  yield '[';
  let isFirst = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield `${isFirst ? '\n' : ',\n'}${page.map((item) => JSON.stringify(item)).join(',\n')}`;
    isFirst = false;
  }
  yield ']';
}
