type Entered = string | boolean | readonly string[];

const isSame = (one: Entered, other: Entered | undefined): boolean =>
  typeof one === 'object' && typeof other === 'object'
    ? one.length === other.length && one.every((text, place) => text === other[place])
    : one === other;

/** Of what is entered only what differs from what is stored: what somebody else changed meanwhile stays as they left it. */
export const changedFields = <Values extends { readonly [Name in keyof Values]: Entered }>(entered: Values, stored: Values) =>
  Object.fromEntries(
    Object.entries<Entered>(entered).filter(([name, value]) => !isSame(value, stored[name as keyof Values])),
  ) as Partial<Values>;
