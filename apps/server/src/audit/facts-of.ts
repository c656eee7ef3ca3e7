/** Of what was taken out, or looked at, the filter. */
export const factsOf = (query: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value instanceof Date ? value.toISOString() : String(value)]],
    ),
  );
