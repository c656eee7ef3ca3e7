/** Makes a value at its first use: a handle prepares only the statements that it needs. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * What makes objects of several parts, each at its first use. They are the object's own, so that a copy of it has them too.
 *
 * @param makers - how each part is made of what the object is of
 */
export function eachAtFirstUse<Given, Parts extends object>(
  makers: {
    readonly [Name in keyof Parts]: (given: Given) => Parts[Name];
  },
): (given: Given) => Parts {
  const all = Object.entries<(given: Given) => unknown>(makers);
  return (given) => {
    const parts = {};
    for (const [name, make] of all) Object.defineProperty(parts, name, { get: lazy(() => make(given)), enumerable: true });
    return parts as Parts;
  };
}
