/** Makes a value at its first use: a handle prepares only the statements that it needs. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * What makes objects of several parts, each at its first use.
 *
 * @param makers - how each part is made of what the object is of
 */
export function eachAtFirstUse<Given, Parts extends object>(
  makers: {
    readonly [Name in keyof Parts]: (given: Given) => Parts[Name];
  },
): (given: Given) => Parts {
  const given = Symbol('given');
  const prototype = {};
  for (const [name, make] of Object.entries<(given: Given) => unknown>(makers))
    Object.defineProperty(prototype, name, {
      get(this: { readonly [given]: Given }) {
        const value = make(this[given]);
        Object.defineProperty(this, name, { value });
        return value;
      },
    });
  return (of) => Object.assign(Object.create(prototype), { [given]: of });
}
